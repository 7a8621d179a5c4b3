// Canonical sums, products and powers: the only place where such nodes are made.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/work_limit.hpp"
#include "expr/expr.hpp"
#include "expr/functions.hpp"
#include "expr/node.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// c·t as opposed to a proper sum: a Sum of one term without constant.
bool is_scaled(const Expr& e) {
    return e.kind() == Kind::Sum && e.args().size() == 1 && e.number().is_zero();
}

Expr intern_sum(const Number& constant, std::span<const Expr> terms,
                std::span<const Number> coefficients) {
    return Node::intern(
        {.kind = Kind::Sum, .args = terms, .number = &constant, .coefficients = coefficients});
}

bool vanishes(const Number& coefficient) { return coefficient.is_zero(); }
bool vanishes(std::int64_t exponent) { return exponent == 0; }

// Many parts come from sums and products, which are sorted: these are merged.
template <typename Parts, typename Before>
void merge_sorted_runs(Parts& parts, const Before& before) {
    std::vector<typename Parts::iterator> ends{parts.begin()};
    while (ends.back() != parts.end())
        ends.push_back(std::is_sorted_until(ends.back(), parts.end(), before));
    while (ends.size() > 2) {
        std::size_t kept = 1;
        for (std::size_t i = 2; i < ends.size(); i += 2) {
            std::inplace_merge(ends[i - 2], ends[i - 1], ends[i], before);
            ends[kept++] = ends[i];
        }
        if (ends.size() % 2 == 0) ends[kept++] = ends.back();
        ends.resize(kept);
    }
}

// To compare two parts takes as many steps as they have levels of the graph in common, some hundreds of
// them a microsecond: that is work.
template <typename Amount>
void sort(std::vector<std::pair<Expr, Amount>>& parts) {
    constexpr std::size_t few = 32;
    constexpr std::uint64_t levels_of_unit = 256;
    const std::uint64_t levels = levels_compared();
    const auto before = [](const auto& a, const auto& b) { return a.first < b.first; };
    if (parts.size() > few)
        merge_sorted_runs(parts, before);
    else if (!std::is_sorted(parts.begin(), parts.end(), before))
        std::sort(parts.begin(), parts.end(), before);
    count_work((levels_compared() - levels) / levels_of_unit);
}

// Folds equal neighbours, adding their amounts; drops what has become zero.
template <typename Amount>
void collect(std::vector<std::pair<Expr, Amount>>& parts) {
    sort(parts);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < parts.size();) {
        Amount total = std::move(parts[i].second);
        std::size_t j = i + 1;
        for (; j < parts.size() && parts[j].first == parts[i].first; ++j) total += parts[j].second;
        if (!vanishes(total)) {
            if (kept != i) parts[kept].first = std::move(parts[i].first);
            parts[kept++].second = std::move(total);
        }
        i = j;
    }
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(kept), parts.end());
}

std::int32_t checked_exponent(std::int64_t e) {
    if (e > largest_integer_exponent || e < -largest_integer_exponent)
        throw NumericalError("the exponent " + std::to_string(e) + " is too large; at most " +
                             std::to_string(largest_integer_exponent) + " is supported");
    return static_cast<std::int32_t>(e);
}

std::int64_t checked_product(std::int64_t a, std::int64_t b) {
    return checked_exponent(a) * static_cast<std::int64_t>(checked_exponent(b));
}

}  // namespace

void SumBuilder::add(const Number& coefficient, const Expr& term) {
    if (term.is_number()) {
        constant_ += coefficient * term.number();
    } else if (term.kind() != Kind::Sum) {
        terms_.emplace_back(term, coefficient);
    } else if (is_scaled(term)) {
        const Number c = coefficient * term.coefficients()[0];
        // c·(a + b) with c = ±1 is no scaled sum but a sum: look at what is inside.
        if (term.args()[0].kind() == Kind::Sum)
            add(c, term.args()[0]);
        else
            terms_.emplace_back(term.args()[0], c);
    } else if (coefficient.is_one() || coefficient.is_minus_one()) {
        constant_ += coefficient * term.number();
        for (std::size_t i = 0; i < term.args().size(); ++i)
            terms_.emplace_back(term.args()[i], coefficient * term.coefficients()[i]);
    } else {
        terms_.emplace_back(term, coefficient);
    }
}

