#include "compiled/bounded_quotients.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "expr/functions.hpp"
#include "expr/rebuild.hpp"

namespace rattleback {
namespace {

// u/v, if they are multiples of the same expression.
std::optional<Number> ratio_of(const Expr& u, const Expr& v) {
    const auto parts = [](const Expr& e) {
        const bool scaled = e.kind() == Kind::Sum && e.args().size() == 1 && e.number().is_zero();
        return scaled ? std::pair{e.args()[0], e.coefficients()[0]} : std::pair{e, Number(1)};
    };
    const auto [core_u, times_u] = parts(u);
    const auto [core_v, times_v] = parts(v);
    if (core_u != core_v) return {};
    return times_u / times_v;
}

// v of a term exp(v), or exp(v)·w.
std::optional<Expr> exponent_of(const Expr& term) {
    if (is_call(term, FunctionId::Exp)) return term.args()[0];
    if (term.kind() != Kind::Product) return {};
    for (std::size_t i = 0; i < term.args().size(); ++i)
        if (is_call(term.args()[i], FunctionId::Exp) && term.exponents()[i] == 1)
            return term.args()[i].args()[0];
    return {};
}

// How fast the sum grows beside exp(v): the greatest r such that it has a term exp(r·v); 0 if none.
Number growth(const Expr& sum, const Expr& v) {
    Number greatest = 0;
    for (const Expr& term : sum.args())
        if (const auto u = exponent_of(term))
            if (const auto r = ratio_of(*u, v); r && r->is_exact())
                greatest = std::max(greatest, *r);
    return greatest;
}

// sum·exp(−v), each term with one exponential.
Expr divided(const Expr& sum, const Expr& v) {
    SumBuilder result;
    result.add(sum.number(), exp(-v));
    for (std::size_t i = 0; i < sum.args().size(); ++i) {
        const Expr& term = sum.args()[i];
        const Expr u = exponent_of(term).value_or(0);
        result.add(sum.coefficients()[i], term / exp(u) * exp(u - v));
    }
    return result.build();
}

// sinhᵃ u/coshᵇ u through tanh u, which may be all that is left.
Expr with_tanh(const Expr& product) {
    Expr result = product;
    for (std::size_t i = 0; i < product.args().size(); ++i) {
        const Expr& sine = product.args()[i];
        if (!is_call(sine, FunctionId::Sinh) || product.exponents()[i] < 0) continue;
        const Expr cosine = cosh(sine.args()[0]);
        for (std::size_t j = 0; j < product.args().size(); ++j)
            if (product.args()[j] == cosine && product.exponents()[j] < 0) {
                const auto n = std::min(product.exponents()[i], -product.exponents()[j]);
                result = result * pow(tanh(sine.args()[0]) * cosine / sine, n);
            }
    }
    return result;
}

Expr bounded(const Expr& product) {
    if (product.kind() != Kind::Product) return product;
    std::map<Expr, std::int64_t> sums;  // below the bar
    ProductBuilder result;
    ExprVector exponents;  // above it
    for (std::size_t i = 0; i < product.args().size(); ++i) {
        const Expr& factor = product.args()[i];
        const std::int64_t n = product.exponents()[i];
        if (n > 0 && is_call(factor, FunctionId::Exp))
            exponents.push_back(n * factor.args()[0]);
        else if (n < 0 && factor.kind() == Kind::Sum)
            sums.emplace(factor, -n);
        else
            result.multiply(factor, n);
    }
    if (exponents.empty() || sums.empty()) return product;
    for (const Expr& v : exponents) {
        Number left = 1;  // of v
        for (auto& [sum, n] : sums) {
            const Number r = growth(sum, v);
            for (; n > 0 && r.sign() > 0 && left.sign() > 0; --n) {
                const Number part = std::min(r, left);
                result.multiply(divided(sum, part * v), -1);
                left = left - part;
            }
        }
        result.multiply(exp(left * v));
    }
    for (const auto& [sum, n] : sums) result.multiply(sum, -n);
    return result.build();
}

}  // namespace

ExprVector with_bounded_quotients(std::span<const Expr> expressions) {
    return rebuilt(expressions, [](const Expr& node, std::span<const Expr> args) {
        const Expr now = with_children(node, args);
        return now.kind() == Kind::Product ? bounded(with_tanh(now)) : now;
    });
}

}  // namespace rattleback
