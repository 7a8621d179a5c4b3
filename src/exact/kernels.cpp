#include "exact/kernels.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "exact/field.hpp"
#include "exact/radicals.hpp"
#include "expr/functions.hpp"
#include "expr/rebuild.hpp"

namespace rattleback {
namespace {

struct SineCosine {
    Expr sine, cosine;
};

SineCosine sum_of(const SineCosine& a, const SineCosine& b) {
    return {a.sine * b.cosine + a.cosine * b.sine, a.cosine * b.cosine - a.sine * b.sine};
}

// n·a for a small whole n.
SineCosine multiple_of(SineCosine a, std::int64_t n) {
    if (n < 0) a.sine = -a.sine;
    SineCosine total{0, 1};
    for (auto k = std::abs(n); k > 0; --k) total = sum_of(total, a);
    return total;
}

// sin and cos of k·π/12 from those of π/4 and π/6: k = 3i + 2j with j in {0, ±1}.
SineCosine of_pi_twelfths(std::int64_t k) {
    k = (k % 24 + 24) % 24;
    const std::int64_t j = k % 3 == 0 ? 0 : (k % 3 == 2 ? 1 : -1);
    const std::int64_t i = (k - 2 * j) / 3;
    const Expr half_root = sqrt(2) / 2;
    SineCosine eighth{half_root, half_root};
    const SineCosine quarter = multiple_of({1, 0}, i / 2);
    const SineCosine whole = i % 2 != 0 ? sum_of(quarter, eighth) : quarter;
    return sum_of(whole, {j * ratio(1, 2), j == 0 ? Expr(1) : sqrt(3) / 2});
}

// sin and cos of an inverse function, as algebraic functions of its arguments.
std::optional<SineCosine> of_inverse_function(const Expr& e, const Limits& limits) {
    if (e.kind() != Kind::Call) return {};
    const auto w = e.args();
    SineCosine result;
    switch (e.function()) {
        case FunctionId::Asin: result = {w[0], sqrt(1 - pow(w[0], 2))}; break;
        case FunctionId::Atan:
            result = {w[0] / sqrt(1 + pow(w[0], 2)), 1 / sqrt(1 + pow(w[0], 2))};
            break;
        case FunctionId::Atan2: {
            const Expr radius = sqrt(pow(w[0], 2) + pow(w[1], 2));
            result = {w[0] / radius, w[1] / radius};
            break;
        }
        case FunctionId::Abs:
        case FunctionId::Acos:
        case FunctionId::Cos:
        case FunctionId::Cosh:
        case FunctionId::Erf:
        case FunctionId::Exp:
        case FunctionId::Log:
        case FunctionId::Sign:
        case FunctionId::Sin:
        case FunctionId::Sinh:
        case FunctionId::Sqrt:
        case FunctionId::Tan:
        case FunctionId::Tanh: return {};  // an acos is π/2 − asin
    }
    return SineCosine{with_atomic_kernels(result.sine, limits),
                      with_atomic_kernels(result.cosine, limits)};
}

// u as a sum of rational multiples, where u is a fraction each term in lowest terms by itself:
// (x + y)/(x·z) is 1/z + y/(x·z).
std::vector<std::pair<Expr, Number>> reduced_terms(const Expr& u, const Limits& limits) {
    auto terms = rational_terms(u);
    if (u.kind() != Kind::Product || terms.size() == 1) return terms;
    SumBuilder sum;
    for (const auto& [monomial, coefficient] : terms)
        sum.add(coefficient, normal_form_of_atomic(monomial, limits));
    return rational_terms(sum.build());
}

SineCosine of_angle(const Expr& u, const Limits& limits) {
    SumBuilder rest;
    SineCosine known{0, 1};
    for (const auto& [monomial, coefficient] : reduced_terms(u, limits)) {
        const auto twelfths =
            monomial.kind() == Kind::Pi ? (coefficient * Number(12)).to_int64() : std::nullopt;
        const auto whole = coefficient.to_int64();
        if (twelfths) {
            known = sum_of(known, of_pi_twelfths(*twelfths));
        } else if (const auto inverse = of_inverse_function(monomial, limits);
                   inverse && whole && std::abs(*whole) <= 16) {
            known = sum_of(known, multiple_of(*inverse, *whole));
        } else {
            rest.add(coefficient, monomial);
        }
    }
    const Expr angle = rest.build();
    return sum_of({sin(angle), cos(angle)}, known);
}

// exp u, with w^n in place of exp(n·log w) for n a multiple of 1/2.
Expr exponential(const Expr& u, const Limits& limits) {
    SumBuilder rest;
    ProductBuilder product;
    for (const auto& [monomial, coefficient] : reduced_terms(u, limits)) {
        const auto halves = (coefficient * Number(2)).to_int64();
        if (is_call(monomial, FunctionId::Log) && halves && std::abs(*halves) <= 1000)
            product.multiply(with_atomic_kernels(pow(monomial.args()[0], coefficient), limits));
        else
            rest.add(coefficient, monomial);
    }
    product.multiply(exp(rest.build()));
    return product.build();
}

Expr logarithm(const Expr& u) {
    if (is_call(u, FunctionId::Exp)) return u.args()[0];
    if (is_call(u, FunctionId::Sqrt)) return logarithm(u.args()[0]) / 2;
    if (!u.is_number() || !u.number().is_exact() || u.number().sign() <= 0) return log(u);
    SumBuilder sum;
    for (const auto& [prime, multiplicity] : prime_factors(u.number().numerator()))
        sum.add(multiplicity, log(prime));
    for (const auto& [prime, multiplicity] : prime_factors(u.number().denominator()))
        sum.add(-multiplicity, log(prime));
    return sum.build();
}

// A function of arguments in normal form.
Expr atomic_call(FunctionId f, std::span<const Expr> u, const Limits& limits) {
    const auto e = [&] { return exponential(u[0], limits); };
    switch (f) {
        case FunctionId::Sin: return of_angle(u[0], limits).sine;
        case FunctionId::Cos: return of_angle(u[0], limits).cosine;
        case FunctionId::Tan: {
            const auto [sine, cosine] = of_angle(u[0], limits);
            return sine / cosine;
        }
        case FunctionId::Exp: return e();
        case FunctionId::Sinh: return (e() - 1 / e()) / 2;
        case FunctionId::Cosh: return (e() + 1 / e()) / 2;
        case FunctionId::Tanh: return (e() - 1 / e()) / (e() + 1 / e());
        case FunctionId::Acos: return pi() / 2 - asin(u[0]);
        case FunctionId::Log: return logarithm(u[0]);
        case FunctionId::Sqrt: return square_root(u[0], limits);
        case FunctionId::Abs: return absolute_value(u[0], limits);
        case FunctionId::Sign: return sign_value(u[0], limits);
        case FunctionId::Asin:
        case FunctionId::Atan:
        case FunctionId::Atan2:
        case FunctionId::Erf: break;
    }
    return call(f, u);
}

// b^e for a base whose sign is not known, which has values at whole exponents where b < 0: there is
// no logarithm for it. What holds: b^(e + n) = b^e·b^n for whole n, (1/b)^e = b^(−e), and
// (c·b)^e = c^e·b^e for a number c > 0.
Expr general_power(const Field& field, Fraction base, Expr exponent, const Limits& limits) {
    if (base.num.is_constant() && !base.den.is_constant()) {
        std::swap(base.num, base.den);
        if (base.den.leading_sign() < 0) base = {-base.num, -base.den};
        exponent = -exponent;
    }
    const Number content = abs(base.num.content()) / abs(base.den.content());
    const Expr primitive = field.expression(base) / content;
    ProductBuilder product;
    if (!content.is_one())
        product.multiply(
            exponential(normal_form_of_atomic(exponent * logarithm(content), limits), limits));
    SumBuilder rest;
    for (const auto& [monomial, coefficient] : reduced_terms(exponent, limits)) {
        const auto whole = monomial.is_one() ? coefficient.to_int64() : std::nullopt;
        if (whole)
            product.multiply(primitive, *whole);
        else
            rest.add(coefficient, monomial);
    }
    product.multiply(pow(primitive, rest.build()));
    return product.build();
}

Expr atomic_power(const Expr& base, const Expr& exponent, bool is_non_negative,
                  const Limits& limits) {
    if (exponent.is_number() && exponent.number().is_exact()) return pow(base, exponent);
    if (base.is_zero()) return 0;  // 0^e has a value for e > 0 only
    const Field field({&base, 1}, {.limits = limits});
    const Fraction f = field.fraction(base);
    if (is_non_negative || (field.is_non_negative(f.num) && field.is_non_negative(f.den)))
        return exponential(normal_form_of_atomic(exponent * logarithm(base), limits), limits);
    return general_power(field, f, exponent, limits);
}

// What an expression takes a root or a logarithm of: not negative wherever the expression has a value.
std::unordered_set<Expr> radicands(const Graph& graph) {
    std::unordered_set<Expr> found;
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& e = graph.node(i);
        const bool is_root = e.kind() == Kind::Power && e.args()[1].is_number() &&
                             e.args()[1].number().is_exact() && !e.args()[1].number().is_integer();
        if (is_root || is_call(e, FunctionId::Sqrt) || is_call(e, FunctionId::Log))
            found.insert(e.args()[0]);
    }
    return found;
}

}  // namespace

