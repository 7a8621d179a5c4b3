#include "exact/degree_bound.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "exact/field.hpp"
#include "expr/functions.hpp"

namespace rattleback {
namespace {

double bits(const Number& n) {
    const double size = std::fabs(n.to_double());
    return size <= 1             ? 0
           : std::isfinite(size) ? std::log2(size)
                                 : 4.0 * static_cast<double>(n.to_text().size());
}

double total(const std::vector<KernelBasis::Multiple>& multiples) {
    double sum = 0;
    for (const auto& m : multiples) sum += std::fabs(static_cast<double>(m.times));
    return sum;
}

}  // namespace

DegreeBounds::DegreeBounds(const KernelBasis& basis, std::span<const Expr> expressions)
    : basis_(basis), factors_{{0, 0}} {
    std::map<std::string, double> denominators;
    const auto note = [&](const Number& n) {
        if (n.is_exact() && !n.is_integer()) {
            const Number d = n.denominator();
            denominators.emplace(d.to_text(), bits(d));
        }
    };
    const Graph graph(expressions);
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (node.is_number() || node.kind() == Kind::Sum) note(node.number());
        for (const Number& c : node.coefficients()) note(c);
    }
    for (const auto& [text, size] : denominators) factors_[0].height += size + 1;
}

double DegreeBounds::degree_of_divisors(const DegreeBound& b) const {
    double degree = 0;
    for (const auto& [factor, n] : b.divisors) degree += n * factors_[factor].degree;
    return degree;
}

double DegreeBounds::height_of_divisors(const DegreeBound& b) const {
    double height = 0;
    for (const auto& [factor, n] : b.divisors) height += n * factors_[factor].height;
    return height;
}

DegreeBound DegreeBounds::number(const Number& n) const {
    DegreeBound bound{.height = bits(n) + 1};
    if (!n.is_exact() || n.is_integer()) return bound;
    bound.height += factors_[0].height;
    bound.divisors[0] = 1;
    return bound;
}

// Over the least common denominator of the terms.
DegreeBound DegreeBounds::sum(std::span<const DegreeBound> terms) const {
    DegreeBound result;
    for (const DegreeBound& term : terms)
        for (const auto& [factor, n] : term.divisors)
            result.divisors[factor] = std::max(result.divisors[factor], n);
    const double degree = degree_of_divisors(result), height = height_of_divisors(result);
    for (const DegreeBound& term : terms) {
        result.degree = std::max(result.degree, term.degree + degree - degree_of_divisors(term));
        result.height = std::max(result.height, term.height + height - height_of_divisors(term));
    }
    result.height += std::log2(static_cast<double>(terms.size()) + 1);
    return result;
}

std::size_t DegreeBounds::divisor(const Expr& node, const DegreeBound& numerator) {
    const auto [place, is_new] = divisor_.try_emplace(node, factors_.size());
    if (is_new) factors_.push_back({numerator.degree, numerator.height});
    return place->second;
}

DegreeBound DegreeBounds::of_product(const Expr& node, std::span<const DegreeBound* const> args) {
    DegreeBound result;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const double n = std::abs(node.exponents()[i]);
        if (node.exponents()[i] > 0) {
            result.degree += n * args[i]->degree;
            result.height += n * args[i]->height;
            for (const auto& [factor, m] : args[i]->divisors) result.divisors[factor] += n * m;
        } else {
            result.degree += n * degree_of_divisors(*args[i]);
            result.height += n * height_of_divisors(*args[i]);
            result.divisors[divisor(node.args()[i], *args[i])] += n;
        }
    }
    return result;
}

DegreeBound DegreeBounds::of_call(const Expr& node, std::span<const DegreeBound* const> args) {
    switch (node.function()) {
        case FunctionId::Sin:
        case FunctionId::Cos:
        case FunctionId::Tan: {
            const double n = total(basis_.angle(node.args()[0]).multiples) + 1;
            DegreeBound bound{.degree = n, .height = n};
            if (node.function() == FunctionId::Tan) bound.divisors[divisor(node, bound)] = 1;
            return bound;
        }
        case FunctionId::Exp:
        case FunctionId::Sinh:
        case FunctionId::Cosh:
        case FunctionId::Tanh: {
            const double n = 2 * total(basis_.exponent(node.args()[0])) + 1;
            DegreeBound bound{.degree = n, .height = 2};
            bound.divisors[divisor(node, bound)] = 1;
            return bound;
        }
        // √(N/D) = √(N·D)/D, and √(N·D) counts half of what its square does.
        case FunctionId::Sqrt: {
            DegreeBound bound = *args[0];
            bound.degree = (bound.degree + degree_of_divisors(bound)) / 2 + 1;
            bound.height = (bound.height + height_of_divisors(bound)) / 2 + 1;
            return bound;
        }
        case FunctionId::Abs: return *args[0];
        case FunctionId::Sign: {  // u/|u|
            DegreeBound bound = *args[0];
            bound.degree += degree_of_divisors(bound);
            bound.height += height_of_divisors(bound);
            bound.divisors[divisor(node, bound)] += 1;
            return bound;
        }
        case FunctionId::Acos:
        case FunctionId::Asin:
        case FunctionId::Atan:
        case FunctionId::Atan2:
        case FunctionId::Erf:
        case FunctionId::Log: break;
    }
    return {.degree = 1, .height = 1};
}

