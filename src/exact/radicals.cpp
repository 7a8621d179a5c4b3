#include "exact/radicals.hpp"

#include <algorithm>

#include "exact/field.hpp"
#include "exact/kernels.hpp"
#include "expr/functions.hpp"
#include "expr/substitute.hpp"

namespace rattleback {
namespace {

// √c for a positive whole number c.
Expr root_of_integer(const Number& c) {
    ProductBuilder product;
    for (const auto& [prime, multiplicity] : prime_factors(c)) {
        product.multiply(prime, multiplicity / 2);
        if (multiplicity % 2 != 0) product.multiply(sqrt(prime));
    }
    return product.build();
}

// A factor may be a function of whole angles where the product is none: sin(x/2)·sin x.
Expr absolute_of_factor(const Field& field, const Polynomial& p, const Limits& limits) {
    const Expr e = field.expression(p);
    if (field.is_non_negative(p)) return e;
    if (is_call(e, FunctionId::Sign)) return pow(e, 2);
    const Expr whole = normal_form_of_atomic(e, limits);
    return whole == e ? abs(e) : absolute_value(whole, limits);
}

// Π |pᵢ|^eᵢ, times the content.
Expr absolute_of_polynomial(const Field& field, const Polynomial& p, const Limits& limits) {
    const auto [content, factors] = p.factor();
    ProductBuilder product;
    product.multiply(abs(content));
    for (const auto& [factor, multiplicity] : factors)
        product.multiply(absolute_of_factor(field, factor, limits),
                         static_cast<std::int64_t>(multiplicity));
    return product.build();
}

// sign sign u = sign u, sign |u| = (sign u)², sign √u = sign u.
Expr sign_of_factor(const Field& field, const Polynomial& p, const Limits& limits) {
    if (field.is_positive(p)) return 1;
    const Expr e = field.expression(p);
    if (is_call(e, FunctionId::Sign)) return e;
    if (is_call(e, FunctionId::Abs)) return pow(sign_value(e.args()[0], limits), 2);
    if (is_call(e, FunctionId::Sqrt)) return sign_value(e.args()[0], limits);
    const Expr whole = normal_form_of_atomic(e, limits);
    return whole == e ? sign(e) : sign_value(whole, limits);
}

// Takes 1 − sin b and 1 + sin b out of the list when both are there: their product is cos²b. Returns
// the cosines.
ExprVector take_cosines(const Field& field, std::vector<Polynomial>& odd) {
    ExprVector cosines;
    const Polynomial one(field.ring(), 1);
    for (const auto& angle : field.angles()) {
        const Polynomial s = Polynomial::variable(field.ring(), angle.sine);
        // Factors are determined up to sign, which the caller keeps in the content: s − 1, s + 1.
        const auto below = std::find(odd.begin(), odd.end(), s - one);
        const auto above = std::find(odd.begin(), odd.end(), s + one);
        if (below == odd.end() || above == odd.end()) continue;
        cosines.push_back(field.meaning(angle.cosine));
        std::erase_if(odd, [&](const Polynomial& p) { return p == s - one || p == s + one; });
    }
    return cosines;
}

}  // namespace

std::vector<std::pair<Number, std::int64_t>> prime_factors(const Number& n) {
    constexpr std::int64_t largest_trial = 10'000;
    std::vector<std::pair<Number, std::int64_t>> result;
    Number rest = n;
    for (std::int64_t p = 2; p <= largest_trial && !rest.is_one(); p += p == 2 ? 1 : 2) {
        if (const auto small = rest.to_int64(); small && p * p > *small) break;
        std::int64_t multiplicity = 0;
        for (Number q = rest / Number(p); q.is_integer(); q = rest / Number(p)) {
            rest = q;
            ++multiplicity;
        }
        if (multiplicity > 0) result.emplace_back(p, multiplicity);
    }
    if (rest.is_one()) return result;
    if (const auto root = exact_root(rest, 2))
        result.emplace_back(*root, 2);
    else
        result.emplace_back(rest, 1);
    return result;
}

Expr square_root(const Expr& u, const Limits& limits) {
    if (u.is_zero()) return u;
    const Field field({&u, 1}, {.limits = limits});
    const Fraction f = field.fraction(u);
    const auto [content, factors] = field.reduce(f.num * f.den).factor();
    ProductBuilder product;
    std::vector<Polynomial> odd;
    for (const auto& [p, multiplicity] : factors) {
        product.multiply(absolute_of_factor(field, p, limits),
                         static_cast<std::int64_t>(multiplicity / 2));
        if (multiplicity % 2 != 0) odd.push_back(p);
    }
    product.multiply(absolute_of_polynomial(field, f.den, limits), -1);
    const ExprVector cosines = take_cosines(field, odd);
    for (const Expr& cosine : cosines) product.multiply(abs(cosine));
    const bool flipped = cosines.size() % 2 != 0;  // each pair (s − 1)(s + 1) is −cos²
    const bool negative = (content.sign() < 0) != flipped;
    Polynomial radicand(field.ring(), negative ? -1 : 1);
    for (const Polynomial& p : odd) radicand = radicand * p;
    product.multiply(root_of_integer(abs(content)));
    product.multiply(sqrt(field.expression(radicand)));
    // Where the root is defined its radicand is not negative: √(p³) = p·√p, without bars.
    if (odd.size() != 1 || negative) return product.build();
    const Expr p = field.expression(odd[0]);
    const Replacement without_bars{abs(p), p};
    return substitute(product.build(), {&without_bars, 1});
}

Expr absolute_value(const Expr& u, const Limits& limits) {
    if (u.is_zero()) return u;
    const Field field({&u, 1}, {.limits = limits});
    const Fraction f = field.fraction(u);
    return absolute_of_polynomial(field, f.num, limits) /
           absolute_of_polynomial(field, f.den, limits);
}

Expr sign_value(const Expr& u, const Limits& limits) {
    if (u.is_zero()) return u;
    const Field field({&u, 1}, {.limits = limits});
    const Fraction f = field.fraction(u);
    ProductBuilder product;
    const auto multiply = [&](const Polynomial& p, bool may_vanish) {
        const auto [content, factors] = p.factor();
        product.multiply(content.sign());
        std::vector<Polynomial> odd;
        const auto multiply_square = [&](const Expr& sign) {
            if (may_vanish) product.multiply(sign, 2);
        };
        for (const auto& [factor, multiplicity] : factors)
            if (multiplicity % 2 != 0)
                odd.push_back(factor);
            else
                multiply_square(sign_of_factor(field, factor, limits));
        for (const Expr& cosine : take_cosines(field, odd)) {
            product.multiply(-1);  // (s − 1)(s + 1) is −cos²
            multiply_square(sign(cosine));
        }
        for (const Polynomial& factor : odd)
            product.multiply(sign_of_factor(field, factor, limits));
    };
    multiply(f.num, true);
    multiply(f.den, false);
    return product.build();
}

}  // namespace rattleback
