// Field: from expressions to fractions and back, and the arithmetic of fractions.
#include "exact/field.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {

Fraction Field::number(const Number& value) const {
    if (value.is_exact())
        return {Polynomial(*ring_, value.numerator()), Polynomial(*ring_, value.denominator())};
    return {generator(index_.at(value)), Polynomial(*ring_, 1)};
}

// Fractions are normalized, and so are their sums with nothing and products with one.
Fraction Field::add(const Fraction& a, const Fraction& b) const {
    if (a.is_zero()) return b;
    if (b.is_zero()) return a;
    if (a.den == b.den) return normalize(a.num + b.num, a.den);
    const Polynomial common = gcd(a.den, b.den);
    const Polynomial rest_a = divide_exactly(a.den, common), rest_b = divide_exactly(b.den, common);
    return normalize(a.num * rest_b + b.num * rest_a, rest_a * b.den);
}

Fraction Field::multiply(const Fraction& a, const Fraction& b) const {
    if (a.is_one()) return b;
    if (b.is_one()) return a;
    return normalize(a.num * b.num, a.den * b.den);
}

Fraction Field::divide(const Fraction& a, const Fraction& b) const {
    return normalize(a.num * b.den, a.den * b.num);
}

Fraction Field::power(const Fraction& base, std::int64_t exponent) const {
    if (exponent == 1) return base;
    const auto n = static_cast<std::uint64_t>(std::abs(exponent));
    Polynomial num = rattleback::power(base.num, n), den = rattleback::power(base.den, n);
    if (exponent < 0) return normalize(std::move(den), std::move(num));
    return normalize(std::move(num), std::move(den));
}

// Pairwise, so that a long sum does not copy its beginning again for every term.
Fraction Field::from_sum(std::vector<Fraction> parts) const {
    if (parts.empty()) return number(0);
    for (std::size_t step = 1; step < parts.size(); step *= 2)
        for (std::size_t i = 0; i + step < parts.size(); i += 2 * step)
            parts[i] = add(parts[i], parts[i + step]);
    return std::move(parts.front());
}

std::vector<Fraction> Field::fractions(std::span<const Expr> expressions) const {
    const Graph graph(expressions);
    std::vector<std::optional<Fraction>> value(graph.size());
    std::vector<char> needed(graph.size(), 0);
    for (const auto root : graph.roots()) needed[root] = 1;
    for (std::size_t i = graph.size(); i-- > 0;) {
        const Kind kind = graph.node(i).kind();
        if (needed[i] != 0 && (kind == Kind::Sum || kind == Kind::Product))
            for (const auto child : graph.children(i)) needed[child] = 1;
    }
    for (std::size_t i = 0; i < graph.size(); ++i) {
        if (needed[i] == 0) continue;
        const Expr& node = graph.node(i);
        const auto children = graph.children(i);
        if (node.kind() == Kind::Number) {
            value[i] = number(node.number());
        } else if (node.kind() == Kind::Sum) {
            std::vector<Fraction> parts{number(node.number())};
            for (std::size_t k = 0; k < children.size(); ++k)
                parts.push_back(multiply(number(node.coefficients()[k]), *value[children[k]]));
            value[i] = from_sum(std::move(parts));
        } else if (node.kind() == Kind::Product) {
            Fraction product = number(1);
            for (std::size_t k = 0; k < children.size(); ++k)
                product = multiply(product, power(*value[children[k]], node.exponents()[k]));
            value[i] = std::move(product);
        } else {
            Fraction atom = from_call(node);
            value[i] = normalize(std::move(atom.num), std::move(atom.den));
        }
    }
    std::vector<Fraction> result;
    for (const auto root : graph.roots()) result.push_back(*value[root]);
    return result;
}

Fraction Field::from_call(const Expr& e) const {
    if (e.kind() == Kind::Call) {
        if (e.function() == FunctionId::Sin)
            return {of_angle(e.args()[0]).sine, Polynomial(*ring_, 1)};
        if (e.function() == FunctionId::Cos)
            return {of_angle(e.args()[0]).cosine, Polynomial(*ring_, 1)};
        if (e.function() == FunctionId::Exp) return from_exponential(e.args()[0]);
    }
    if (is_general_power(e)) return from_power(e.args()[0], e.args()[1]);
    return {generator(index_.at(e)), Polynomial(*ring_, 1)};
}

Fraction Field::from_exponential(const Expr& u) const {
    Polynomial num(*ring_, 1), den(*ring_, 1);
    for (const auto& [monomial, coefficient] : rational_terms(u)) {
        const Exponential& x = exponentials_[exponential_of_.at(monomial)];
        const auto n = (coefficient / x.unit).to_int64();
        if (!n || *n > largest_integer_exponent || *n < -largest_integer_exponent) throw TooLarge();
        Polynomial& part = *n > 0 ? num : den;
        part = part *
               rattleback::power(generator(x.generator), static_cast<std::uint64_t>(std::abs(*n)));
    }
    return {std::move(num), std::move(den)};
}

