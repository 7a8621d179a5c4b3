// The elementary functions of the formula language, one row each.
//
// A row holds all that is known of a function: how it is written, its value, its derivatives, its
// parity, and the arguments at which its value is folded when an expression is built (sin 0 = 0,
// cos π = −1, √4 = 2). Everything else in the program that treats functions looks here.
// To add one: a name in FunctionId, a row in functions.cpp, and the cases the compiler asks for.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "expr/expr.hpp"

namespace rattleback {

// In alphabetical order, which is also their order in a canonical product.
enum class FunctionId : std::uint8_t {
    Abs,
    Acos,
    Asin,
    Atan,
    Atan2,
    Cos,
    Cosh,
    Erf,
    Exp,
    Log,
    Sign,
    Sin,
    Sinh,
    Sqrt,
    Tan,
    Tanh
};

enum class Parity : std::uint8_t { None, Even, Odd };

struct Function {
    FunctionId id;
    std::string_view name;    // as in formulas
    std::string_view latex;   // operator, e.g. \sin
    std::string_view mathml;  // operator name inside <mi>
    int arity;
    Parity parity;  // of a function of one argument
    double (*value)(std::span<const double> args);
    // ∂f/∂(argument i), as an expression of the arguments.
    Expr (*derivative)(std::span<const Expr> args, std::size_t i);
    // The value at special exact arguments, when there is one.
    std::optional<Expr> (*exact_value)(std::span<const Expr> args);
};

std::span<const Function> functions();
const Function& function(FunctionId id);
const Function* find_function(std::string_view name);

// The canonical expression f(args); throws NumericalError where the value cannot exist (log 0).
Expr call(FunctionId id, std::span<const Expr> args);

// Whether the expression is this function of something.
inline bool is_call(const Expr& e, FunctionId id) {
    return e.kind() == Kind::Call && e.function() == id;
}

Expr abs(const Expr& u);
Expr acos(const Expr& u);
Expr asin(const Expr& u);
Expr atan(const Expr& u);
Expr atan2(const Expr& y, const Expr& x);
Expr cos(const Expr& u);
Expr cosh(const Expr& u);
Expr erf(const Expr& u);  // 2/√π ∫₀ᵘ exp(−s²) ds
Expr exp(const Expr& u);
Expr log(const Expr& u);
Expr sign(const Expr& u);  // −1, 0 or 1
Expr sin(const Expr& u);
Expr sinh(const Expr& u);
Expr sqrt(const Expr& u);
Expr tan(const Expr& u);
Expr tanh(const Expr& u);

// The smaller and the larger of two, (a + b ∓ |a − b|)/2: no functions of their own, so that all that is
// known of absolute values holds for them. On either side of a = b what is left is a or b.
Expr min(const Expr& a, const Expr& b);
Expr max(const Expr& a, const Expr& b);

// Names of the language that stand for a formula of two arguments, or of more, one after the other.
struct Shorthand {
    std::string_view name;
    Expr (*of)(const Expr& a, const Expr& b);
};

std::span<const Shorthand> shorthands();
const Shorthand* find_shorthand(std::string_view name);

}  // namespace rattleback
