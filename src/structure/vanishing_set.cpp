#include "structure/vanishing_set.hpp"

#include <algorithm>

#include "exact/factor.hpp"
#include "exact/simplify.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"
#include "geometry/completed_squares.hpp"
#include "geometry/range.hpp"
#include "rattleback/errors.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

constexpr std::size_t most_alternatives = 32;

class Zeros {
public:
    Zeros(const std::vector<Parameter>& parameters, const Limits& limits)
        : parameters_(parameters), limits_(limits) {}

    VanishingSet of(const ExprVector& expressions) {
        std::vector<ExprVector> factors;  // of each expression that is not identically zero
        VanishingSet result;
        for (const Expr& e : expressions) {
            if (vanishes(e, limits_) == Answer::Yes) continue;
            if (vanishes_at_values(e)) {
                result.by_values = true;
                continue;
            }
            factors.push_back(vanishing_factors(e));
            if (factors.back().empty()) return {};  // never zero
        }
        result.everywhere = factors.empty();
        if (result.everywhere) return result;
        std::ranges::sort(factors, {}, &ExprVector::size);
        for (auto& choice : hitting_sets(factors))
            if (auto equations = reduced(std::move(choice)))
                result.alternatives.push_back(std::move(*equations));
        drop_narrower(result.alternatives);
        return result;
    }

private:
    ExprVector varying(const Expr& e) const {
        ExprVector result;
        for (const Expr& s : symbols_of(e))
            if (std::ranges::find(parameters_, s, &Parameter::symbol) == parameters_.end())
                result.push_back(s);
        return result;
    }

    // A factor of parameters alone, such as a mass, may be zero for their values.
    bool vanishes_at_values(const Expr& e) const {
        std::vector<Replacement> values;
        for (const Parameter& p : parameters_)
            values.emplace_back(p.symbol, substitute(p.value, values));
        return vanishes(substitute(e, values), limits_) == Answer::Yes;
    }

    // Distinct factors that may vanish somewhere.
    ExprVector vanishing_factors(const Expr& e) const {
        ExprVector result;
        for (const auto& [f, power] : factor(e, varying(e), limits_).factors) {
            if (power < 0 || range_of(f, parameters_).nonzero) continue;
            const Expr simple = simplify(f);
            if (!is_nowhere_zero(simple)) result.push_back(simple);
        }
        return result;
    }

    bool is_nowhere_zero(const Expr& f) const {
        return range_of(f, parameters_).nonzero || is_definite_with_a_rest(f) ||
               outweighs_angles(f) || has_negative_discriminant(f);
    }

    // x² + x + 1, whose squares and what they leave have one sign.
    bool is_definite_with_a_rest(const Expr& f) const {
        const auto sum = completed_squares(f, varying(f), limits_);
        if (!sum) return false;
        const Range rest = range_of(sum->constant, parameters_);
        const auto all = [&](auto has_sign) {
            return std::ranges::all_of(sum->squares, [&](const Square& s) {
                return has_sign(range_of(s.coefficient, parameters_));
            });
        };
        return (rest.is_positive() && all([](const Range& r) { return r.is_nonnegative(); })) ||
               (rest.is_negative() && all([](const Range& r) { return r.is_nonpositive(); }));
    }

    // a y² + b y + c with b² < 4ac, where a, b and c may have y inside functions: 2y² + y sin y + 2.
    bool has_negative_discriminant(const Expr& f) const {
        std::vector<Replacement> there, back;
        const Graph graph(f);
        for (std::size_t i = 0; i < graph.size(); ++i)
            if (const Expr& e = graph.node(i); e.kind() == Kind::Call) {
                there.emplace_back(e, symbol("call " + std::to_string(i)));
                back.emplace_back(there.back().second, e);
            }
        const Expr g = substitute(f, there);
        for (const Expr& y : varying(f)) {
            const Replacement zero{y, 0};
            const Expr slope = derivative(g, y), twice = simplify(derivative(slope, y));
            if (twice.is_zero() || depends_on(twice, y) || has_pole_at(g, zero)) continue;
            const Expr b = substitute(slope, {&zero, 1}), c = substitute(g, {&zero, 1});
            const Expr apart = substitute(simplify(2 * twice * c - pow(b, 2)), back);
            if (range_of(apart, parameters_).is_positive()) return true;
        }
        return false;
    }

    static bool has_pole_at(const Expr& e, const Replacement& value) {
        try {
            substitute(e, {&value, 1});
            return false;
        } catch (const NumericalError&) {
            return true;
        }
    }

    // a cos φ + b sin φ + c with c² > a² + b².
    bool outweighs_angles(const Expr& f) const {
        const Graph graph(f);
        for (std::size_t i = 0; i < graph.size(); ++i) {
            if (!is_call(graph.node(i), FunctionId::Cos)) continue;
            const Expr angle = graph.node(i).args()[0], x = symbol("cos"), y = symbol("sin");
            const std::vector<Replacement> by{{cos(angle), x}, {sin(angle), y}};
            const Expr g = substitute(f, by), a = derivative(g, x), b = derivative(g, y);
            const Expr c = simplify(g - a * x - b * y);
            const auto is_free = [&](const Expr& e) {
                return std::ranges::none_of(varying(f),
                                            [&](const Expr& v) {
                                                return depends_on(angle, v) && depends_on(e, v);
                                            }) &&
                       !depends_on(e, x) && !depends_on(e, y);
            };
            if (!is_free(a) || !is_free(b) || !is_free(c)) continue;
            if (range_of(simplify(pow(c, 2) - pow(a, 2) - pow(b, 2)), parameters_).is_positive())
                return true;
        }
        return false;
    }

