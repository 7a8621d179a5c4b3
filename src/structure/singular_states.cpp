#include "structure/singular_states.hpp"

#include <algorithm>

#include "equations/higher_motion.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/flattened.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "geometry/special_numbers.hpp"
#include "model/initial_values.hpp"
#include "rattleback/errors.hpp"
#include "structure/constraint_manifold.hpp"
#include "structure/masses.hpp"
#include "structure/plain_states.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

constexpr double most_minors = 120.5;
// A single condition of more terms than these is no answer that anyone could read. Minors may be
// longer: what they have in common can be short.
constexpr Limits longest_condition{.terms = 20'000, .work = 1'000};

// All minors of full size of a matrix with at least as many columns as rows, unless they are many.
ExprVector few_minors(const ExprMatrix& rows, const Limits& limits) {
    const std::size_t k = rows.size(), n = rows.front().size();
    double count = 1;  // n over k
    for (std::size_t i = 0; i < k; ++i)
        count *= static_cast<double>(n - i) / static_cast<double>(i + 1);
    if (count > most_minors) throw TooLarge();
    return minors(rows, limits);
}

// The places, or nothing where finding them was too much.
template <typename Find>
std::optional<VanishingSet> unless_too_large(const Find& find) {
    try {
        return find();
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    return {};
}

class Finder {
public:
    Finder(const System& system, const Limits& limits)
        : system_(system), limits_(limits), manifold_(constraint_manifold(system)) {}

    SingularStates run() {
        const Limits readable{.terms = std::min(limits_.terms, longest_condition.terms),
                              .work = std::min(limits_.work, longest_condition.work)};
        result_.mass = unless_too_large([&] {
            return that_are_allowed(zeros({determinant(free_motion(system_).mass, readable)}));
        });
        if (result_.mass && result_.mass->everywhere)
            result_.without_inertia = kernel(mass_at_values(), limits_);
        if (const ExprMatrix rows = constraint_rows(system_).a; !rows.empty()) {
            result_.constraint_rank = unless_too_large(
                [&] { return that_are_allowed(on_constraints(zeros(few_minors(rows, limits_)))); });
            exclude_by_homogeneity();
        }
        if (asks_for_transversality())
            result_.transversality = unless_too_large([&] {
                return that_are_allowed(on_constraints(zeros(
                    {simplify(manifold_.on(determinant(bordered_matrix(system_), limits_)))})));
            });
        if (!system_.higher.empty())
            result_.higher = unless_too_large([&] {
                const ExprMatrix k = higher_motion(system_).matrix;
                return on_constraints(zeros({simplify(manifold_.on(determinant(k, limits_)))}));
            });
        result_.undefined = unless_too_large([&] { return undefined(); });
        if (system_.parametrization)
            result_.parametrization = unless_too_large([&] {
                const auto& [z, psi] = *system_.parametrization;
                VanishingSet all = zeros(few_minors(transposed(jacobian(psi, z)), limits_));
                add_undefined(psi, all);
                return all;
            });
        describe();
        return std::move(result_);
    }

private:
    // Ideal constraints and a positive mass matrix need nothing but their rank.
    bool asks_for_transversality() const {
        if (system_.constraints.empty()) return false;
        return is_generalized(system_) || !mass_is_positive_at_start(system_);
    }

    VanishingSet undefined() const {
        const auto [mass, force, a, beta, n, independent] = whole_core_system(system_);
        ExprVector all = force;
        append(all, beta);
        for (const ExprMatrix* matrix : {&mass, &a, &n}) append(all, *matrix);
        VanishingSet result;
        add_undefined(all, result);
        return result;
    }

    // Where the gradient of the only constraint b = 0 vanishes, d·b − v·∂b/∂v does. Free of velocities it
    // is what stands beside a form of degree d, as h in b = x'³ + y'³ − h(q).
    void exclude_by_homogeneity() {
        if (!result_.constraint_rank || result_.constraint_rank->alternatives.empty()) return;
        if (system_.constraints.size() != 1 || system_.constraints[0].order != 1) return;
        const Expr& b = system_.constraints[0].expression;
        const Expr along = dot(system_.v, gradient(b, system_.v));
        for (int degree = 1; degree <= 4; ++degree) {
            const Expr beside = simplify(degree * b - along);
            const bool is_free = std::ranges::none_of(
                system_.v, [&](const Expr& v) { return depends_on(beside, v); });
            if (!is_free || beside.is_zero()) continue;
            const auto places = unless_too_large([&] { return zeros({beside}); });
            if (places && !places->everywhere && !places->by_values && places->alternatives.empty())
                result_.constraint_rank->alternatives.clear();
            return;
        }
    }

    // Where a divisor vanishes: what is below a fraction, the cosine of a tangent.
    void add_undefined(const ExprVector& all, VanishingSet& places) const {
        for (const Expr& divisor : divisors_of(all))
            for (const ExprVector& equations : on_constraints(zeros({divisor})).alternatives)
                if (std::ranges::find(places.alternatives, equations) == places.alternatives.end())
                    places.alternatives.push_back(equations);
    }

    // Each once.
    static ExprVector divisors_of(const ExprVector& all) {
        const Graph graph(all);
        ExprVector divisors;
        const auto add = [&](const Expr& divisor) {
            if (std::ranges::find(divisors, divisor) == divisors.end()) divisors.push_back(divisor);
        };
        for (std::size_t i = 0; i < graph.size(); ++i) {
            const Expr& e = graph.node(i);
            if (e.kind() == Kind::Product)
                for (std::size_t k = 0; k < e.args().size(); ++k)
                    if (e.exponents()[k] < 0) add(inside_root(e.args()[k]));
            if (is_call(e, FunctionId::Tan)) add(cos(e.args()[0]));
        }
        return divisors;
    }

    ExprMatrix mass_at_values() const {
        ExprMatrix mass;
        for (const ExprVector& row : free_motion(system_).mass)
            mass.push_back(substitute(row, parameter_values(system_)));
        return mass;
    }

    static Expr inside_root(const Expr& e) {
        return is_call(e, FunctionId::Sqrt) ? e.args()[0] : e;
    }

    VanishingSet zeros(const ExprVector& expressions) const {
        return vanishing_set(expressions, system_.parameters, limits_);
    }

    // Leaves out what the constraints exclude: x² + y² = 0 on x² + y² = l².
    VanishingSet on_constraints(const VanishingSet& all) const {
        VanishingSet result{
            .everywhere = all.everywhere, .alternatives = {}, .by_values = all.by_values};
        for (const auto& equations : all.alternatives) {
            ExprVector here;
            for (const Expr& e : manifold_.on(equations)) here.push_back(simplify(e));
            const VanishingSet rest = zeros(here);
            if (rest.everywhere || !rest.alternatives.empty())
                result.alternatives.push_back(equations);
            // A condition that the constraints imply: they are singular wherever they hold.
            result.everywhere = result.everywhere || rest.everywhere;
        }
        return result;
    }

    // The same with the constraints as they are written, which need not have been solved for. Where
    // they have a pole they exclude nothing.
    VanishingSet that_are_allowed(VanishingSet places) const {
        std::erase_if(places.alternatives,
                      [&](const ExprVector& equations) { return are_excluded(equations); });
        return places;
    }

    bool are_excluded(ExprVector equations) const {
        for (const Constraint& c : system_.constraints) {
            if (c.order < 2) equations.push_back(c.expression);
            if (c.order == 0)
                equations.push_back(derivative_along(c.expression, system_.by_time()));
        }
        const auto all = unless_too_large([&] { return zeros(equations); });
        return all && !all->everywhere && !all->by_values && all->alternatives.empty();
    }

    void describe() {
        if (result_.mass && result_.mass->everywhere) {
            describe_inertia();
        } else {
            say(result_.mass, "The mass matrix is singular",
                "The mass matrix is regular in every state.");
        }
        say(result_.constraint_rank, "The constraints lose rank",
            "The rank of the constraints is the same in every state.");
        if (is_generalized(system_))
            say(result_.transversality,
                "The reaction law is not transversal, and the motion not determined,",
                "The reaction law is transversal in every state.");
        else
            say(result_.transversality,
                "The mass matrix is singular along the constraints, and the motion not determined,",
                "");
        say(result_.higher,
            "The constraints of higher order do not determine how their reactions go on", "");
        say(result_.parametrization, "The parametrization is singular",
            "The parametrization is regular in every state.");
        say(result_.undefined, "The equations of motion are not defined", {});
        const bool undecided = !result_.mass ||
                               (!system_.constraints.empty() && !result_.constraint_rank) ||
                               (asks_for_transversality() && !result_.transversality) ||
                               (!system_.higher.empty() && !result_.higher);
        if (undecided)
            result_.sentences.emplace_back(
                "Not all singular states were found: the exact computation grew beyond its "
                "limits.");
    }

    void say(const std::optional<VanishingSet>& set, const std::string& what,
             const std::string& never) {
        if (!set) return;
        if (set->everywhere)
            result_.sentences.push_back(what + " in every state that they allow.");
        else if (set->alternatives.empty() && never.empty())
            return;
        else if (set->alternatives.empty())
            result_.sentences.push_back(never);
        else
            result_.sentences.push_back(what + " where " + in_words(*set) +
                                        (plainly_solvable(*set) ? "." : ", if anywhere."));
    }

    // Equations are stated, not solved: x = 0, x − y = 0 or sin x = 0 clearly have solutions, others
    // where a plain state satisfies them; the rest may have none.
    bool plainly_solvable(const VanishingSet& set) const {
        const auto solvable = [&](const Expr& e) {
            if (e.kind() == Kind::Call)
                return e.function() == FunctionId::Sin || e.function() == FunctionId::Cos;
            for (const ExprVector* variables : {&system_.q, &system_.v})
                for (const Expr& x : *variables)
                    if (const Expr slope = derivative(e, x); slope.is_number() && !slope.is_zero())
                        return true;
            return e.kind() == Kind::Symbol;
        };
        return std::ranges::any_of(set.alternatives, [&](const ExprVector& equations) {
            return std::ranges::all_of(equations, solvable) ||
                   hold_in_a_plain_state(system_, equations);
        });
    }

    void describe_inertia() {
        Sentences directions;
        for (const auto& w : result_.without_inertia)
            directions.push_back(direction_text(system_, w));
        result_.sentences.push_back("The mass matrix is singular: velocities along " +
                                    listed(directions) + " have no inertia.");
    }

    const System& system_;
    Limits limits_;
    ConstraintManifold manifold_;
    SingularStates result_;
};

// The places at the numbers of the model, the same however they are written.
std::string verdict(const std::optional<VanishingSet>& set, const std::vector<Replacement>& values,
                    const Limits& limits) {
    if (!set) return {};
    if (set->by_values) return "by values";
    if (set->everywhere) return "everywhere";
    std::vector<std::string> places;
    for (const ExprVector& equations : set->alternatives) {
        const VanishingSet there = vanishing_set(substitute(equations, values), {}, limits);
        if (there.everywhere) return "everywhere";
        if (there.alternatives.empty()) places.emplace_back("nowhere");
        for (const ExprVector& one : there.alternatives)
            places.push_back(to_text(equations_text(one)));
    }
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    std::string text = "where";
    for (const std::string& place : places) text += " " + place + ";";
    return text;
}

Verdicts verdicts(const SingularStates& found, const std::vector<Replacement>& values,
                  const Limits& limits) {
    Verdicts result{std::to_string(found.without_inertia.size())};
    for (const auto* set : {&found.constraint_rank, &found.transversality, &found.mass,
                            &found.undefined, &found.parametrization, &found.higher})
        result.push_back(verdict(*set, values, limits));
    return result;
}

}  // namespace

ExprMatrix bordered_matrix(const System& system) {
    const CoreSystem core = whole_core_system(system);
    const std::size_t n = core.mass.size(), k = core.a.size();
    ExprMatrix matrix(n + k, ExprVector(n + k));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) matrix[i][j] = core.mass[i][j];
    for (std::size_t r = 0; r < k && r < core.n.size(); ++r)
        for (std::size_t i = 0; i < n; ++i) {
            matrix[i][n + r] = core.n[r][i];
            matrix[n + r][i] = core.a[r][i];
        }
    return matrix;
}

SingularStates singular_states(const System& given, const Limits& limits) {
    const System system = with_special_numbers(given).system;
    // With letters too, parameters have the signs of their values: nothing is said of other values.
    const std::vector<Replacement> values = parameter_values(system);
    auto [result, scope] = asked_twice(
        system, [&](const System& s) { return Finder(s, limits).run(); },
        [&](const SingularStates& s) { return verdicts(s, values, limits); },
        [](const SingularStates&) { return Sentences{}; });
    result.sentences = worded(scope, result.sentences);
    result.scope = std::move(scope);
    return std::move(result);
}

}  // namespace rattleback