Expr SumBuilder::build() {
    auto parts = std::exchange(terms_, {});
    Number constant = std::exchange(constant_, Number());
    collect(parts);
    // Collecting may leave a sum with coefficient ±1, as in 2(x+y) − (x+y): merge it.
    const auto mergeable = [](const auto& p) {
        return p.first.kind() == Kind::Sum && (p.second.is_one() || p.second.is_minus_one());
    };
    if (std::any_of(parts.begin(), parts.end(), mergeable)) {
        constant_ = constant;
        for (const auto& [term, coefficient] : parts) add(coefficient, term);
        return build();
    }
    if (parts.empty()) return constant;
    if (constant.is_zero()) constant = 0;  // beside terms, a floating 0 is no different
    if (parts.size() == 1 && constant.is_zero() && parts[0].second.is_one()) return parts[0].first;
    std::vector<Expr> terms;
    std::vector<Number> coefficients;
    terms.reserve(parts.size());
    coefficients.reserve(parts.size());
    for (auto& [term, coefficient] : parts) {
        terms.push_back(std::move(term));
        coefficients.push_back(std::move(coefficient));
    }
    return intern_sum(constant, terms, coefficients);
}

void ProductBuilder::multiply(const Expr& factor, std::int64_t exponent) {
    if (exponent == 0) return;
    switch (factor.kind()) {
        case Kind::Number: coefficient_ *= power(factor.number(), exponent); return;
        case Kind::Product:
            for (std::size_t i = 0; i < factor.args().size(); ++i)
                multiply(factor.args()[i], checked_product(factor.exponents()[i], exponent));
            return;
        case Kind::Sum:
            if (!is_scaled(factor)) break;
            coefficient_ *= power(factor.coefficients()[0], exponent);
            multiply(factor.args()[0], exponent);
            return;
        default: break;
    }
    factors_.emplace_back(factor, exponent);
}

namespace {

// For a root of degree d, b^(1/d): d. For anything else 1.
std::int64_t root_degree(const Expr& e) {
    if (is_call(e, FunctionId::Sqrt)) return 2;
    if (e.kind() != Kind::Power || !e.args()[1].is_number()) return 1;
    const Number& exponent = e.args()[1].number();
    if (!exponent.is_exact() || !exponent.numerator().is_one()) return 1;
    return exponent.denominator().to_int64().value_or(1);
}

using Factors = std::vector<std::pair<Expr, std::int64_t>>;

// Whether b divides a product: each of its factors is there, at least as often.
bool is_within(const Expr& b, const Factors& product) {
    if (is_scaled(b)) return is_within(b.args()[0], product);
    const auto has = [&](const Expr& factor, std::int64_t exponent) {
        return std::ranges::any_of(product, [&](const auto& p) {
            return p.first == factor && exponent > 0 && p.second >= exponent;
        });
    };
    if (b.kind() != Kind::Product) return has(b, 1);
    for (std::size_t i = 0; i < b.args().size(); ++i)
        if (!has(b.args()[i], b.exponents()[i])) return false;
    return true;
}

}  // namespace

