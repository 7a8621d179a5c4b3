// How large the numerator of an expression can be: its degree and its coefficients, without writing
// it out.
//
// An expression is N/D, polynomials over ℤ in symbols and kernels (prime_point.hpp). Along the graph
// bounds of deg N and of log₂ of the sum of the absolute coefficients of N are computed, and D is
// known by its factors, each the numerator of a node by which something is divided: terms of a sum
// that are divided by the same node have that factor in common. The bounds are generous, and cost no
// more than an evaluation.
//
// From them the probability that N vanishes at a random point of a random prime field, though it is
// not zero (Schwartz 1980, Zippel 1979): at most 2 deg N/p at a point of which some coordinates lie
// on circles, and for each prime the chance that it divides all coefficients of N.
#pragma once

#include <map>
#include <unordered_map>

#include "exact/prime_point.hpp"

namespace rattleback {

struct DegreeBound {
    double degree = 0, height = 0;                // of the numerator; the height in bits
    std::map<std::size_t, double> divisors = {};  // factors of the denominator → multiplicity
};

class DegreeBounds {
public:
    // All expressions that will be asked for, so that numbers have one common denominator.
    DegreeBounds(const KernelBasis& basis, std::span<const Expr> expressions);

    void look_at(std::span<const Expr> expressions);
    DegreeBound of(const Expr& e);
    // The difference of two quantities that have no expression is asked for, too.
    void note_difference(const DegreeBound& a, const DegreeBound& b);
    // A symbol that stands for something else, such as the solution of a linear system.
    void define(const Expr& symbol, DegreeBound bound) { known_[symbol] = std::move(bound); }
    // Of each unknown of matrix · unknowns = right, by Cramer's rule.
    DegreeBound of_solution(const ExprMatrix& matrix, const ExprVector& right);
    // Of something that is one of two.
    DegreeBound either(const DegreeBound& a, const DegreeBound& b);

    // The largest of all that was asked for.
    double largest_degree() const { return largest_degree_; }
    double largest_height() const { return largest_height_; }

private:
    struct Factor {
        double degree, height;
    };
    void note(const DegreeBound& bound);
    DegreeBound sum(std::span<const DegreeBound> terms) const;
    DegreeBound of_node(const Expr& node, std::span<const DegreeBound* const> args);
    DegreeBound of_call(const Expr& node, std::span<const DegreeBound* const> args);
    DegreeBound of_product(const Expr& node, std::span<const DegreeBound* const> args);
    DegreeBound number(const Number& n) const;
    double degree_of_divisors(const DegreeBound& b) const;
    double height_of_divisors(const DegreeBound& b) const;
    std::size_t divisor(const Expr& node, const DegreeBound& numerator);

    const KernelBasis& basis_;
    std::vector<Factor> factors_;  // number 0: the common denominator of all numbers
    std::unordered_map<Expr, std::size_t> divisor_;
    std::unordered_map<Expr, DegreeBound> known_;
    double largest_degree_ = 1, largest_height_ = 1;
};

// log₁₀ of the probability of an accident at one point, for k roots and some free kernels whose
// arguments might agree by accident.
double log_probability_of_accident(const DegreeBounds& bounds, const KernelBasis& basis,
                                   std::size_t roots);

}  // namespace rattleback
