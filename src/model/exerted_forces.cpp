#include "model/exerted_forces.hpp"

#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/matrices.hpp"

namespace rattleback {

std::optional<std::vector<Equation>> exerting_equations(const ExprMatrix& forces,
                                                        const FreeMotion& motion,
                                                        const System& system) {
    const auto free = solve(motion.mass, motion.force);
    if (!free) return {};
    std::vector<Equation> result;
    for (const ExprVector& force : forces)
        result.push_back({dot(force, system.a), simplify(dot(force, *free))});
    return result;
}

}  // namespace rattleback