Expr ProductBuilder::build() {
    auto parts = std::exchange(factors_, {});
    const Number coefficient = std::exchange(coefficient_, Number(1));
    if (coefficient.is_zero()) return coefficient;
    collect(parts);

    // (b^(1/d))^e with e and d in lowest terms and e < d: whole powers leave the root.
    const auto reducible = [](const auto& p) {
        const auto degree = root_degree(p.first);
        return degree > 1 && (std::abs(p.second) >= degree || std::gcd(p.second, degree) > 1);
    };
    if (std::any_of(parts.begin(), parts.end(), reducible)) {
        coefficient_ = coefficient;
        for (const auto& part : parts) {
            const auto& [base, exponent] = part;
            if (!reducible(part)) {
                multiply(base, exponent);
                continue;
            }
            const auto degree = root_degree(base);
            multiply(base.args()[0], exponent / degree);
            multiply(pow(base.args()[0], Number::ratio(exponent % degree, degree)));
        }
        return build();
    }
    // b / b^(e/d) = b^((d−e)/d): no denominator where there need be none, and d − e is no exponent
    // that is refused.
    const auto divisor = std::ranges::find_if(parts, [&](const auto& p) {
        const auto degree = root_degree(p.first);
        return p.second < 0 && degree > 1 && degree + p.second <= largest_integer_exponent &&
               is_within(p.first.args()[0], parts);
    });
    if (divisor != parts.end()) {
        const Expr root = divisor->first;
        coefficient_ = coefficient;
        factors_ = std::move(parts);
        multiply(root.args()[0], -1);
        multiply(root, root_degree(root));
        return build();
    }
    if (parts.empty()) return coefficient;

    // A sign goes through a lone sum, so that −(a − b) is b − a.
    if (parts.size() == 1 && parts[0].second == 1) {
        SumBuilder sum;
        sum.add(coefficient, parts[0].first);
        return sum.build();
    }
    std::vector<Expr> bases;
    std::vector<std::int32_t> exponents;
    bases.reserve(parts.size());
    exponents.reserve(parts.size());
    for (auto& [base, exponent] : parts) {
        bases.push_back(std::move(base));
        exponents.push_back(checked_exponent(exponent));
    }
    Expr product = Node::intern({.kind = Kind::Product, .args = bases, .integers = exponents});
    if (coefficient.is_one()) return product;
    return intern_sum(0, {&product, 1}, {&coefficient, 1});
}

Expr operator+(const Expr& a, const Expr& b) {
    SumBuilder sum;
    sum.add(a);
    sum.add(b);
    return sum.build();
}

Expr operator-(const Expr& a, const Expr& b) {
    SumBuilder sum;
    sum.add(a);
    sum.add(-1, b);
    return sum.build();
}

Expr operator-(const Expr& a) {
    SumBuilder sum;
    sum.add(-1, a);
    return sum.build();
}

Expr operator*(const Expr& a, const Expr& b) {
    if (a.is_one()) return b;
    if (b.is_one()) return a;
    ProductBuilder product;
    product.multiply(a);
    product.multiply(b);
    return product.build();
}

Expr operator/(const Expr& a, const Expr& b) {
    ProductBuilder product;
    product.multiply(a);
    product.multiply(b, -1);
    return product.build();
}

Expr pow(const Expr& base, std::int64_t exponent) {
    checked_exponent(exponent);
    ProductBuilder product;
    product.multiply(base, exponent);
    return product.build();
}

namespace {

// b^(p/d) = (b^(1/d))^p, which the product reduces to whole and broken parts.
Expr rational_power(const Expr& base, const Number& exponent) {
    const auto p = exponent.numerator().to_int64(), d = exponent.denominator().to_int64();
    if (!p || !d)
        throw NumericalError("the exponent " + exponent.to_short_text() + " is too large");
    if (*d == 1) return pow(base, *p);
    if (*d == 2) return pow(sqrt(base), *p);
    if (base.is_number()) {
        if (base.is_zero() && *p < 0) throw NumericalError("division by zero");
        if (base.is_zero() || base.is_one()) return base;
        if (const auto root = exact_root(base.number(), *d)) return pow(*root, *p);
        if (!base.number().is_exact() && base.number().sign() > 0)
            return floating(std::pow(base.number().to_double(), exponent.to_double()));
    }
    const Expr args[] = {base, Number::ratio(1, *d)};
    return pow(Node::intern({.kind = Kind::Power, .args = args}), *p);
}

}  // namespace

Expr pow(const Expr& base, const Expr& exponent) {
    if (exponent.is_number() && exponent.number().is_exact())
        return rational_power(base, exponent.number());
    if (base.is_one()) return base;
    if (exponent.is_number() && base.is_number() && base.number().sign() > 0)
        return floating(std::pow(base.number().to_double(), exponent.number().to_double()));
    const Expr args[] = {base, exponent};
    return Node::intern({.kind = Kind::Power, .args = args});
}

}  // namespace rattleback
