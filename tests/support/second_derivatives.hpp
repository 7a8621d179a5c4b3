// A formula with its first and second derivatives at a point, by plain numbers.
//
// Every node carries value, gradient and Hessian forward through the rules of sums, products and
// compositions: h(f(g)) has h' g'g'ᵀ and so on, in long double, without any difference quotient. The
// formula is flattened once, so that thousands of points are cheap: this is what lets the oracle of
// motion_oracle.hpp be integrated. It shares nothing with src but the graph that it reads.
//
//     SecondDerivatives f(parse("x^2*sin(y)"), {symbol("x"), symbol("y")});
//     f.at(Vector{2, 0.5L});
//     f.value(), f.first(0), f.second(0, 1)
//
// What is not real is NaN. Unspecified functions have no values here.
#pragma once

#include <unordered_map>
#include <vector>

#include "expr/expr.hpp"

namespace rattleback::testing {

class SecondDerivatives {
public:
    // `known` has the values of symbols that are no variables. With `order` 1 or 0 the derivatives
    // above it are left out.
    SecondDerivatives(const Expr& e, const std::vector<Expr>& variables,
                      const std::unordered_map<Expr, long double>& known = {}, int order = 2);

    void at(const std::vector<long double>& point);

    long double value() const { return nodes_.back().value; }
    long double first(std::size_t i) const { return nodes_.back().first[i]; }
    long double second(std::size_t i, std::size_t j) const {
        return nodes_.back().second[i * size_ + j];
    }

private:
    enum class Rule { Constant, Variable, Sum, Times, IntegerPower, RealPower, Call, Angle };
    struct Step {
        Rule rule = Rule::Constant;
        FunctionId function = {};
        std::vector<std::size_t> from = {};  // earlier steps
        std::vector<long double> factors = {};
        long double number = 0;                   // constant, exponent, or c₀ of a sum
        std::vector<std::size_t> variables = {};  // on which it depends
        long double value = 0;
        std::vector<long double> first = {}, second = {};
    };

    std::size_t flattened(const Expr& e, const std::unordered_map<Expr, long double>& known);
    std::size_t flattened_symbol(const Expr& e, const std::unordered_map<Expr, long double>& known);
    std::size_t flattened_product(const Expr& e,
                                  const std::unordered_map<Expr, long double>& known);
    std::size_t add(Step step);
    void run(Step& step);
    void sum(Step& step) const;
    // The outer function f with f', f'' of one step; of two, with the partial derivatives.
    void compose(Step& step, long double f, long double f1, long double f2) const;
    struct Binary {
        long double f, fx, fy, fxx, fxy, fyy;
    };
    void compose(Step& step, const Binary& outer) const;

    std::size_t size_;
    int order_;
    std::vector<Expr> variables_;
    std::unordered_map<Expr, std::size_t> place_;
    std::vector<Step> nodes_;
};

}  // namespace rattleback::testing
