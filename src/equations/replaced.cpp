#include "equations/replaced.hpp"

#include "expr/substitute.hpp"

namespace rattleback {

Equations with_replaced(Equations equations, std::span<const Replacement> replacements) {
    for (ExprVector* part : {&equations.velocities, &equations.right, &equations.accelerations,
                             &equations.reactions, &equations.speeds_from_velocities})
        *part = substitute(*part, replacements);
    for (ExprVector& row : equations.matrix) row = substitute(row, replacements);
    equations.steps.clear();
    equations.more_steps = {};
    return equations;
}

}  // namespace rattleback
