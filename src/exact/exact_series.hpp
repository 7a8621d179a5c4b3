// Power series of expressions along a motion, exactly.
//
//     ExactSeries rates({cos(x)*u}, {x, u});
//     rates.next({x0, u0});       // the coefficient of t⁰ of cos(x)·u where x = x0 + …, u = u0 + …
//     rates.next({x1, u1});       // of t¹
//
// The symbols are series of t whose coefficients become known one after the other, as those of the
// solution of a differential equation do. Each call takes one coefficient of every symbol and gives that of every
// expression. Coefficients are formulas, simplified; they may have letters in them.
//
//     (a + b)ₖ = aₖ + bₖ      (a·b)ₖ = Σⱼ aⱼ bₖ₋ⱼ      k b₀ (bᵉ)ₖ = Σⱼ (j(e + 1) − k) bⱼ (bᵉ)ₖ₋ⱼ
//     k f(u)ₖ = Σⱼ j uⱼ f′(u)ₖ₋ⱼ , j > 0
//
// The last rule is for every function: its derivative is an expression, whose coefficients are needed to
// one order less. So cos and sin, or tan and 1 + tan², give each other their coefficients.
#pragma once

#include <span>
#include <unordered_map>

#include "expr/matrices.hpp"

namespace rattleback {

class ExactSeries {
public:
    ExactSeries(std::span<const Expr> expressions, const ExprVector& symbols);

    // Throws NumericalError where an expression has no power series: a root, a quotient, a logarithm or
    // an absolute value of what is zero at t = 0. Throws TooLarge where coefficients grow beyond 20 000 parts.
    ExprVector next(std::span<const Expr> of_symbols);

private:
    enum class Rule : std::uint8_t { Constant, Symbol, Sum, Product, Power, Call };
    struct Line {
        Rule rule;
        Expr what;                               // the expression; of a Power its exponent
        std::vector<std::size_t> parts = {};     // the lines of which it is made
        std::vector<std::size_t> partials = {};  // of a Call: ∂f/∂part
        ExprVector coefficients = {};
    };

    std::size_t add(Line line);
    std::size_t line_of(const Expr& e);
    std::size_t line_of_product(const Expr& e);
    Expr first(const Line& line) const;                 // coefficient
    Expr later(const Line& line, std::size_t k) const;  // coefficient k > 0
    Expr of_power(const Line& line, std::size_t k) const;

    ExprVector symbols_;
    std::unordered_map<Expr, std::size_t> place_;
    std::vector<Line> lines_;
    std::vector<std::size_t> wanted_;
};

}  // namespace rattleback
