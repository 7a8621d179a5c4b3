// The value of an expression, and how far code in double precision may be from it.
//
// A running error analysis in long double, by plain recursion: every operation adds the error of its
// operands, magnified as its derivative says, and its own rounding, u = 2⁻⁵³ per step of arithmetic
// and `ulps_of_functions` units for an elementary function. Sums are bounded for every order of
// summation and products for every grouping, so the bound holds for any honest code, fused or not.
// It shares nothing with src but the shape of expressions.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <string>
#include <unordered_map>

#include "expr/expr.hpp"
#include "expr/functions.hpp"

namespace rattleback::testing {

struct Bounded {
    long double value = 0, error = 0;
    // Whether the bound says something: finite, and small beside the value.
    bool useful() const {
        return std::isfinite(value) && std::isfinite(error) &&
               error <= 1e-3L * std::fabs(value) + 1e-200L && std::fabs(value) < 1e200L &&
               (value == 0 || std::fabs(value) > 1e-200L);
    }
    bool admits(double x) const {
        return std::fabs(static_cast<long double>(x) - value) <= error + 1e-300L;
    }
};

class RoundingBound {
public:
    explicit RoundingBound(const std::unordered_map<Expr, double>& inputs) {
        for (const auto& [name, x] : inputs) known_[name] = {x, 0};
    }

    Bounded operator()(const Expr& e) {
        if (const auto it = known_.find(e); it != known_.end()) return it->second;
        const Bounded result = compute(e);
        if (!result.useful()) all_useful_ = false;
        known_.emplace(e, result);
        return result;
    }

    // Whether the bound was useful at every node so far: first order is then all there is.
    bool all_useful() const { return all_useful_; }

    static constexpr long double u = 0x1p-53L;
    static constexpr long double ulps_of_functions = 2;

private:
    static long double number(const Number& n) {
        if (!n.is_exact()) return n.to_double();
        return std::strtold(n.numerator().to_text().c_str(), nullptr) /
               std::strtold(n.denominator().to_text().c_str(), nullptr);
    }

    Bounded compute(const Expr& e) {
        switch (e.kind()) {
            case Kind::Number: return rounded(number(e.number()));
            case Kind::Pi: return rounded(std::numbers::pi_v<long double>);
            case Kind::Sum: return sum(e);
            case Kind::Product: return product(e);
            case Kind::Power: return power(e);
            case Kind::Call: return call(e);
            case Kind::Symbol:
            case Kind::Unspecified: break;
        }
        return {std::numeric_limits<long double>::quiet_NaN(), 0};
    }

    static Bounded rounded(long double x) { return {x, u * std::fabs(x)}; }

    Bounded sum(const Expr& e) {
        const auto args = e.args();
        long double value = number(e.number()), error = 0, size = std::fabs(value);
        for (std::size_t i = 0; i < args.size(); ++i) {
            const long double c = number(e.coefficients()[i]);
            const Bounded term = (*this)(args[i]);
            value += c * term.value;
            error += std::fabs(c) * term.error;
            size += std::fabs(c * term.value) + std::fabs(c) * term.error;
        }
        return {value, error + static_cast<long double>(args.size() + 3) * u * size};
    }

    Bounded product(const Expr& e) {
        const auto args = e.args();
        const auto raised = [&](std::size_t i, int less) {
            return std::pow((*this)(args[i]).value,
                            static_cast<long double>(e.exponents()[i] - less));
        };
        long double value = 1, steps = 4, error = 0;
        for (std::size_t i = 0; i < args.size(); ++i) {
            const int n = std::abs(e.exponents()[i]);
            value *= raised(i, 0);
            steps += static_cast<long double>(2 * n);
            long double slope = n;
            for (std::size_t j = 0; j < args.size(); ++j) slope *= raised(j, i == j ? 1 : 0);
            error += std::fabs(slope) * (*this)(args[i]).error;
        }
        return {value, (error + steps * u * std::fabs(value)) * 1.01L};
    }

    Bounded power(const Expr& e) {
        const Bounded base = (*this)(e.args()[0]), exponent = (*this)(e.args()[1]);
        const long double value = std::pow(base.value, exponent.value);
        const long double relative = std::fabs(exponent.value) * (base.error / base.value + 2 * u) +
                                     std::fabs(std::log(base.value)) * exponent.error + 4 * u;
        return {value, std::fabs(value) * relative * 1.01L};
    }

    // The error of the argument is felt as the change of the function over it.
    Bounded call(const Expr& e) {
        const Bounded x = (*this)(e.args()[0]), y = (*this)(e.args().back());
        const long double value = apply(e.function(), x.value, y.value);
        long double change = 0;
        for (const long double dx : {-x.error, x.error})
            for (const long double dy : {-y.error, y.error})
                change = std::max(
                    change, std::fabs(apply(e.function(), x.value + dx, y.value + dy) - value));
        const long double rounding = 2 * u * ulps_of_functions * std::fabs(value);
        return {value, 1.1L * change + rounding};
    }

    static long double apply(FunctionId id, long double x, long double y) {
        switch (id) {
            case FunctionId::Abs: return std::fabs(x);
            case FunctionId::Acos: return std::acos(x);
            case FunctionId::Asin: return std::asin(x);
            case FunctionId::Atan: return std::atan(x);
            case FunctionId::Atan2: return std::atan2(x, y);
            case FunctionId::Cos: return std::cos(x);
            case FunctionId::Cosh: return std::cosh(x);
            case FunctionId::Erf: return std::erf(x);
            case FunctionId::Exp: return std::exp(x);
            case FunctionId::Log: return std::log(x);
            case FunctionId::Sign: return x > 0 ? 1 : x < 0 ? -1 : x;
            case FunctionId::Sin: return std::sin(x);
            case FunctionId::Sinh: return std::sinh(x);
            case FunctionId::Sqrt: return std::sqrt(x);
            case FunctionId::Tan: return std::tan(x);
            case FunctionId::Tanh: return std::tanh(x);
        }
        return std::numeric_limits<long double>::quiet_NaN();
    }

    std::unordered_map<Expr, Bounded> known_;
    bool all_useful_ = true;
};

}  // namespace rattleback::testing
