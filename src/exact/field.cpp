#include "exact/field.hpp"

#include <algorithm>

#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

bool is_trigonometric(const Expr& e) {
    return is_call(e, FunctionId::Sin) || is_call(e, FunctionId::Cos);
}
bool is_exponential(const Expr& e) { return is_call(e, FunctionId::Exp); }
bool is_positive_kernel(const Expr& e) {
    return is_exponential(e) || e.kind() == Kind::Pi || (e.is_number() && e.number().sign() > 0);
}

// Degree d of a generator u^(1/d), |u| (d = 2) or sign u (d = 3), and 1 for all others.
std::uint64_t relation_degree(const Expr& e) {
    if (is_call(e, FunctionId::Sqrt) || is_call(e, FunctionId::Abs)) return 2;
    if (is_call(e, FunctionId::Sign)) return 3;
    if (e.kind() == Kind::Power && e.args()[1].is_number() && e.args()[1].number().is_exact())
        return static_cast<std::uint64_t>(
            e.args()[1].number().denominator().to_int64().value_or(1));
    return 1;
}

// Whether the children of a node are elements of the same field, and not inside a kernel.
bool is_transparent(const Expr& e) {
    return e.kind() == Kind::Sum || e.kind() == Kind::Product || relation_degree(e) > 1;
}

// The greatest number of which a and b are whole multiples: a/b = p/q in lowest terms, a = p·g.
Number common_part(const Number& a, const Number& b) {
    return a.is_zero() ? abs(b) : abs(a / (a / b).numerator());
}

// The multiples of a monomial that occur, and the unit in which all of them are whole.
class Multiples {
public:
    void add(const Number& coefficient) {
        common_ = common_part(common_, coefficient);
        largest_ = std::max(largest_, abs(coefficient));
    }
    // 1/k if that makes no large multiples; otherwise the greatest unit there is.
    Number unit() const {
        const Number whole = common_part(common_, 1);
        return largest_ / whole > Number(largest_multiple) ? common_ : whole;
    }

private:
    static constexpr int largest_multiple = 24;
    Number common_, largest_;
};

}  // namespace

bool is_general_power(const Expr& e) { return e.kind() == Kind::Power && !e.args()[1].is_number(); }

std::vector<std::pair<Expr, Number>> rational_terms(const Expr& u) {
    // A sum times 1/D, the form of a fraction, is the sum of its terms times 1/D.
    if (u.kind() == Kind::Product) {
        for (std::size_t i = 0; i < u.args().size(); ++i) {
            if (u.args()[i].kind() != Kind::Sum || u.exponents()[i] != 1) continue;
            const Expr others = u / u.args()[i];
            auto terms = rational_terms(u.args()[i]);
            for (auto& term : terms) term.first *= others;
            return terms;
        }
        return {{u, 1}};
    }
    if (u.kind() != Kind::Sum) {
        if (u.is_number() && u.number().is_exact()) return {{1, u.number()}};
        return {{u, 1}};
    }
    std::vector<std::pair<Expr, Number>> terms;
    for (std::size_t i = 0; i < u.args().size(); ++i) {
        const bool exact = u.coefficients()[i].is_exact();
        terms.emplace_back(exact ? u.args()[i] : u.coefficients()[i] * u.args()[i],
                           exact ? u.coefficients()[i] : 1);
    }
    if (!u.number().is_zero()) {
        const bool exact = u.number().is_exact();
        terms.emplace_back(exact ? Expr(1) : Expr(u.number()), exact ? u.number() : 1);
    }
    return terms;
}

std::vector<std::pair<Expr, Number>> Field::angle_terms(const Expr& u) const {
    if (options_.angles == Angles::AsWritten) return {{u, 1}};
    return rational_terms(u);
}

Field::Field(std::span<const Expr> expressions, const FieldOptions& options) : options_(options) {
    collect(expressions);
    number_generators();
    ring_ = std::make_unique<Ring>(generators_.size(), options.limits);
    if (options.use_relations) state_relations();
}

