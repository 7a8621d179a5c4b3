// A node of the expression graph, and the table in which equal nodes are found.
//
// Internal to src/expr: everyone else sees Expr. A node is one block of memory: the header below,
// then its children, then one number per child (the coefficients of a Sum), one integer per child
// (the exponents of a Product, the partial derivatives of an Unspecified), then the name.
//
// The table is split into shards by hash, each with its lock. A node whose count has fallen to
// zero is dying: a thread that meets it in the table may not revive it and makes a new one. So a
// lookup needs the lock of one shard only, and no node is ever freed under a reader.
#pragma once

#include <atomic>
#include <span>
#include <string_view>

#include "expr/expr.hpp"

namespace rattleback {

// What a node is made of, before it is known whether it exists already.
struct NodeKey {
    Kind kind;
    std::uint8_t tag = 0;  // FunctionId of a Call, primes of a Symbol
    std::span<const Expr> args = {};
    const Number* number = nullptr;  // Number: its value; Sum: its constant
    std::span<const Number> coefficients = {};
    std::span<const std::int32_t> integers = {};  // exponents or partials
    std::string_view name = {};
};

struct Node {
    mutable std::atomic<std::uint32_t> references{1};
    Kind kind;
    std::uint8_t tag;
    std::uint32_t arity;
    std::uint32_t height = 0;
    std::uint32_t name_length;
    std::uint64_t hash;
    mutable Node* next_in_bucket = nullptr;
    Number number;

    std::span<const Expr> args() const;
    // Of a node that has children.
    const Node& first_child() const { return of(*reinterpret_cast<const Expr*>(children_begin())); }
    std::span<const Number> coefficients() const;
    std::span<const std::int32_t> integers() const;
    std::string_view name() const;

    // The one node for this key, its count raised by one on behalf of the caller.
    static Expr intern(const NodeKey& key);
    static const Node& of(const Expr& e) { return *e.node_; }
    static void release(const Node* node) noexcept;

private:
    friend class NodeTable;
    Node(const NodeKey& key, std::uint64_t key_hash);
    bool matches(const NodeKey& key) const;
    static const Node* take(Expr& e) noexcept { return std::exchange(e.node_, nullptr); }
    char* children_begin() { return reinterpret_cast<char*>(this + 1); }
    const char* children_begin() const { return reinterpret_cast<const char*>(this + 1); }
};

// How many levels of the graph this thread has walked down to say which of two expressions comes first.
std::uint64_t levels_compared() noexcept;

}  // namespace rattleback
