#include "structure/integrability.hpp"

#include <algorithm>

#include "exact/certify.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/decimal.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/full_growth.hpp"
#include "geometry/prime_growth.hpp"
#include "model/dependence.hpp"
#include "model/initial_values.hpp"
#include "rattleback/errors.hpp"
#include "start/initial_state.hpp"
#include "structure/constraint_manifold.hpp"
#include "structure/first_integrals.hpp"
#include "structure/jumps.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

constexpr std::uint64_t cheap_work = 10;  // in millions of steps

// Rows (c, A) of the affine constraints A v + c = 0.
ExprMatrix affine_forms(const System& system) {
    std::vector<Replacement> at_rest;
    for (const Expr& v : system.v) at_rest.emplace_back(v, 0);
    ExprMatrix forms;
    for (const Constraint& constraint : system.constraints) {
        if (constraint.order > 1 || !is_affine(constraint)) continue;
        const Expr b = constraint.order == 0
                           ? derivative_along(constraint.expression, system.by_time())
                           : constraint.expression;
        forms.push_back({simplify(substitute(b, at_rest))});
        for (const Expr& e : gradient(b, system.v)) forms.back().push_back(simplify(e));
    }
    return forms;
}

// Rows (c, A) of v = Ψ z + ψ₀: A Ψ = 0 and c = −A ψ₀. None when ψ is not affine in z.
ExprMatrix parametrized_forms(const System& system) {
    const auto& [z, psi] = *system.parametrization;
    const ExprMatrix slopes = jacobian(psi, z);
    for (const auto& row : slopes)
        for (const Expr& e : row)
            if (std::ranges::any_of(z, [&](const Expr& s) { return depends_on(e, s); })) return {};
    std::vector<Replacement> at_rest;
    for (const Expr& s : z) at_rest.emplace_back(s, 0);
    const ExprVector start = substitute(psi, at_rest);
    ExprMatrix forms;
    for (const auto& row : kernel(transposed(slopes))) {
        forms.push_back({simplify(-dot(row, start))});
        for (const Expr& e : row) forms.back().push_back(simplify(e));
    }
    return forms;
}

Distribution distribution_of(const System& system, const ExprMatrix& forms, bool with_time,
                             const Limits& limits) {
    Distribution d{system.q, {}};
    if (with_time) d.coordinates.insert(d.coordinates.begin(), system.t);
    const auto add = [&](const ExprVector& form) {
        d.forms.emplace_back(form.begin() + (with_time ? 0 : 1), form.end());
    };
    if (rank_at_prime_point(forms) == forms.size())
        std::ranges::for_each(forms, add);
    else
        for (const auto i : independent_rows(forms, limits)) add(forms[i]);
    return d;
}

// How many of the integrals are positional constraints, known from the start.
std::size_t positional_rank(const System& system, const Limits& limits) {
    ExprVector phi;
    for (const Constraint& c : system.constraints)
        if (c.order == 0) phi.push_back(c.expression);
    ExprVector coordinates = system.q;
    coordinates.push_back(system.t);
    const ExprMatrix gradients = jacobian(phi, coordinates);
    if (phi.empty() || rank_at_prime_point(gradients) == phi.size()) return phi.size();
    return rank(gradients, limits);
}

