#include "trajectory/mechanics_of_samples.hpp"

#include "expr/print_text.hpp"

namespace rattleback {

void add_mechanics(const System& system, const Equations& equations,
                   const EquationsOfMotion& motion, Trajectory& trajectory) {
    const std::size_t n = system.size(), speeds = equations.speeds.size();
    for (std::size_t i = speeds; i < equations.unknowns.size(); ++i)
        trajectory.multiplier_names.push_back(to_text(equations.unknowns[i]));
    for (const Expr& q : system.q) trajectory.reaction_names.push_back("R_" + to_text(q));
    trajectory.multipliers = Rows(trajectory.multiplier_names.size());
    trajectory.reactions = Rows(n);
    const SolvedFunction forces = motion.forces();
    std::vector<double> out(forces.outputs());
    for (std::size_t i = 0; i < trajectory.times.size(); ++i) {
        forces(motion.input(trajectory.states[i], trajectory.times[i]).data(), out.data());
        trajectory.reactions.append({out.data() + n, n});
        trajectory.multipliers.append(
            {out.data() + 2 * n + speeds, trajectory.multiplier_names.size()});
    }
}

}  // namespace rattleback
