#include "equations/same_equations.hpp"

#include <tuple>

namespace rattleback {

bool same_formulas(const Equations& a, const Equations& b) {
    const auto key = [](const Equations& e) {
        return std::tie(e.form, e.q, e.speeds, e.velocities, e.unknowns, e.matrix, e.right,
                        e.accelerations, e.reactions, e.speeds_from_velocities, e.notes);
    };
    return key(a) == key(b);
}

}  // namespace rattleback