ExprVector integrals_of(const Integrability& found, const Limits& limits) {
    try {
        return first_integrals({found.distribution.coordinates, found.flag->integrable}, limits);
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    return {};
}

// ω as an equation between velocities; dt is 1.
Sentence equation_text(const ExprVector& form, const ExprVector& coordinates, const Expr& t) {
    SumBuilder sum;
    for (std::size_t i = 0; i < form.size(); ++i)
        sum.add(coordinates[i] == t ? form[i] : form[i] * symbol(coordinates[i].name(), 1));
    return equations_text({sum.build()});
}

Sentence integrals_text(const System& system, const Integrability& found) {
    const ExprVector& items = found.integrals;
    const std::size_t missing = found.flag->integrals() - found.integrals.size();
    Sentence text;
    if (!items.empty()) text = constants_text(found, system);
    if (missing > 0)
        text += (items.empty() ? "" : "; ") + std::to_string(missing) +
                (items.empty() ? "" : " more") + " integral" + (missing == 1 ? "" : "s") +
                (missing == 1 ? " exists" : " exist") + " but " + (missing == 1 ? "was" : "were") +
                " not found";
    return text;
}

// What growth in general says, and more where it is the same everywhere.
std::string reach_text(const System& system, const Integrability& found) {
    Limits limits = interactive_limits;
    limits.work = cheap_work;
    const bool everywhere =
        found.positional == 0 &&
        grows_fully_everywhere(found.distribution, *found.flag, system.parameters, limits);
    if (found.with_time)
        return everywhere ? "no function of time and coordinates is kept constant."
                          : "near almost every configuration no function of time and coordinates "
                            "is kept constant.";
    return everywhere ? "every configuration can be reached, and no function of the coordinates is "
                        "kept constant."
                      : "from almost every configuration all that are near can be reached, and no "
                        "function of the coordinates is kept constant there.";
}

void write_generic(const System& system, Integrability& found) {
    const LieFlag& flag = *found.flag;
    const std::string growth = "growth vector " + growth_text(flag.growth);
    if (found.with_time)
        found.sentences.emplace_back(
            "Time counts as a coordinate, since the constraints are affine or depend on it.");
    if (flag.is_integrable()) {
        found.sentences.push_back("The constraints are integrable, " + growth + ": " +
                                  integrals_text(system, found) + ".");
    } else if (flag.integrals() == found.positional) {
        const std::string where =
            found.positional == 0 ? "" : " on what the positional constraints leave";
        found.sentences.push_back("The constraints are nonholonomic, " + growth + where + ": " +
                                  reach_text(system, found));
    } else if (!flag.is_exact()) {
        found.sentences.push_back("The constraints are nonholonomic with an integrable part, " +
                                  growth + " in dimension " + std::to_string(flag.manifold) + ": " +
                                  integrals_text(system, found) + ".");
    } else {
        Sentences equations;
        for (const auto& form : flag.integrable)
            equations.push_back(equation_text(form, found.distribution.coordinates, system.t));
        found.sentences.push_back("The constraints are nonholonomic with an integrable part, " +
                                  growth + " in dimension " + std::to_string(flag.manifold) +
                                  ": the part " + listed(equations) + " is integrable, " +
                                  integrals_text(system, found) + ".");
    }
}

// What of it is proved, and what is certified.
void write_certainty(Integrability& found, bool is_regular_start) {
    if (found.flag->is_exact()) return;
    found.sentences.push_back(
        sentence("This growth was found by evaluation in prime fields: that it is at least so "
                 "large is proved, that it is no larger is false with a probability below {}.{}",
                 decimal(probability_text(found.flag->log_probability)),
                 is_regular_start ? " At the initial state it is the same." : ""));
}

void find_growth_at_start(const System& system, const IntegrabilityOptions& options,
                          Integrability& found) {
    if (options.known != nullptr && options.known->flag &&
        options.known->flag->growth == found.flag->growth) {
        found.at_start = options.known->at_start;
        return;
    }
    try {
        const CompletedSystem completed = with_completed_start(system);
        if (!completed.is_consistent) return;
        const auto start = initial_values(completed.system);
        PointGrowthOptions at_point;
        at_point.limits = options.limits;
        found.at_start = growth_by_evaluation(found.distribution, *found.flag, start);
        if (found.at_start) at_point.limits.work = std::min(at_point.limits.work, cheap_work);
        if (!found.at_start || found.at_start->growth != found.flag->growth)
            found.at_start = growth_at(found.distribution, *found.flag, start, at_point);
    } catch (const NumericalError&) {
        return;                  // a singular state of the constraints: said by singular_states
    } catch (const TooLarge&) {  // what evaluation says stays
    }
}

// Nowhere does it grow beyond what it is almost everywhere: there it ends, and (2, 2) is (2).
void end_growth(const std::vector<std::size_t>& generic, std::vector<std::size_t>& growth) {
    const auto end = std::ranges::find(growth, generic.back());
    if (end != growth.end()) growth.erase(std::next(end), growth.end());
}

// Exactly where that is cheap; else by evaluation, and where that finds something integrable, exactly
// with all the work that may be spent: the integrals are wanted.
void find_flag(const Limits& limits, Integrability& found) {
    Limits cheap = limits;
    cheap.work = std::min(limits.work, cheap_work);
    try {
        found.flag = lie_flag(found.distribution, cheap);
        return;
    } catch (const TooLarge&) {
    }
    found.flag = lie_flag_by_evaluation(found.distribution);
    if (found.flag && found.flag->integrals() == found.positional) return;
    try {
        found.flag = lie_flag(found.distribution, limits);
    } catch (const TooLarge&) {  // what evaluation says stays
    }
}

}  // namespace