DegreeBound DegreeBounds::of_node(const Expr& node, std::span<const DegreeBound* const> args) {
    switch (node.kind()) {
        case Kind::Number: return number(node.number());
        case Kind::Pi:
        case Kind::Symbol:
        case Kind::Unspecified: return {.degree = 1, .height = 1};
        case Kind::Call: return of_call(node, args);
        case Kind::Product: return of_product(node, args);
        case Kind::Power: {
            const Expr& exponent = node.args()[1];
            DegreeBound bound = *args[0];
            const double whole =
                is_general_power(node) ? 2 * total(basis_.exponent(exponent)) + 1 : 1;
            bound.degree = whole * (1 + bound.degree + degree_of_divisors(bound));
            bound.height = whole * (1 + bound.height + height_of_divisors(bound));
            bound.divisors = {{divisor(node, bound), 1}};
            return bound;
        }
        case Kind::Sum: {
            std::vector<DegreeBound> terms{number(node.number())};
            for (std::size_t i = 0; i < args.size(); ++i) {
                DegreeBound term = *args[i];
                const DegreeBound factor = number(node.coefficients()[i]);
                term.height += factor.height;
                for (const auto& [f, n] : factor.divisors) term.divisors[f] += n;
                terms.push_back(std::move(term));
            }
            return sum(terms);
        }
    }
    return {};
}

void DegreeBounds::note(const DegreeBound& bound) {
    largest_degree_ = std::max(largest_degree_, bound.degree + degree_of_divisors(bound));
    largest_height_ = std::max(largest_height_, bound.height + height_of_divisors(bound));
}

void DegreeBounds::note_difference(const DegreeBound& a, const DegreeBound& b) {
    note({.degree = a.degree + b.degree + degree_of_divisors(a) + degree_of_divisors(b),
          .height = a.height + b.height + height_of_divisors(a) + height_of_divisors(b) + 1});
}

DegreeBound DegreeBounds::either(const DegreeBound& a, const DegreeBound& b) {
    factors_.push_back({std::max(degree_of_divisors(a), degree_of_divisors(b)),
                        std::max(height_of_divisors(a), height_of_divisors(b))});
    return {.degree = std::max(a.degree, b.degree),
            .height = std::max(a.height, b.height),
            .divisors = {{factors_.size() - 1, 1}}};
}

void DegreeBounds::look_at(std::span<const Expr> expressions) {
    const Graph graph(expressions);
    std::vector<const DegreeBound*> args;
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (known_.contains(node)) continue;
        args.clear();
        for (const Expr& child : node.args()) args.push_back(&known_.at(child));
        const DegreeBound bound = of_node(node, args);
        note(bound);
        known_.emplace(node, bound);
    }
}

DegreeBound DegreeBounds::of(const Expr& e) {
    if (!known_.contains(e)) look_at({&e, 1});
    return known_.at(e);
}

// Rows brought to a common denominator; then both determinants have at most the degree of a product
// of one entry of each row.
DegreeBound DegreeBounds::of_solution(const ExprMatrix& matrix, const ExprVector& right) {
    look_at(right);
    for (const auto& row : matrix) look_at(row);
    Factor determinant{0, 0};
    for (std::size_t i = 0; i < matrix.size(); ++i) {
        std::vector<DegreeBound> entries{of(right[i])};
        for (const Expr& e : matrix[i]) entries.push_back(of(e));
        const DegreeBound row = sum(entries);
        determinant.degree += row.degree;
        determinant.height += row.height;
    }
    largest_degree_ = std::max(largest_degree_, determinant.degree);
    largest_height_ = std::max(largest_height_, determinant.height);
    factors_.push_back(determinant);
    return {.degree = determinant.degree,
            .height = determinant.height,
            .divisors = {{factors_.size() - 1, 1}}};
}

double log_probability_of_accident(const DegreeBounds& bounds, const KernelBasis& basis,
                                   std::size_t roots) {
    constexpr double bits_of_prime = 61;       // primes lie between 2^61 and 2^62
    constexpr double number_of_primes = 1e15;  // that may be drawn; a lower bound
    const double d = bounds.largest_degree(), h = bounds.largest_height() + d;
    const double one = 2 * d / std::exp2(bits_of_prime) + h / bits_of_prime / number_of_primes;
    // The norm over k roots has 2^k times the degree and the height, and a point where all radicands
    // are squares is met once in 2^k times. Pairs of free kernels may agree by accident.
    const double k = static_cast<double>(roots), free = static_cast<double>(basis.free_kernels());
    return std::log10(2 * (std::exp2(2 * k) + free * free) * one);
}

}  // namespace rattleback