namespace {

// exp u, with w^v in place of exp(v·log w).
Expr power_or_exponential(const Expr& u) {
    std::map<Expr, Expr> exponents;  // by base
    SumBuilder rest;
    for (const auto& [monomial, coefficient] : rational_terms(u)) {
        const auto args =
            monomial.kind() == Kind::Product ? monomial.args() : std::span(&monomial, 1);
        const auto logarithm =
            std::ranges::find_if(args, [](const Expr& a) { return is_call(a, FunctionId::Log); });
        if (logarithm != args.end() && monomial != *logarithm)
            exponents[logarithm->args()[0]] += coefficient * (monomial / *logarithm);
        else
            rest.add(coefficient, monomial);
    }
    ProductBuilder product;
    for (const auto& [base, exponent] : exponents) product.multiply(pow(base, exponent));
    product.multiply(exp(rest.build()));
    return product.build();
}

// Πᵢ factorᵢ^nᵢ with one exponential, and one power of each base that has a power of unknown exponent.
Expr with_joined_exponentials(const Expr& product) {
    ProductBuilder others;
    std::map<Expr, SumBuilder> exponents;  // by base; those of e by the base 1
    const auto is_exponential = [](const Expr& f) { return is_call(f, FunctionId::Exp); };
    for (const Expr& factor : product.args())
        if (is_exponential(factor) || is_general_power(factor))
            exponents[is_exponential(factor) ? Expr(1) : factor.args()[0]];
    for (std::size_t i = 0; i < product.args().size(); ++i) {
        const Expr& factor = product.args()[i];
        const std::int64_t n = product.exponents()[i];
        if (is_exponential(factor))
            exponents[1].add(n, factor.args()[0]);
        else if (is_general_power(factor))
            exponents[factor.args()[0]].add(n, factor.args()[1]);
        else if (const auto power = exponents.find(factor); power != exponents.end())
            power->second.add(n);
        else
            others.multiply(factor, n);
    }
    for (auto& [base, exponent] : exponents)
        others.multiply(base.is_one() ? exp(exponent.build()) : pow(base, exponent.build()));
    return others.build();
}

// Applies a function to every node whose children it was applied to before.
template <typename Rewriting>
Expr rewritten(const Expr& e, const Rewriting& rewriting) {
    return rebuilt(e, [&](const Expr& node, std::span<const Expr> args) {
        return rewriting(with_children(node, args));
    });
}

}  // namespace