void Field::collect(std::span<const Expr> expressions) {
    const Graph graph(expressions);
    std::vector<char> visible(graph.size(), 0);
    for (const auto root : graph.roots()) visible[root] = 1;
    const auto add = [this](const Expr& e) {
        if (index_.emplace(e, 0).second) generators_.push_back(e);
    };
    const auto add_number = [&](const Number& n) {
        if (!n.is_exact()) add(n);  // a floating constant is a quantity of its own
    };
    std::vector<Multiples> multiples_of_angles, multiples_of_exponents;
    const auto split = [](const auto& terms, auto& places, auto& bases,
                          std::vector<Multiples>& multiples) {
        for (const auto& [monomial, coefficient] : terms) {
            const auto [it, is_new] = places.try_emplace(monomial, bases.size());
            if (is_new) {
                bases.push_back({.monomial = monomial});
                multiples.emplace_back();
            }
            multiples[it->second].add(coefficient);
        }
    };
    for (std::size_t i = graph.size(); i-- > 0;) {
        if (visible[i] == 0) continue;
        const Expr& e = graph.node(i);
        if (is_transparent(e))
            for (const auto child : graph.children(i)) visible[child] = 1;
        if (e.kind() == Kind::Number || e.kind() == Kind::Sum) add_number(e.number());
        for (const Number& c : e.coefficients()) add_number(c);
        if (is_trigonometric(e)) {
            split(angle_terms(e.args()[0]), angle_of_, angles_, multiples_of_angles);
        } else if (is_exponential(e)) {
            const auto terms = rational_terms(e.args()[0]);
            split(terms, exponential_of_, exponentials_, multiples_of_exponents);
            splits_exponents_ = splits_exponents_ || terms.size() > 1;
        } else if (is_general_power(e)) {
            powers_[e.args()[0]].exponents.add(e.args()[1]);
        } else if (e.kind() != Kind::Number && e.kind() != Kind::Sum && e.kind() != Kind::Product) {
            add(e);
        }
    }
    for (std::size_t i = 0; i < angles_.size(); ++i) {
        angles_[i].unit = multiples_of_angles[i].unit();
        add(sin(angles_[i].base()));
        add(cos(angles_[i].base()));
    }
    for (std::size_t i = 0; i < exponentials_.size(); ++i) {
        exponentials_[i].unit = multiples_of_exponents[i].unit();
        add(exp(exponentials_[i].base()));
    }
    for (const auto& [base, powers] : powers_)
        for (const Expr& exponent : powers.exponents.basis()) add(pow(base, exponent));
}

// The order of generators is that of expressions, so that it does not depend on what else occurs.
void Field::number_generators() {
    std::sort(generators_.begin(), generators_.end());
    for (std::size_t i = 0; i < generators_.size(); ++i) index_[generators_[i]] = i;
    for (Angle& a : angles_) {
        a.sine = index_.at(sin(a.base()));
        a.cosine = index_.at(cos(a.base()));
    }
    for (std::size_t i = 0; i < exponentials_.size(); ++i) {
        exponentials_[i].generator = index_.at(exp(exponentials_[i].base()));
        exponential_at_[exponentials_[i].generator] = i;
    }
    for (auto& [base, powers] : powers_)
        for (const Expr& exponent : powers.exponents.basis())
            powers.generators.push_back(index_.at(pow(base, exponent)));
}

void Field::state_relations() {
    for (const Angle& a : angles_) {
        const Polynomial s = generator(a.sine);
        relations_.push_back({a.cosine, 2, Polynomial(*ring_, 1) - s * s});
    }
    // Inner kernels first, so that the value of each relation is reduced by those it contains, and
    // sign u before |u|, which is written with it.
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < generators_.size(); ++i)
        if (relation_degree(generators_[i]) > 1) roots.push_back(i);
    const auto order = [this](std::size_t i) {
        return std::pair(generators_[i].height(), !is_call(generators_[i], FunctionId::Sign));
    };
    std::ranges::stable_sort(roots, {}, order);
    for (const auto i : roots)
        is_call(generators_[i], FunctionId::Sign) ? relate_sign(i) : relate(i);
    std::reverse(relations_.begin(), relations_.end());  // outer kernels are reduced first
}

// Kernels are made with polynomial arguments; one that is not stays without relation.
void Field::relate(std::size_t root) {
    const Expr& e = generators_[root];
    const Fraction u = fraction(e.args()[0]);
    if (!u.den.is_one()) return;
    if (!is_call(e, FunctionId::Abs)) {
        relations_.push_back({root, relation_degree(e), u.num});
    } else if (const auto sign_of = index_.find(sign(e.args()[0])); sign_of != index_.end()) {
        relations_.push_back({root, 1, u.num * generator(sign_of->second)});
    } else {
        relations_.push_back({root, 2, reduce(u.num * u.num)});
    }
}

