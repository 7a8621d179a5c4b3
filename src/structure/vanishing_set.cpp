#include "structure/vanishing_set.hpp"

#include <algorithm>
#include <iterator>

#include "exact/factor.hpp"
#include "exact/simplify.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"
#include "geometry/completed_squares.hpp"
#include "geometry/range.hpp"
#include "rattleback/errors.hpp"
#include "structure/nowhere_zero.hpp"
#include "structure/solved_equations.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

constexpr std::size_t most_alternatives = 32, most_compared = 8;

class Zeros {
public:
    Zeros(const std::vector<Parameter>& parameters, const Limits& limits)
        : parameters_(parameters), limits_(limits) {}

    VanishingSet of(const ExprVector& expressions) {
        std::vector<ExprVector> factors;  // of each expression that is not identically zero
        VanishingSet result;
        for (const Expr& e : with_squares_apart(expressions)) {
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
                take_apart(std::move(*equations), result.alternatives);
        drop_narrower(result.alternatives);
        drop_implied(result.alternatives);
        return result;
    }

private:
    // a²u² + b²v², as somebody wrote it, is its terms: expanded nobody would see that.
    ExprVector with_squares_apart(const ExprVector& expressions) const {
        ExprVector result;
        for (const Expr& e : expressions) {
            const ExprVector terms = nonnegative_terms(e);
            if (terms.empty()) result.push_back(e);
            result.insert(result.end(), terms.begin(), terms.end());
        }
        return result;
    }

    // None where not every term is seen to be zero or more.
    ExprVector nonnegative_terms(const Expr& e) const {
        if (e.kind() != Kind::Sum || !e.number().is_zero()) return {};
        ExprVector terms;
        for (std::size_t i = 0; i < e.args().size(); ++i) {
            terms.push_back(e.coefficients()[i] * e.args()[i]);
            const bool is_seen = range_of(terms.back(), parameters_).is_nonnegative();
            if (!is_seen || vanishes_at_values(terms.back())) return {};
        }
        return terms;
    }

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
        return rattleback::is_nowhere_zero(f, varying(f), parameters_, limits_);
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
        if (exclude_each_other(equations)) return {};
        return equations;
    }

    // The places that the equations are where those that give a variable are put into the others:
    // none, one, or several. Where that grows too large they stay as they are.
    void take_apart(ExprVector equations, std::vector<ExprVector>& places) const {
        std::vector<ExprVector> found;
        std::size_t looks = 0;
        try {
            take_apart(equations, looks, found);
        } catch (const TooLarge&) {
            found = {std::move(equations)};
        } catch (const NumericalError&) {
            found = {std::move(equations)};
        }
        std::ranges::move(found, std::back_inserter(places));
    }

    void take_apart(const ExprVector& equations, std::size_t& looks,
                    std::vector<ExprVector>& places) const {
        if (++looks > most_alternatives) throw TooLarge();
        const SolvedEquations solved(equations, constant());
        std::optional<std::pair<std::size_t, ExprVector>> product;
        for (const auto& [equation, of] : solved.left()) {
            ExprVector factors = vanishing_factors(equation);
            if (factors.empty()) return;  // it never holds
            if (factors.size() > 1 && !product) product.emplace(of, std::move(factors));
        }
        if (!product) {
            places.push_back(without_implied(equations, constant()));
            return;
        }
        for (const Expr& factor : product->second) {
            ExprVector one = equations;
            one[product->first] = factor;
            if (auto rest = reduced(std::move(one))) take_apart(*rest, looks, places);
        }
    }

    ExprVector constant() const {
        ExprVector result;
        for (const Parameter& p : parameters_) result.push_back(p.symbol);
        return result;
    }

    // A place that lies in another one; of two that are the same, the later.
    void drop_implied(std::vector<ExprVector>& places) const {
        for (std::size_t i = places.size(); i-- > 0 && places.size() <= most_compared;) {
            try {
                const SolvedEquations here(places[i], constant());
                const bool is_part = std::ranges::any_of(places, [&](const ExprVector& other) {
                    return &other != &places[i] && here.imply(other);
                });
                if (is_part) places.erase(places.begin() + static_cast<std::ptrdiff_t>(i));
            } catch (const NumericalError&) {  // a pole there: it stays
            }
        }
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