Answer Integrability::is_integrable() const {
    if (!flag) return Answer::Unknown;
    return flag->is_integrable() ? Answer::Yes : Answer::No;
}

Sentence constants_text(const Integrability& found, const System& system) {
    ExprVector zeros = where_they_may_jump(found.integrals, system);
    if (!zeros.empty()) {  // what is constant itself does not come to its zero
        const ExprVector& coordinates = found.distribution.coordinates;
        const ExprMatrix fields = fields_of({coordinates, found.flag->integrable});
        std::erase_if(zeros, [&](const Expr& u) {
            return vanish(product(fields, gradient(u, coordinates))) == Answer::Yes;
        });
    }
    return listed(found.integrals) +
           (found.integrals.size() == 1 ? " is constant" : " are constant") + between_jumps(zeros);
}

std::string growth_text(const std::vector<std::size_t>& growth) {
    std::string text;
    for (const auto g : growth) text += (text.empty() ? "(" : ", ") + std::to_string(g);
    return text + ")";
}

std::optional<Integrability> integrability(const System& system,
                                           const IntegrabilityOptions& options) {
    Integrability found;
    try {
        ExprMatrix forms = affine_forms(system);
        if (forms.empty() && system.constraints.empty() && system.parametrization)
            forms = parametrized_forms(system);
        if (forms.empty()) return {};
        for (const auto& form : forms)
            found.with_time =
                found.with_time || !form[0].is_zero() ||
                std::ranges::any_of(form, [&](const Expr& e) { return depends_on(e, system.t); });
        found.distribution = distribution_of(system, forms, found.with_time, options.limits);
        found.positional = positional_rank(system, options.limits);
        find_flag(options.limits, found);
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    if (!found.flag) {
        found.sentences = {
            "Whether the constraints are integrable was not decided: the exact computation grew "
            "beyond its limits."};
        return found;
    }
    if (found.flag->is_exact()) found.integrals = integrals_of(found, options.limits);
    write_generic(system, found);
    if (options.at_start) find_growth_at_start(system, options, found);
    if (found.at_start) end_growth(found.flag->growth, found.at_start->growth);
    const bool is_slower = found.at_start && found.at_start->growth != found.flag->growth;
    write_certainty(found, found.at_start && !is_slower);
    if (is_slower)
        found.start_sentence =
            "At the initial state growth is slower, " + growth_text(found.at_start->growth) +
            (found.at_start->complete ? "" : " and so on") + ": a singular state." +
            (found.at_start->log_probability < 0
                 ? sentence(" That it is no faster there is false with a probability below {}.",
                            decimal(probability_text(found.at_start->log_probability)))
                 : Sentence());
    return found;
}

}  // namespace rattleback