Fraction Field::from_power(const Expr& base, const Expr& exponent) const {
    const Powers& powers = powers_.at(base);
    const auto n = powers.exponents.coordinates(exponent);
    Polynomial num(*ring_, 1), den(*ring_, 1);
    for (std::size_t i = 0; i < n.size(); ++i) {
        Polynomial& part = n[i] > 0 ? num : den;
        part = part * rattleback::power(generator(powers.generators[i]),
                                        static_cast<std::uint64_t>(std::abs(n[i])));
    }
    return {std::move(num), std::move(den)};
}

// sin(a + b) = sin a cos b + cos a sin b, cos(a + b) = cos a cos b − sin a sin b, term by term.
Field::SineCosine Field::of_angle(const Expr& u) const {
    SineCosine total{Polynomial(*ring_, 0), Polynomial(*ring_, 1)};
    for (const auto& [monomial, coefficient] : angle_terms(u)) {
        const Angle& base = angles_[angle_of_.at(monomial)];
        const auto n = (coefficient / base.unit).to_int64();
        if (!n || *n > 1000 || *n < -1000) throw TooLarge();
        const SineCosine part = multiple(base, *n);
        total = {reduce(total.sine * part.cosine + total.cosine * part.sine),
                 reduce(total.cosine * part.cosine - total.sine * part.sine)};
    }
    return total;
}

// By doubling: cos 2a = cos²a − sin²a, sin 2a = 2 sin a cos a.
Field::SineCosine Field::multiple(const Angle& base, std::int64_t n) const {
    SineCosine total{Polynomial(*ring_, 0), Polynomial(*ring_, 1)};
    SineCosine square{generator(base.sine), generator(base.cosine)};
    const Polynomial two(*ring_, 2);
    for (auto k = std::abs(n); k != 0; k /= 2) {
        if (k % 2 != 0)
            total = {reduce(total.sine * square.cosine + total.cosine * square.sine),
                     reduce(total.cosine * square.cosine - total.sine * square.sine)};
        if (k > 1)
            square = {reduce(two * square.sine * square.cosine),
                      reduce(square.cosine * square.cosine - square.sine * square.sine)};
    }
    if (n < 0) total.sine = -total.sine;
    return total;
}

Polynomial Field::common_exponential(const Polynomial& p) const {
    Polynomial common(*ring_, 1);
    if (exponentials_.empty()) return common;
    auto least = p.term(0).exponents;
    for (std::size_t t = 1; t < p.terms(); ++t) {
        const auto exponents = p.term(t).exponents;
        for (const Exponential& x : exponentials_)
            least[x.generator] = std::min(least[x.generator], exponents[x.generator]);
    }
    for (const Exponential& x : exponentials_)
        common = common * rattleback::power(generator(x.generator), least[x.generator]);
    return common;
}

Expr Field::expression(const Polynomial& p, const Polynomial& divisor) const {
    SumBuilder sum;
    const auto below = divisor.term(0).exponents;
    for (std::size_t t = 0; t < p.terms(); ++t) {
        const auto term = p.term(t);
        ProductBuilder product;
        SumBuilder exponent;
        for (std::size_t i = 0; i < generators_.size(); ++i) {
            if (term.exponents[i] == 0 && below[i] == 0) continue;
            if (const auto it = exponential_at_.find(i); it != exponential_at_.end())
                exponent.add(std::int64_t{term.exponents[i]} - std::int64_t{below[i]},
                             exponentials_[it->second].base());
            else
                product.multiply(generators_[i], term.exponents[i]);
        }
        product.multiply(exp(exponent.build()));
        sum.add(term.coefficient, product.build());
    }
    return sum.build();
}

// The denominator with coprime integer coefficients, the numerator with rational ones.
Expr Field::expression(const Fraction& f) const {
    const Polynomial common = common_exponential(f.den);
    const Number content = f.den.content();
    const Expr num = expression(f.num, common);
    SumBuilder scaled;
    if (num.kind() == Kind::Sum) {
        scaled.add(num.number() / content);
        for (std::size_t i = 0; i < num.args().size(); ++i)
            scaled.add(num.coefficients()[i] / content, num.args()[i]);
    } else {
        scaled.add(Number(1) / content, num);
    }
    const Polynomial den = divide_exactly(f.den, Polynomial(*ring_, content) * common);
    return den.is_one() ? scaled.build() : scaled.build() / expression(den);
}

}  // namespace rattleback