Expr with_powers(const Expr& e) {
    const auto joined = [](const Expr& x) {
        return x.kind() == Kind::Product ? with_joined_exponentials(x) : x;
    };
    return rewritten(rewritten(e, joined), [&](const Expr& x) {
        return is_call(x, FunctionId::Exp) ? power_or_exponential(x.args()[0]) : joined(x);
    });
}

ExprVector with_atomic_kernels(std::span<const Expr> expressions, const Limits& limits) {
    const auto non_negative = radicands(Graph(expressions));
    return rebuilt(expressions, [&](const Expr& node, std::span<const Expr> args) {
        ExprVector normal;
        const auto normal_args = [&] {
            for (const Expr& arg : args) normal.push_back(normal_form_of_atomic(arg, limits));
            return std::span<const Expr>(normal);
        };
        switch (node.kind()) {
            case Kind::Call: return atomic_call(node.function(), normal_args(), limits);
            case Kind::Power: {
                const auto of = normal_args();
                return atomic_power(of[0], of[1], non_negative.contains(node.args()[0]), limits);
            }
            case Kind::Unspecified: return with_children(node, normal_args());
            case Kind::Number:
            case Kind::Pi:
            case Kind::Symbol:
            case Kind::Sum:
            case Kind::Product: break;
        }
        return with_children(node, args);
    });
}

Expr with_atomic_kernels(const Expr& e, const Limits& limits) {
    return with_atomic_kernels({&e, 1}, limits).front();
}

}  // namespace rattleback
