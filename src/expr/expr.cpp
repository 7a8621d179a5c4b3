#include "expr/expr.hpp"

#include <charconv>

#include "expr/node.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

Expr intern_number(const Number& value) {
    return Node::intern({.kind = Kind::Number, .number = &value});
}

// The integers met everywhere; held for ever, so that making one needs no lookup.
constexpr std::int64_t small_limit = 16;

const Expr& small_integer(std::int64_t value) {
    static const auto& table = *[] {
        auto* made = new std::vector<Expr>;
        for (std::int64_t i = -small_limit; i <= small_limit; ++i)
            made->push_back(intern_number(i));
        return made;
    }();
    return table[static_cast<std::size_t>(value + small_limit)];
}

Expr make_number(const Number& value) {
    const auto integer = value.to_int64();
    if (integer && *integer >= -small_limit && *integer <= small_limit)
        return small_integer(*integer);
    return intern_number(value);
}

}  // namespace

Expr::Expr() noexcept : Expr(small_integer(0)) {}
Expr::Expr(const Number& value) : Expr(make_number(value)) {}

Expr::Expr(const Expr& other) noexcept : node_(other.node_) {
    if (node_ != nullptr) node_->references.fetch_add(1, std::memory_order_relaxed);
}

Expr& Expr::operator=(const Expr& other) noexcept {
    Expr copy(other);
    std::swap(node_, copy.node_);
    return *this;
}

Expr::~Expr() {
    if (node_ != nullptr) Node::release(node_);
}

Kind Expr::kind() const noexcept { return node_->kind; }
bool Expr::is_zero() const noexcept { return is_number() && node_->number.is_zero(); }
bool Expr::is_one() const noexcept { return is_number() && node_->number.is_one(); }
const Number& Expr::number() const { return node_->number; }
std::string_view Expr::name() const { return node_->name(); }
int Expr::order() const { return is_symbol() ? node_->tag : 0; }
FunctionId Expr::function() const { return static_cast<FunctionId>(node_->tag); }
std::span<const Expr> Expr::args() const noexcept { return node_->args(); }
std::span<const Number> Expr::coefficients() const { return node_->coefficients(); }
std::span<const std::int32_t> Expr::exponents() const { return node_->integers(); }
std::span<const std::int32_t> Expr::partials() const { return node_->integers(); }
std::uint64_t Expr::hash() const noexcept { return node_->hash; }
std::uint32_t Expr::height() const noexcept { return node_->height; }

Expr symbol(std::string_view name, int primes) {
    return Node::intern(
        {.kind = Kind::Symbol, .tag = static_cast<std::uint8_t>(primes), .name = name});
}

Expr pi() {
    static const Expr& node = *new Expr(Node::intern({.kind = Kind::Pi}));
    return node;
}

Expr ratio(std::int64_t numerator, std::int64_t denominator) {
    return Number::ratio(numerator, denominator);
}

Expr floating(double value) { return Number::floating(value); }

Expr unspecified(std::string_view name, std::span<const Expr> args,
                 std::span<const std::int32_t> partials) {
    const std::vector<std::int32_t> none(args.size(), 0);
    if (partials.empty()) partials = none;
    return Node::intern(
        {.kind = Kind::Unspecified, .args = args, .integers = partials, .name = name});
}

namespace {

// Digits compare by value: x2 before x10.
std::strong_ordering compare_names(std::string_view a, std::string_view b) {
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (digit(a[i]) && digit(b[j])) {
            std::uint64_t x = 0, y = 0;
            i = static_cast<std::size_t>(std::from_chars(a.data() + i, a.data() + a.size(), x).ptr -
                                         a.data());
            j = static_cast<std::size_t>(std::from_chars(b.data() + j, b.data() + b.size(), y).ptr -
                                         b.data());
            if (x != y) return x <=> y;
        } else {
            if (a[i] != b[j]) return a[i] <=> b[j];
            ++i;
            ++j;
        }
    }
    if (const auto rest = (a.size() - i) <=> (b.size() - j); rest != 0) return rest;
    return a <=> b;  // x01 and x1 are different names
}

// Every expression is a product of powers; most have one factor.
struct Factors {
    const Node* node;
    std::size_t size() const { return node->kind == Kind::Product ? node->arity : 1; }
    const Node* base(std::size_t i) const {
        return node->kind == Kind::Product ? &Node::of(node->args()[i]) : node;
    }
    std::int32_t exponent(std::size_t i) const {
        return node->kind == Kind::Product ? node->integers()[i] : 1;
    }
};

thread_local std::uint64_t levels = 0;

std::size_t first_difference(std::span<const Expr> a, std::span<const Expr> b) {
    std::size_t i = 0;
    while (i < a.size() && i < b.size() && a[i] == b[i]) ++i;
    return i;
}

}  // namespace

// Two different nodes differ in structure, so the first pair of children that are different nodes
// decides, and the comparison walks down one path of the graph without recursion.
std::strong_ordering operator<=>(const Expr& left, const Expr& right) noexcept {
    const Node* a = left.node_;
    const Node* b = right.node_;
    for (; a != b; ++levels) {
        // Long ways down lead through functions of one argument.
        if (a->kind == Kind::Call && b->kind == Kind::Call && a->tag == b->tag && a->arity == 1) {
            a = &a->first_child();
            b = &b->first_child();
            continue;
        }
        if (a->kind == Kind::Product || b->kind == Kind::Product) {
            const Factors x{a}, y{b};
            std::size_t i = 0;
            while (i < x.size() && i < y.size() && x.base(i) == y.base(i) &&
                   x.exponent(i) == y.exponent(i))
                ++i;
            if (i == x.size() || i == y.size()) return y.size() <=> x.size();    // x·y before x
            if (x.base(i) == y.base(i)) return y.exponent(i) <=> x.exponent(i);  // x³ before x²
            a = x.base(i);
            b = y.base(i);
            continue;
        }
        if (a->kind != b->kind) return a->kind <=> b->kind;
        if (a->tag != b->tag) return a->tag <=> b->tag;
        if (a->kind == Kind::Number) return a->number <=> b->number;
        if (const auto names = compare_names(a->name(), b->name()); names != 0) return names;
        const auto i = first_difference(a->args(), b->args());
        if (i < a->arity && i < b->arity) {
            a = &Node::of(a->args()[i]);
            b = &Node::of(b->args()[i]);
            continue;
        }
        if (a->arity != b->arity) return b->arity <=> a->arity;
        for (std::size_t k = 0; k < a->coefficients().size(); ++k)
            if (const auto c = b->coefficients()[k] <=> a->coefficients()[k]; c != 0) return c;
        for (std::size_t k = 0; k < a->integers().size(); ++k)
            if (const auto c = a->integers()[k] <=> b->integers()[k]; c != 0) return c;
        return a->number <=> b->number;
    }
    return std::strong_ordering::equal;
}

std::uint64_t levels_compared() noexcept { return levels; }

}  // namespace rattleback
