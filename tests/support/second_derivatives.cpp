#include "support/second_derivatives.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "expr/functions.hpp"
#include "support/oracle_value.hpp"

namespace rattleback::testing {
namespace {

using Real = long double;
constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();

Real number_of(const Expr& e) { return OracleValue<Real>({})(e); }

struct Outer {
    Real f, f1, f2;
};

Outer integer_power(Real u, int n) {
    const auto power = [&](int k) {
        Real result = 1;
        for (int i = 0; i < std::abs(k); ++i) result *= u;
        return k < 0 ? 1 / result : result;
    };
    const Real m = static_cast<Real>(n);
    return {power(n), m * power(n - 1), n == 1 ? 0 : m * (m - 1) * power(n - 2)};
}

Outer real_power(Real u, Real c) {
    if (!(u > 0)) return {nan, nan, nan};
    const Real f = std::exp(c * std::log(u));
    return {f, c * f / u, c * (c - 1) * f / (u * u)};
}

Outer function_of(FunctionId id, Real u) {
    switch (id) {
        case FunctionId::Abs: return {std::fabs(u), u < 0 ? -1.0L : 1.0L, 0};
        case FunctionId::Acos: {
            const Real w = 1 - u * u, r = std::sqrt(w);
            return {std::acos(u), -1 / r, -u / (w * r)};
        }
        case FunctionId::Asin: {
            const Real w = 1 - u * u, r = std::sqrt(w);
            return {std::asin(u), 1 / r, u / (w * r)};
        }
        case FunctionId::Atan: {
            const Real w = 1 + u * u;
            return {std::atan(u), 1 / w, -2 * u / (w * w)};
        }
        case FunctionId::Atan2: break;
        case FunctionId::Cos: return {std::cos(u), -std::sin(u), -std::cos(u)};
        case FunctionId::Cosh: return {std::cosh(u), std::sinh(u), std::cosh(u)};
        case FunctionId::Erf: {
            const Real slope = 2 * std::numbers::inv_sqrtpi_v<Real> * std::exp(-u * u);
            return {std::erf(u), slope, -2 * u * slope};
        }
        case FunctionId::Exp: return {std::exp(u), std::exp(u), std::exp(u)};
        case FunctionId::Log:
            if (!(u > 0)) return {nan, nan, nan};
            return {std::log(u), 1 / u, -1 / (u * u)};
        case FunctionId::Sign: return {static_cast<Real>((u > 0) - (u < 0)), 0, 0};
        case FunctionId::Sin: return {std::sin(u), std::cos(u), -std::sin(u)};
        case FunctionId::Sinh: return {std::sinh(u), std::cosh(u), std::sinh(u)};
        case FunctionId::Sqrt: {
            const Real r = std::sqrt(u);
            return {r, 1 / (2 * r), -1 / (4 * u * r)};
        }
        case FunctionId::Tan: {
            const Real s = std::tan(u), w = 1 + s * s;
            return {s, w, 2 * s * w};
        }
        case FunctionId::Tanh: {
            const Real s = std::tanh(u), w = 1 - s * s;
            return {s, w, -2 * s * w};
        }
    }
    return {nan, nan, nan};
}

}  // namespace

SecondDerivatives::SecondDerivatives(const Expr& e, const std::vector<Expr>& variables,
                                     const std::unordered_map<Expr, long double>& known, int order)
    : size_(variables.size()), order_(order), variables_(variables) {
    const std::size_t last = flattened(e, known);
    if (last + 1 != nodes_.size()) add(nodes_[last]);
}

std::size_t SecondDerivatives::add(Step step) {
    for (const std::size_t i : step.from)
        for (const std::size_t variable : nodes_[i].variables)
            if (std::ranges::find(step.variables, variable) == step.variables.end())
                step.variables.push_back(variable);
    step.first.assign(size_, 0);
    step.second.assign(size_ * size_, 0);
    nodes_.push_back(std::move(step));
    return nodes_.size() - 1;
}

std::size_t SecondDerivatives::flattened(const Expr& e,
                                         const std::unordered_map<Expr, long double>& known) {
    if (const auto it = place_.find(e); it != place_.end()) return it->second;
    Step step;
    std::optional<std::size_t> at;
    switch (e.kind()) {
        case Kind::Number:
        case Kind::Pi: step.number = number_of(e); break;
        case Kind::Symbol: at = flattened_symbol(e, known); break;
        case Kind::Unspecified: throw std::logic_error("an unspecified function has no value");
        case Kind::Product: at = flattened_product(e, known); break;
        case Kind::Power:
            step.rule = Rule::RealPower;
            step.number = number_of(e.args()[1]);
            if (std::isnan(step.number)) throw std::logic_error("an exponent that is no number");
            step.from = {flattened(e.args()[0], known)};
            break;
        case Kind::Call:
            step.rule = e.function() == FunctionId::Atan2 ? Rule::Angle : Rule::Call;
            step.function = e.function();
            for (const Expr& arg : e.args()) step.from.push_back(flattened(arg, known));
            break;
        case Kind::Sum:
            step.rule = Rule::Sum;
            step.number = number_of(Expr(e.number()));
            for (std::size_t i = 0; i < e.args().size(); ++i) {
                step.from.push_back(flattened(e.args()[i], known));
                step.factors.push_back(number_of(Expr(e.coefficients()[i])));
            }
            break;
    }
    if (!at) at = add(std::move(step));
    place_.emplace(e, *at);
    return *at;
}

std::size_t SecondDerivatives::flattened_symbol(
    const Expr& e, const std::unordered_map<Expr, long double>& known) {
    Step step;
    const auto found = std::ranges::find(variables_, e);
    if (found == variables_.end()) {
        const auto value = known.find(e);
        step.number = value == known.end() ? nan : value->second;
        return add(std::move(step));
    }
    const auto i = static_cast<std::size_t>(found - variables_.begin());
    step.rule = Rule::Variable;
    step.variables = {i};
    const std::size_t at = add(std::move(step));
    nodes_[at].first[i] = 1;
    return at;
}

std::size_t SecondDerivatives::flattened_product(
    const Expr& e, const std::unordered_map<Expr, long double>& known) {
    std::optional<std::size_t> product;
    for (std::size_t i = 0; i < e.args().size(); ++i) {
        std::size_t factor = flattened(e.args()[i], known);
        if (e.exponents()[i] != 1)
            factor = add({.rule = Rule::IntegerPower,
                          .from = {factor},
                          .number = static_cast<long double>(e.exponents()[i])});
        product = product ? add({.rule = Rule::Times, .from = {*product, factor}}) : factor;
    }
    return *product;
}

void SecondDerivatives::at(const std::vector<long double>& point) {
    for (Step& step : nodes_)
        if (step.rule == Rule::Variable)
            step.value = point[step.variables[0]];
        else
            run(step);
}

void SecondDerivatives::run(Step& step) {
    const auto of = [&](std::size_t i) { return nodes_[step.from[i]].value; };
    const auto composed = [&](const Outer& outer) { compose(step, outer.f, outer.f1, outer.f2); };
    switch (step.rule) {
        case Rule::Constant: step.value = step.number; return;
        case Rule::Variable: return;
        case Rule::Sum: return sum(step);
        case Rule::Times: return compose(step, {of(0) * of(1), of(1), of(0), 0, 1, 0});
        case Rule::IntegerPower:
            return composed(integer_power(of(0), static_cast<int>(step.number)));
        case Rule::RealPower: return composed(real_power(of(0), step.number));
        case Rule::Call: return composed(function_of(step.function, of(0)));
        case Rule::Angle: {
            const Real y = of(0), x = of(1), r = x * x + y * y, r2 = r * r;
            return compose(step, {std::atan2(y, x), x / r, -y / r, -2 * x * y / r2,
                                  (y * y - x * x) / r2, 2 * x * y / r2});
        }
    }
}

void SecondDerivatives::sum(Step& step) const {
    step.value = step.number;
    if (order_ >= 1) std::ranges::fill(step.first, 0);
    if (order_ >= 2) std::ranges::fill(step.second, 0);
    for (std::size_t k = 0; k < step.from.size(); ++k) {
        const Step& u = nodes_[step.from[k]];
        const Real c = step.factors[k];
        step.value += c * u.value;
        if (order_ < 1) continue;
        for (const std::size_t i : u.variables) {
            step.first[i] += c * u.first[i];
            if (order_ < 2) continue;
            for (const std::size_t j : u.variables)
                step.second[i * size_ + j] += c * u.second[i * size_ + j];
        }
    }
}

void SecondDerivatives::compose(Step& step, long double f, long double f1, long double f2) const {
    const Step& u = nodes_[step.from[0]];
    step.value = f;
    if (order_ < 1) return;
    for (const std::size_t i : step.variables) {
        step.first[i] = f1 * u.first[i];
        if (order_ < 2) continue;
        for (const std::size_t j : step.variables)
            step.second[i * size_ + j] =
                f1 * u.second[i * size_ + j] + f2 * u.first[i] * u.first[j];
    }
}

void SecondDerivatives::compose(Step& step, const Binary& o) const {
    const Step& x = nodes_[step.from[0]];
    const Step& y = nodes_[step.from[1]];
    step.value = o.f;
    if (order_ < 1) return;
    for (const std::size_t i : step.variables) {
        step.first[i] = o.fx * x.first[i] + o.fy * y.first[i];
        if (order_ < 2) continue;
        for (const std::size_t j : step.variables)
            step.second[i * size_ + j] =
                o.fx * x.second[i * size_ + j] + o.fy * y.second[i * size_ + j] +
                o.fxx * x.first[i] * x.first[j] + o.fyy * y.first[i] * y.first[j] +
                o.fxy * (x.first[i] * y.first[j] + y.first[i] * x.first[j]);
    }
}

}  // namespace rattleback::testing
