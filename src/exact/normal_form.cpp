#include "exact/normal_form.hpp"

#include <algorithm>

#include "exact/field.hpp"
#include "exact/kernels.hpp"
#include "expr/functions.hpp"

namespace rattleback {
namespace {

// A linear combination of symbols is its own normal form; most arguments of functions are.
bool is_linear(const Expr& e) {
    if (e.is_symbol() || (e.is_number() && e.number().is_exact())) return true;
    return e.kind() == Kind::Sum && e.number().is_exact() &&
           std::ranges::all_of(e.args(), &Expr::is_symbol) &&
           std::ranges::all_of(e.coefficients(), &Number::is_exact);
}

std::size_t parity(const Polynomial::Term& term, const Field::Angle& angle) {
    return (term.exponents[angle.sine] + term.exponents[angle.cosine]) % 2;
}

// 0 or 1 when all terms have an even or an odd degree in sin b, cos b; 2 when they are mixed.
std::size_t parity(const Polynomial& p, const Field::Angle& angle) {
    const std::size_t first = parity(p.term(0), angle);
    for (std::size_t t = 1; t < p.terms(); ++t)
        if (parity(p.term(t), angle) != first) return 2;
    return first;
}

// A polynomial of even degree in sin b, cos b, written in sin 2b, cos 2b.
Expr doubled(const Field& field, const Polynomial& p, const Field::Angle& angle) {
    const Expr twice = 2 * angle.base();
    const Expr sine_squared = (1 - cos(twice)) / 2, sine_cosine = sin(twice) / 2;
    const Polynomial s = Polynomial::variable(field.ring(), angle.sine);
    SumBuilder sum;
    for (const auto& [c, by_cosine] : p.by_powers(angle.cosine))
        for (const auto& [k, rest] : by_cosine.by_powers(angle.sine))
            sum.add(field.expression(rest) *
                    pow(sine_squared, static_cast<std::int64_t>((k - c) / 2)) *
                    (c != 0 ? sine_cosine : Expr(1)));
    return sum.build();
}

// Whether a root √u or |u| in f has parts of the angle that are no multiples of 2b.
bool is_inside_root(const Field& field, const Fraction& f, const Field::Angle& angle) {
    for (std::size_t i = 0; i < field.size(); ++i) {
        const Expr& kernel = field.meaning(i);
        if (i == angle.sine || i == angle.cosine || kernel.args().empty()) continue;
        if (!f.num.uses(i) && !f.den.uses(i)) continue;
        const Field alone({&kernel, 1}, {.use_relations = false});
        for (const auto& inner : alone.angles())
            if (inner.monomial == angle.monomial &&
                !(inner.unit / (Number(2) * angle.unit)).is_integer())
                return true;
    }
    return false;
}

// When a function of sin b, cos b, with b = m·n/k and k even, is a function of 2b, it is written in
// 2b, so that 2·sin(x/2)·cos(x/2) and sin x have one form.
std::optional<Expr> in_whole_angles(const Field& field, const Fraction& f) {
    for (const auto& angle : field.angles()) {
        if ((Number(2) * angle.unit).denominator() == angle.unit.denominator() ||
            is_inside_root(field, f, angle))
            continue;
        const auto above = parity(f.num, angle), below = parity(f.den, angle);
        if (above != below || above == 2) continue;
        const Polynomial s = above == 1 ? Polynomial::variable(field.ring(), angle.sine)
                                        : Polynomial(field.ring(), 1);
        return doubled(field, field.reduce(f.num * s), angle) /
               doubled(field, field.reduce(f.den * s), angle);
    }
    return {};
}

}  // namespace

Expr normal_form_of_atomic(const Expr& e, const Limits& limits) {
    if (is_linear(e)) return e;
    const Field field({&e, 1}, {.limits = limits});
    const Fraction f = field.rationalize(field.fraction(e));
    if (f.is_zero()) return 0;
    if (const auto whole = in_whole_angles(field, f)) return normal_form_of_atomic(*whole, limits);
    return field.expression(f);
}

Expr normal_form(const Expr& e, const Limits& limits) {
    return with_powers(normal_form_of_atomic(with_atomic_kernels(e, limits), limits));
}

}  // namespace rattleback
