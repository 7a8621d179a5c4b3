// Expressions: an immutable graph in which equal expressions are the same node.
//
// An Expr is a counted pointer into that graph, cheap to copy and safe to share between threads.
// Building an expression that exists already gives the existing node, so equality is equality of
// pointers, and whatever is computed per node (a derivative, a value) is computed once however
// often the node occurs. A node is freed when the last Expr that uses it goes.
//
// Building brings an expression into a canonical form that is cheap and predictable:
//
//   Sum       c₀ + c₁·t₁ + … + cₙ·tₙ    cᵢ numbers; tᵢ distinct, sorted, neither numbers nor sums
//                                      with coefficient ±1 (those are merged). 2·x is a Sum.
//   Product   b₁^e₁ · … · bₙ^eₙ         eᵢ nonzero integers; bᵢ distinct, sorted; no numbers
//   Power     b^e                       every other power; √ is the function sqrt
//   Call      sin(u), atan2(y, x), …    a minus sign is taken out where the function is odd or even
//   Unspecified  A(u₁, …, uₙ)           a function known by name only, or a partial derivative of it
//
// Numbers are folded exactly, like terms collected, like bases collected, and nothing is ever
// expanded: (x + y)² stays, and so does 2·(x + y). Where an identity of canonical form removes a
// quantity (x/x = 1, √u·√u = u) it holds wherever the quantity is defined.
//
// Symbols are names with a number of primes: x, x', x''. Time is the symbol t.
// Order is by structure, never by address or age: two runs print the same text.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "expr/number.hpp"

namespace rattleback {

enum class Kind : std::uint8_t { Number, Pi, Symbol, Unspecified, Call, Power, Sum, Product };

enum class FunctionId : std::uint8_t;  // functions.hpp

struct Node;

class Expr {
public:
    Expr() noexcept;  // 0
    template <std::signed_integral Integer>
    Expr(Integer value) : Expr(Number(value)) {}
    Expr(const Number& value);
    Expr(const Expr& other) noexcept;
    Expr(Expr&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
    Expr& operator=(const Expr& other) noexcept;
    Expr& operator=(Expr&& other) noexcept {
        std::swap(node_, other.node_);
        return *this;
    }
    ~Expr();

    Kind kind() const noexcept;
    bool is_number() const noexcept { return kind() == Kind::Number; }
    bool is_symbol() const noexcept { return kind() == Kind::Symbol; }
    bool is_zero()
        const noexcept;  // the number 0 (exact or floating); see exact/is_zero for a proof
    bool is_one() const noexcept;

    // Of a Number its value; of a Sum its constant c₀.
    const Number& number() const;
    // Of a Symbol or Unspecified.
    std::string_view name() const;
    int order() const;  // primes of a Symbol
    FunctionId function() const;

    // Children: terms of a Sum, bases of a Product, base and exponent of a Power, arguments of a Call.
    std::span<const Expr> args() const noexcept;
    std::span<const Number> coefficients() const;     // of a Sum, one per term
    std::span<const std::int32_t> exponents() const;  // of a Product, one per base
    std::span<const std::int32_t> partials() const;   // of an Unspecified: derivatives per argument

    std::uint64_t hash() const noexcept;    // the same in every run
    std::uint32_t height() const noexcept;  // longest path down to a leaf

    friend bool operator==(const Expr& a, const Expr& b) noexcept { return a.node_ == b.node_; }
    // The canonical order: numbers, symbols (by primes, then name, x2 before x10), functions, sums.
    friend std::strong_ordering operator<=>(const Expr& left, const Expr& right) noexcept;

private:
    friend struct Node;
    friend class NodeTable;
    explicit Expr(const Node* adopted) noexcept : node_(adopted) {}
    const Node* node_;
};

struct ExprHash {
    std::size_t operator()(const Expr& e) const noexcept { return e.hash(); }
};

// Leaves.
Expr symbol(std::string_view name, int primes = 0);
Expr pi();
Expr ratio(std::int64_t numerator, std::int64_t denominator);
Expr floating(double value);  // the explicit request for a floating constant
// `partials` counts the derivatives by each argument; empty means none.
Expr unspecified(std::string_view name, std::span<const Expr> args,
                 std::span<const std::int32_t> partials = {});

// Arithmetic. Division by the number 0 throws NumericalError.
Expr operator+(const Expr& a, const Expr& b);
Expr operator-(const Expr& a, const Expr& b);
Expr operator*(const Expr& a, const Expr& b);
Expr operator/(const Expr& a, const Expr& b);
Expr operator-(const Expr& a);
inline Expr& operator+=(Expr& a, const Expr& b) { return a = a + b; }
inline Expr& operator-=(Expr& a, const Expr& b) { return a = a - b; }
inline Expr& operator*=(Expr& a, const Expr& b) { return a = a * b; }
inline Expr& operator/=(Expr& a, const Expr& b) { return a = a / b; }

Expr pow(const Expr& base, const Expr& exponent);
Expr pow(const Expr& base, std::int64_t exponent);
// Exponents beyond this, in absolute value, are refused with a NumericalError.
inline constexpr std::int64_t largest_integer_exponent = 1'000'000;

// Σ coefficientᵢ·termᵢ and Π baseᵢ^exponentᵢ of many parts at once, in one sort.
class SumBuilder {
public:
    void add(const Expr& term) { add(1, term); }
    void add(const Number& coefficient, const Expr& term);
    Expr build();  // and start anew

private:
    Number constant_;
    std::vector<std::pair<Expr, Number>> terms_;
};

class ProductBuilder {
public:
    void multiply(const Expr& factor, std::int64_t exponent = 1);
    Expr build();  // and start anew

private:
    Number coefficient_ = 1;
    std::vector<std::pair<Expr, std::int64_t>> factors_;
};

// Number of nodes alive in the process, for tests and benchmarks of memory.
std::size_t live_nodes() noexcept;

}  // namespace rattleback

template <>
struct std::hash<rattleback::Expr> : rattleback::ExprHash {};
