#include "geometry/special_numbers.hpp"

#include <algorithm>

#include "expr/graph.hpp"
#include "geometry/core_system.hpp"
#include "model/decisions.hpp"
#include "model/specialized.hpp"

namespace rattleback {
namespace {

// Of what kind each constraint is, and which of them are independent.
std::vector<int> kinds(const System& system) {
    std::vector<int> result;
    for (const Constraint& c : system.constraints) {
        result.push_back(c.order);
        result.push_back(static_cast<int>(c.dependence));
        result.push_back(symbols_of(c.expression).empty() ? 1 : 0);
    }
    for (const HigherConstraint& h : system.higher) result.push_back(h.constraint.order);
    for (const auto i : constraint_rows(system).independent) result.push_back(static_cast<int>(i));
    return result;
}

std::vector<int> kinds_by_numbers(const System& system) {
    return kinds(constraints_by_numbers(system));
}

bool knows_parameters(const System& system) {
    const auto knows_one = [&](const Constraint& c) {
        return std::ranges::any_of(system.parameters, [&](const Parameter& p) {
            return depends_on(c.expression, p.symbol);
        });
    };
    return std::ranges::any_of(system.constraints, knows_one) ||
           std::ranges::any_of(system.higher, knows_one, &HigherConstraint::constraint);
}

}  // namespace

SpecialNumbers with_special_numbers(const System& system) {
    if (!knows_parameters(system)) return {system, {}};
    const std::vector<int> wanted = decided(system, &kinds_by_numbers);
    if (kinds(system) == wanted) return {system, {}};
    const FixedParameters fixed =
        fewest_fixed(system, [&](const System& s) { return kinds(s) == wanted; });
    return {specialized(system, fixed), fixed_values(system, fixed)};
}

}  // namespace rattleback
