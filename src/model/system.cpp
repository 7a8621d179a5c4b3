#include "model/system.hpp"

#include <algorithm>

namespace rattleback {

ExprVector System::derivatives(int order) const {
    ExprVector result;
    for (const Expr& x : q) result.push_back(symbol(x.name(), order));
    return result;
}

std::vector<Replacement> System::by_time() const {
    std::vector<Replacement> result = by_time_without_accelerations();
    for (std::size_t i = 0; i < size(); ++i) result.emplace_back(v[i], a[i]);
    return result;
}

std::vector<Replacement> System::by_time_without_accelerations() const {
    std::vector<Replacement> result{{t, 1}};
    for (std::size_t i = 0; i < size(); ++i) result.emplace_back(q[i], v[i]);
    return result;
}

bool is_generalized(const System& system) {
    return !system.reaction_vanishes_on.empty() ||
           std::ranges::any_of(system.constraints,
                               [](const Constraint& c) { return c.reaction.has_value(); });
}

}  // namespace rattleback
