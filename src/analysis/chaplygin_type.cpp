#include "analysis/chaplygin_type.hpp"

#include <algorithm>

#include "analysis/wording.hpp"
#include "base/errors.hpp"
#include "equations/hypotheses.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/graph.hpp"
#include "geometry/core_system.hpp"
#include "geometry/parametrization.hpp"

namespace rattleback {
namespace {

constexpr std::size_t most_choices = 60;

ExprVector entries(const ExprMatrix& m) {
    ExprVector all;
    for (const auto& row : m) all.insert(all.end(), row.begin(), row.end());
    return all;
}

bool are_constant_in(const ExprVector& expressions, const Expr& x, const Limits& limits) {
    return std::ranges::all_of(
        expressions, [&](const Expr& e) { return is_constant_in(e, x, limits) == Answer::Yes; });
}

// Coordinates that the free motion does not notice, the last one first.
std::vector<std::size_t> absent_coordinates(const System& system, const Limits& limits) {
    const FreeMotion free = free_motion(system);
    ExprVector all = entries(free.mass);
    all.insert(all.end(), free.force.begin(), free.force.end());
    std::vector<std::size_t> absent;
    for (std::size_t j = system.size(); j-- > 0;)
        if (are_constant_in(all, system.q[j], limits)) absent.push_back(j);
    return absent;
}

// The next choice of k out of n, in lexicographic order.
bool advance(std::vector<std::size_t>& choice, std::size_t n) {
    for (std::size_t i = choice.size(); i-- > 0;) {
        if (choice[i] + choice.size() == n + i) continue;
        ++choice[i];
        for (std::size_t j = i + 1; j < choice.size(); ++j) choice[j] = choice[j - 1] + 1;
        return true;
    }
    return false;
}

// α of v_dep = α v_ind, column by column; nothing when the rows cannot be solved for these.
std::optional<ExprVector> solved(const ExprMatrix& rows, const std::vector<std::size_t>& dependent,
                                 const Limits& limits) {
    ExprMatrix square(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const auto j : dependent) square[i].push_back(rows[i][j]);
    if (rank(square, limits) < rows.size()) return {};
    ExprVector alpha;
    for (std::size_t j = 0; j < rows.front().size(); ++j) {
        if (std::ranges::find(dependent, j) != dependent.end()) continue;
        ExprVector column;
        for (const auto& row : rows) column.push_back(-row[j]);
        const auto x = solve(square, column, limits);
        alpha.insert(alpha.end(), x->begin(), x->end());
    }
    return alpha;
}

void search(const System& system, const Limits& limits, ChaplyginType& result) {
    const ExprMatrix all = jacobian(velocity_constraints(system), system.v);
    ExprMatrix rows;
    for (const auto i : independent_rows(all, limits)) rows.push_back(all[i]);
    const auto absent = absent_coordinates(system, limits);
    if (absent.size() < rows.size()) return;
    std::vector<std::size_t> choice(rows.size());
    for (std::size_t i = 0; i < choice.size(); ++i) choice[i] = i;
    std::size_t tried = 0;
    do {
        std::vector<std::size_t> dependent;
        for (const auto i : choice) dependent.push_back(absent[i]);
        std::ranges::sort(dependent);
        const auto alpha = solved(rows, dependent, limits);
        const bool fits = alpha && std::ranges::all_of(dependent, [&](std::size_t j) {
                              return are_constant_in(*alpha, system.q[j], limits);
                          });
        if (fits) {
            result.answer = Answer::Yes;
            result.dependent = std::move(dependent);
            return;
        }
    } while (++tried < most_choices && advance(choice, absent.size()));
    if (tried == most_choices) result.answer = Answer::Unknown;
}

// Neither the Lagrangian nor a force nor a constraint knows the coordinate.
bool occurs_nowhere(const System& system, const Expr& q, const Limits& limits) {
    ExprVector all = system.force;
    all.push_back(system.lagrangian);
    for (const Constraint& c : system.constraints) all.push_back(c.expression);
    return are_constant_in(all, q, limits);
}

std::string of_chaplygin_type(const System& system, const std::vector<std::size_t>& dependent,
                              const Limits& limits) {
    ExprVector velocities, absent, dropped;
    for (const auto i : dependent) {
        velocities.push_back(system.v[i]);
        (occurs_nowhere(system, system.q[i], limits) ? absent : dropped).push_back(system.q[i]);
    }
    const auto verb = [](const char* stem, const ExprVector& subjects) {
        return stem + std::string(subjects.size() == 1 ? "s" : "");
    };
    std::vector<std::string> parts;
    if (!absent.empty())
        parts.push_back(listed(absent) + verb(" occur", absent) + " nowhere but by velocities");
    if (!dropped.empty())
        parts.push_back(listed(dropped) + verb(" drop", dropped) +
                        " out of the free motion and of the constraints solved for " +
                        listed(velocities));
    std::string text = "The system is of Chaplygin type: ";
    for (const std::string& part : parts) text += part + ", ";
    return text + "and " + (parts.size() > 1 ? "all " : "") + verb("follow", velocities) +
           " by quadrature.";
}

}  // namespace

ChaplyginType chaplygin_type(const System& system, const Limits& limits) {
    const bool asked = !system.constraints.empty() && system.principle == Principle::Nonholonomic &&
                       !first_of(system, unless_ideal, unless_given_by_equations,
                                 unless_of_first_order, unless_linear_and_stationary);
    ChaplyginType result;
    if (!asked) return result;
    try {
        search(system, limits, result);
    } catch (const TooLarge&) {
        result.answer = Answer::Unknown;
    } catch (const NumericalError&) {
        result.answer = Answer::Unknown;
    }
    switch (result.answer) {
        case Answer::Yes:
            result.sentence = of_chaplygin_type(system, result.dependent, limits);
            break;
        case Answer::No:
            result.sentence =
                "The system is not of Chaplygin type: no dependent coordinates can be chosen that "
                "occur nowhere but by velocities.";
            break;
        case Answer::Unknown:
            result.sentence = "Whether the system is of Chaplygin type was not decided.";
            break;
    }
    return result;
}

}  // namespace rattleback
