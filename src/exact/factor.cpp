#include "exact/factor.hpp"

#include <algorithm>

#include "exact/field.hpp"
#include "exact/kernels.hpp"
#include "exact/named_kernels.hpp"
#include "expr/graph.hpp"

namespace rattleback {
namespace {

int number_of_factors(const Factorization& f) {
    int total = 0;
    for (const auto& [factor, multiplicity] : f.factors) total += std::abs(multiplicity);
    return total;
}

// Makes p homogeneous in sin b, cos b of each angle, by factors sin²b + cos²b = 1 on terms of lower
// degree, where the degrees are all even or all odd: x'² − (x'² + y'²)·sin²b = x'²·cos²b − y'²·sin²b.
Polynomial homogeneous(const Field& field, Polynomial p) {
    for (const auto& angle : field.angles()) {
        const Polynomial s = Polynomial::variable(field.ring(), angle.sine);
        const Polynomial c = Polynomial::variable(field.ring(), angle.cosine);
        const Polynomial one = s * s + c * c;
        std::vector<std::pair<std::uint64_t, Polynomial>> by_degree;
        for (const auto& [i, by_sine] : p.by_powers(angle.sine))
            for (const auto& [j, rest] : by_sine.by_powers(angle.cosine))
                by_degree.emplace_back(i + j, rest * power(s, i) * power(c, j));
        std::uint64_t degree = 0;
        for (const auto& part : by_degree) degree = std::max(degree, part.first);
        const bool mixed = std::ranges::any_of(
            by_degree, [&](const auto& part) { return (degree - part.first) % 2 != 0; });
        if (mixed) continue;
        Polynomial sum(field.ring());
        for (const auto& [d, part] : by_degree) sum = sum + part * power(one, (degree - d) / 2);
        p = std::move(sum);
    }
    return p;
}

class Splitter {
public:
    Splitter(const Field& field, const NamedKernels& names, std::span<const Expr> variables)
        : field_(field), names_(names), variables_(variables) {}

    Factorization split(const Fraction& f) const {
        Factorization result;
        ProductBuilder unit;
        split(f.num, 1, unit, result);
        split(f.den, -1, unit, result);
        result.unit = unit.build();
        std::sort(result.factors.begin(), result.factors.end());
        return result;
    }

private:
    void split(const Polynomial& p, int sign, ProductBuilder& unit, Factorization& result) const {
        const auto [content, factors] = p.factor();
        unit.multiply(content, sign);
        for (const auto& [factor, multiplicity] : factors) {
            const Expr e = names_.written(with_powers(field_.expression(factor)));
            const int power = sign * static_cast<int>(multiplicity);
            const bool chosen =
                std::ranges::any_of(variables_, [&](const Expr& v) { return depends_on(e, v); });
            if (chosen)
                result.factors.emplace_back(e, power);
            else
                unit.multiply(e, power);
        }
    }

    const Field& field_;
    const NamedKernels& names_;
    std::span<const Expr> variables_;
};

}  // namespace

Expr Factorization::product() const {
    ProductBuilder all;
    all.multiply(unit);
    for (const auto& [factor, multiplicity] : factors) all.multiply(factor, multiplicity);
    return all.build();
}

Factorization factor(const Expr& e, std::span<const Expr> variables, const Limits& limits) {
    const NamedKernels names({&e, 1}, limits);
    const Expr atomic = with_atomic_kernels(names.expressions().front(), limits);
    // As written, with cos² eliminated, and homogeneous in sin and cos: the most factors win.
    const Field free({&atomic, 1}, {.limits = limits, .use_relations = false});
    const Field field({&atomic, 1}, {.limits = limits});
    const Fraction written = free.fraction(atomic), reduced = field.fraction(atomic);
    if (reduced.is_zero()) return {.unit = 0, .factors = {}};
    Factorization best = Splitter(free, names, variables).split(written);
    const Fraction uniform{homogeneous(field, reduced.num), reduced.den};
    for (const Fraction* form : {&reduced, &uniform}) {
        Factorization found = Splitter(field, names, variables).split(*form);
        if (number_of_factors(found) > number_of_factors(best)) best = std::move(found);
    }
    return best;
}

}  // namespace rattleback
