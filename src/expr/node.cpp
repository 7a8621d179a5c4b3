#include "expr/node.hpp"
#include "base/interruption.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>

namespace rattleback {
namespace {

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    std::uint64_t x = (a ^ b) * 0x9FB21C651E98DF25U;
    x ^= x >> 35U;
    return (x + b) * 0xD6E8FEB86659FD93U;
}

std::uint64_t hash_of(const NodeKey& key) {
    std::uint64_t h = mix(static_cast<std::uint64_t>(key.kind) + 1, key.tag);
    if (key.number != nullptr) h = mix(h, key.number->hash());
    for (const Expr& e : key.args) h = mix(h, e.hash());
    for (const Number& c : key.coefficients) h = mix(h, c.hash());
    for (const std::int32_t i : key.integers) h = mix(h, static_cast<std::uint64_t>(i) + 7);
    for (const char c : key.name) h = mix(h, static_cast<unsigned char>(c));
    return h ^ (h >> 29U);
}

std::size_t block_size(const NodeKey& key) {
    return sizeof(Node) + key.args.size() * sizeof(Expr) +
           key.coefficients.size() * sizeof(Number) + key.integers.size() * sizeof(std::int32_t) +
           key.name.size();
}

}  // namespace

static_assert(alignof(Node) % alignof(Number) == 0 && sizeof(Node) % alignof(Number) == 0);

Node::Node(const NodeKey& key, std::uint64_t key_hash)
    : kind(key.kind),
      tag(key.tag),
      arity(static_cast<std::uint32_t>(key.args.size())),
      name_length(static_cast<std::uint32_t>(key.name.size())),
      hash(key_hash),
      number(key.number != nullptr ? *key.number : Number()) {
    char* at = children_begin();
    std::uninitialized_copy(key.args.begin(), key.args.end(), reinterpret_cast<Expr*>(at));
    at += key.args.size_bytes();
    std::uninitialized_copy(key.coefficients.begin(), key.coefficients.end(),
                            reinterpret_cast<Number*>(at));
    at += key.coefficients.size_bytes();
    if (!key.integers.empty()) std::memcpy(at, key.integers.data(), key.integers.size_bytes());
    at += key.integers.size_bytes();
    if (!key.name.empty()) std::memcpy(at, key.name.data(), key.name.size());
    for (const Expr& e : key.args) height = std::max(height, e.height() + 1);
}

std::span<const Expr> Node::args() const {
    return {reinterpret_cast<const Expr*>(children_begin()), arity};
}

std::span<const Number> Node::coefficients() const {
    if (kind != Kind::Sum) return {};
    return {reinterpret_cast<const Number*>(children_begin() + arity * sizeof(Expr)), arity};
}

std::span<const std::int32_t> Node::integers() const {
    if (kind != Kind::Product && kind != Kind::Unspecified) return {};
    return {reinterpret_cast<const std::int32_t*>(children_begin() + arity * sizeof(Expr)), arity};
}

std::string_view Node::name() const {
    const auto skipped = arity * sizeof(Expr) + integers().size_bytes();
    return {children_begin() + skipped, name_length};
}

bool Node::matches(const NodeKey& key) const {
    return kind == key.kind && tag == key.tag && name() == key.name &&
           std::ranges::equal(args(), key.args) &&
           (key.number == nullptr || number == *key.number) &&
           std::ranges::equal(coefficients(), key.coefficients) &&
           std::ranges::equal(integers(), key.integers);
}

// All nodes of the process. Made once and never destroyed, since expressions may live in static
// variables of the caller.
class NodeTable {
public:
    static NodeTable& instance() {
        static NodeTable& table = *new NodeTable;
        return table;
    }

    const Node* find_or_insert(const NodeKey& key) {
        const std::uint64_t hash = hash_of(key);
        Shard& shard = shard_of(hash);
        const std::lock_guard lock(shard.mutex);
        for (Node* n = shard.bucket(hash); n != nullptr; n = n->next_in_bucket)
            if (n->hash == hash && n->matches(key) && revive(*n)) return n;
        Node* made = new (::operator new(block_size(key))) Node(key, hash);
        shard.insert(made);
        return made;
    }

    // Takes a node whose count is zero out of the table.
    void remove(const Node* node) noexcept {
        Shard& shard = shard_of(node->hash);
        const std::lock_guard lock(shard.mutex);
        shard.erase(node);
    }

    std::size_t size() noexcept {
        std::size_t total = 0;
        for (Shard& shard : shards_) {
            const std::lock_guard lock(shard.mutex);
            total += shard.count;
        }
        return total;
    }

private:
    struct Shard {
        std::mutex mutex;
        std::vector<Node*> buckets = std::vector<Node*>(64);
        std::size_t count = 0;

        // The low bits choose the shard, the next ones the bucket.
        Node*& bucket(std::uint64_t hash) {
            return buckets[(hash >> shard_bits) & (buckets.size() - 1)];
        }

        void insert(Node* node) {
            if (count >= buckets.size()) grow();
            Node*& head = bucket(node->hash);
            node->next_in_bucket = head;
            head = node;
            ++count;
        }

        void erase(const Node* node) noexcept {
            Node** link = &bucket(node->hash);
            while (*link != node) link = &(*link)->next_in_bucket;
            *link = node->next_in_bucket;
            --count;
        }

        void grow() {
            std::vector<Node*> old(buckets.size() * 2);
            old.swap(buckets);
            for (Node* n : old)
                while (n != nullptr) {
                    Node*& head = bucket(n->hash);
                    Node* const next = std::exchange(n->next_in_bucket, head);
                    head = n;
                    n = next;
                }
        }
    };

    static bool revive(const Node& node) {
        auto count = node.references.load(std::memory_order_relaxed);
        while (count != 0)
            if (node.references.compare_exchange_weak(count, count + 1, std::memory_order_acquire))
                return true;
        return false;
    }

    static constexpr unsigned shard_bits = 6;
    Shard& shard_of(std::uint64_t hash) { return shards_[hash & ((1U << shard_bits) - 1)]; }
    std::array<Shard, 1U << shard_bits> shards_;
};

Expr Node::intern(const NodeKey& key) {
    if (key.kind != Kind::Number) heed_stop();  // Expr() is 0, and does not throw
    return Expr(NodeTable::instance().find_or_insert(key));
}

// Children are released from a list, not by recursion: graphs may be a million levels deep.
void Node::release(const Node* node) noexcept {
    const Node* dying = nullptr;  // a stack, linked through next_in_bucket once out of the table
    const auto drop = [&dying](const Node* n) {
        if (n->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
        NodeTable::instance().remove(n);
        n->next_in_bucket = const_cast<Node*>(dying);
        dying = n;
    };
    drop(node);
    while (dying != nullptr) {
        Node* const n = const_cast<Node*>(dying);
        dying = n->next_in_bucket;
        for (const Expr& e : n->args()) drop(take(const_cast<Expr&>(e)));
        for (const Number& c : n->coefficients()) std::destroy_at(&c);
        std::destroy_at(n);
        ::operator delete(n);
    }
}

std::size_t live_nodes() noexcept { return NodeTable::instance().size(); }

}  // namespace rattleback