    // Minimal sets with a factor of each expression: a shared factor alone, or one from each.
    static std::vector<ExprVector> hitting_sets(const std::vector<ExprVector>& factors) {
        std::vector<ExprVector> sets{{}};
        for (const ExprVector& choices : factors) {
            std::vector<ExprVector> next;
            for (const ExprVector& set : sets) {
                const bool hit =
                    std::ranges::any_of(choices, [&](const Expr& f) { return contains(set, f); });
                if (hit) {
                    next.push_back(set);
                    continue;
                }
                for (const Expr& f : choices) {
                    next.push_back(set);
                    next.back().push_back(f);
                }
            }
            drop_narrower(next);
            if (next.size() > most_alternatives) throw TooLarge();
            sets = std::move(next);
        }
        return sets;
    }

    static bool contains(const ExprVector& set, const Expr& f) {
        return std::ranges::find(set, f) != set.end();
    }

    // A set of equations that contains another is a smaller place, and part of it.
    static void drop_narrower(std::vector<ExprVector>& sets) {
        for (auto& set : sets) std::ranges::sort(set);
        std::ranges::sort(sets);
        sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
        std::vector<ExprVector> kept;
        for (const ExprVector& set : sets) {
            const bool narrower = std::ranges::any_of(sets, [&](const ExprVector& other) {
                return other.size() < set.size() && std::ranges::includes(set, other);
            });
            if (!narrower) kept.push_back(set);
        }
        sets = std::move(kept);
    }

    // Puts x = 0 into the other equations; nothing when they cannot hold together.
    std::optional<ExprVector> reduced(ExprVector equations) const {
        for (bool changed = true; changed;) {
            changed = false;
            std::vector<Replacement> zeros;
            for (const Expr& e : equations)
                if (e.is_symbol()) zeros.emplace_back(e, 0);
            ExprVector next;
            for (const auto& zero : zeros) next.push_back(zero.first);
            for (const Expr& e : equations) {
                if (e.is_symbol()) continue;
                const Expr here = simplify(substitute(e, zeros));
                if (here.is_zero()) continue;
                const ExprVector factors = vanishing_factors(here);
                if (factors.empty()) return {};
                const ExprVector parts = parts_of(factors.size() == 1 ? factors[0] : here);
                changed = changed || here != e || parts.size() > 1;
                next.insert(next.end(), parts.begin(), parts.end());
            }
            equations = std::move(next);
        }
        if (exclude_each_other(equations) || contradicts_a_solved_one(equations)) return {};
        return equations;
    }

    // x = y put into the others, where one of them then never vanishes.
    bool contradicts_a_solved_one(const ExprVector& equations) const {
        for (const Expr& solved : equations)
            for (const Expr& x : varying(solved)) {
                const Expr slope = derivative(solved, x);
                if (!slope.is_number() || slope.is_zero()) continue;
                const Replacement by{x, simplify(x - solved / slope)};
                for (const Expr& e : equations) {
                    if (e == solved || !depends_on(e, x)) continue;
                    const Expr here = simplify(substitute(e, {&by, 1}));
                    if (!here.is_zero() && vanishing_factors(here).empty()) return true;
                }
                break;
            }
        return false;
    }

    // sin φ = cos φ = 0: equations whose squares have a positive sum, two of them or all; and
    // sin φ = sin φ − 1 = 0, whose difference is never zero.
    bool exclude_each_other(const ExprVector& equations) const {
        Expr all = 0;
        for (const Expr& e : equations) all += pow(e, 2);
        if (equations.size() > 2 && range_of(simplify(all), parameters_).nonzero) return true;
        for (std::size_t i = 0; i < equations.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const Expr squares = simplify(pow(equations[i], 2) + pow(equations[j], 2));
                if (range_of(squares, parameters_).nonzero) return true;
                const Expr difference = simplify(equations[i] - equations[j]),
                           sum = simplify(equations[i] + equations[j]);
                if (is_nowhere_zero(difference) || is_nowhere_zero(sum)) return true;
            }
        return false;
    }

    // A definite sum of squares vanishes where all of them do.
    ExprVector parts_of(const Expr& e) const {
        const auto sum = completed_squares(e, varying(e), limits_);
        if (!sum || vanishes(sum->constant, limits_) != Answer::Yes) return {e};
        const auto sign = [&](const Square& s) { return range_of(s.coefficient, parameters_); };
        const bool definite =
            std::ranges::all_of(sum->squares,
                                [&](const Square& s) { return sign(s).is_positive(); }) ||
            std::ranges::all_of(sum->squares,
                                [&](const Square& s) { return sign(s).is_negative(); });
        if (!definite) return {e};
        ExprVector parts;
        for (const Square& s : sum->squares) parts.push_back(s.form);
        return parts;
    }

    const std::vector<Parameter>& parameters_;
    Limits limits_;
};

}  // namespace

VanishingSet vanishing_set(const ExprVector& expressions, const std::vector<Parameter>& parameters,
                           const Limits& limits) {
    return Zeros(parameters, limits).of(expressions);
}

Sentence in_words(const VanishingSet& set) {
    Sentences all;
    for (const ExprVector& equations : set.alternatives) all.push_back(equations_text(equations));
    return listed(all, ", or ", ", or ");
}

}  // namespace rattleback
