#include "structure/chaplygin_type.hpp"

#include <algorithm>

#include "equations/chaplygin_choice.hpp"
#include "equations/hypotheses.hpp"
#include "rattleback/errors.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

bool are_constant_in(const ExprVector& expressions, const Expr& x, const Limits& limits) {
    return std::ranges::all_of(
        expressions, [&](const Expr& e) { return is_constant_in(e, x, limits) == Answer::Yes; });
}

// Neither the Lagrangian nor a force nor a constraint knows the coordinate.
bool occurs_nowhere(const System& system, const Expr& q, const Limits& limits) {
    ExprVector all = system.force;
    all.push_back(system.lagrangian);
    for (const Constraint& c : system.constraints) all.push_back(c.expression);
    return are_constant_in(all, q, limits);
}

Sentence of_chaplygin_type(const System& system, const std::vector<std::size_t>& dependent,
                           const Limits& limits) {
    ExprVector velocities, absent, dropped;
    for (const auto i : dependent) {
        velocities.push_back(system.v[i]);
        (occurs_nowhere(system, system.q[i], limits) ? absent : dropped).push_back(system.q[i]);
    }
    const auto verb = [](const char* stem, const ExprVector& subjects) {
        return stem + std::string(subjects.size() == 1 ? "s" : "");
    };
    Sentences parts;
    if (!absent.empty())
        parts.push_back(listed(absent) + verb(" occur", absent) + " nowhere but by velocities");
    if (!dropped.empty())
        parts.push_back(listed(dropped) + verb(" drop", dropped) +
                        " out of the free motion and of the constraints solved for " +
                        listed(velocities));
    Sentence text = "The system is of Chaplygin type: ";
    for (const Sentence& part : parts) text += part + ", ";
    return text + "and " + (parts.size() > 1 ? "all " : "") + verb("follow", velocities) +
           " by quadrature.";
}

Refusal unless_linear_or_explicit(const System& system) {
    return has_linear_velocities(system) ? Refusal() : unless_explicit(system);
}

}  // namespace

ChaplyginType chaplygin_type(const System& system, const Limits& limits) {
    const bool asked = !system.constraints.empty() && system.principle == Principle::Nonholonomic &&
                       !first_of(system, unless_ideal, unless_of_first_order,
                                 unless_given_by_equations, unless_linear_or_explicit);
    ChaplyginType result;
    Sentence why_not =
        "no dependent coordinates can be chosen that occur nowhere but by velocities";
    if (!asked) return result;
    try {
        const ChaplyginChoice choice = chaplygin_choice(system, limits);
        result.answer = choice.form         ? Answer::Yes
                        : choice.is_decided ? Answer::No
                                            : Answer::Unknown;
        if (choice.form) result.dependent = choice.form->dependent;
        if (!choice.is_free) why_not = choice.why_not;
    } catch (const TooLarge&) {
        result.answer = Answer::Unknown;
    } catch (const DerivationError&) {
        result.answer = Answer::Unknown;
    } catch (const NumericalError&) {
        result.answer = Answer::Unknown;
    }
    switch (result.answer) {
        case Answer::Yes:
            result.sentence = of_chaplygin_type(system, result.dependent, limits);
            break;
        case Answer::No:
            result.sentence = "The system is not of Chaplygin type: " + why_not + ".";
            break;
        case Answer::Unknown:
            result.sentence = "Whether the system is of Chaplygin type was not decided.";
            break;
    }
    return result;
}

}  // namespace rattleback