// s³ = s and u·s² = u for s = sign u; s² = s and u·s = u where u is not negative.
void Field::relate_sign(std::size_t sign) {
    const Fraction u = fraction(generators_[sign].args()[0]);
    const std::uint64_t d = u.den.is_one() && is_non_negative(u.num) ? 1 : 2;
    if (u.den.is_one()) relations_.push_back({sign, d, Polynomial(*ring_, 1), u.num});
    relations_.push_back({sign, d + 1, generator(sign)});
}

Polynomial Field::reduce(const Polynomial& p, const Relation& r) const {
    Polynomial sum(*ring_);
    for (const auto& [power, coefficient] : p.by_powers(r.generator)) {
        const bool applies =
            power >= r.degree && (!r.factor || try_divide(coefficient, *r.factor).has_value());
        const std::uint64_t times = applies ? power / r.degree : 0;
        Polynomial part = coefficient;
        if (times > 0) part = part * rattleback::power(r.value, times);
        if (power > times * r.degree)
            part = part * rattleback::power(generator(r.generator), power - times * r.degree);
        sum = sum + part;
    }
    return sum;
}

Polynomial Field::reduce(const Polynomial& p) const {
    Polynomial result = p;
    for (const Relation& r : relations_)
        while (result.degree(r.generator) >= r.degree) {
            result = reduce(result, r);
            if (r.factor) break;  // the rest is no multiple of the factor
        }
    return result;
}

Fraction Field::normalize(Polynomial num, Polynomial den) const {
    num = reduce(num);
    den = reduce(den);
    if (den.is_zero()) throw NumericalError("division by zero");
    if (num.is_zero()) return number(0);
    if (!den.is_one()) {
        const Polynomial common = gcd(num, den);
        if (!common.is_one()) {
            num = divide_exactly(num, common);
            den = divide_exactly(den, common);
        }
    }
    if (den.leading_sign() < 0) return {-num, -den};
    return {std::move(num), std::move(den)};
}

Fraction Field::rationalize(const Fraction& f) const {
    Polynomial num = f.num, den = f.den;
    for (const Relation& r : relations_) {
        if (!r.is_quadratic() || !den.uses(r.generator)) continue;
        // den = a + b·g; multiply both parts by a − b·g.
        Polynomial conjugate(*ring_);
        for (const auto& [power, coefficient] : den.by_powers(r.generator))
            conjugate = power == 0 ? conjugate + coefficient
                                   : conjugate - coefficient * generator(r.generator);
        num = reduce(num * conjugate);
        den = reduce(den * conjugate);
        if (den.is_zero()) return f;  // a zero divisor, such as |u| + u, has no inverse
    }
    // den is now the product of all conjugates. Free of roots and not zero, it shows that none of
    // them is a zero divisor, by which the numerator must not be multiplied.
    for (const Relation& r : relations_)
        if (!r.is_quadratic() && den.uses(r.generator)) return f;
    return normalize(std::move(num), std::move(den));
}

Fraction Field::rationalize_regularly(const Fraction& f) const {
    Fraction rational = rationalize(f);
    if (rational.den == f.den) return rational;
    const Fraction quotient = normalize(reduce(f.den * f.den), rational.den);
    return quotient.den.is_constant() ? rational : f;
}

bool Field::is_non_negative(const Polynomial& p) const {
    for (std::size_t t = 0; t < p.terms(); ++t) {
        const auto term = p.term(t);
        if (term.coefficient.sign() < 0) return false;
        for (std::size_t i = 0; i < generators_.size(); ++i) {
            const Expr& g = generators_[i];
            const bool not_negative = is_positive_kernel(g) || is_call(g, FunctionId::Sqrt) ||
                                      is_call(g, FunctionId::Abs);
            if (term.exponents[i] % 2 != 0 && !not_negative) return false;
        }
    }
    return true;
}

bool Field::is_positive(const Polynomial& p) const {
    if (!is_non_negative(p)) return false;
    for (std::size_t t = 0; t < p.terms(); ++t) {
        const auto term = p.term(t);
        bool is_positive = true;
        for (std::size_t i = 0; i < generators_.size(); ++i)
            is_positive &= term.exponents[i] == 0 || is_positive_kernel(generators_[i]);
        if (is_positive) return true;
    }
    return false;
}

}  // namespace rattleback
