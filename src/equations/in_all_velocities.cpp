#include "equations/in_all_velocities.hpp"

namespace rattleback {

Equations in_all_velocities(std::string form, const System& system) {
    return {.form = std::move(form),
            .q = system.q,
            .speeds = system.v,
            .velocities = system.v,
            .unknowns = system.a,
            .matrix = {},
            .right = {},
            .accelerations = system.a,
            .reactions = {},
            .speeds_from_velocities = system.v,
            .steps = {},
            .notes = {}};
}

}  // namespace rattleback
