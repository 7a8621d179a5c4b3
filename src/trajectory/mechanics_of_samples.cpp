#include "trajectory/mechanics_of_samples.hpp"

#include <algorithm>
#include <cmath>

#include "expr/print_text.hpp"

namespace rattleback {
namespace {

void raise(Extreme& largest, double value, double time) {
    if (!(std::abs(value) <= largest.value)) largest = {std::abs(value), time};
}

// One per value of EquationsOfMotion::constraints: a positional constraint has two.
std::vector<Deviation> residuals_of(const System& system) {
    std::vector<Deviation> result;
    for (const Constraint& c : system.constraints) {
        if (c.order > 1) continue;
        result.push_back({.name = c.name});
        if (c.order == 0) result.push_back({.name = c.name + ", differentiated"});
    }
    return result;
}

}  // namespace

void add_mechanics(const System& system, const Equations& equations,
                   const EquationsOfMotion& motion, Trajectory& trajectory) {
    const std::size_t n = system.size(), speeds = equations.speeds.size();
    for (std::size_t i = speeds; i < equations.unknowns.size(); ++i)
        trajectory.multiplier_names.push_back(to_text(equations.unknowns[i]));
    for (const Expr& q : system.q) trajectory.reaction_names.push_back("R_" + to_text(q));
    trajectory.multipliers = Rows(trajectory.multiplier_names.size());
    trajectory.reactions = Rows(n);
    trajectory.residuals = residuals_of(system);
    Deviation energy{.name = "energy"};
    const SolvedFunction forces = motion.forces();
    const CompiledFunction energy_of = motion.energy(), constraints = motion.constraints();
    std::vector<double> in(motion.inputs().size()), out(forces.outputs());
    std::vector<double> residuals(constraints.outputs());
    const std::size_t size = motion.size();
    for (std::size_t i = 0; i < trajectory.times.size(); ++i) {
        const double t = trajectory.times[i];
        std::ranges::copy(trajectory.states[i], in.begin());
        in[size] = t;
        std::ranges::copy(motion.parameters(), in.begin() + static_cast<std::ptrdiff_t>(size) + 1);
        forces(in.data(), out.data());
        trajectory.reactions.append({out.data() + n, n});
        trajectory.multipliers.append(
            {out.data() + 2 * n + speeds, trajectory.multiplier_names.size()});
        double value = 0;
        energy_of(in.data(), &value);
        if (i == 0) energy.start = value;
        raise(energy.largest, value - energy.start, t);
        constraints(in.data(), residuals.data());
        for (std::size_t j = 0; j < residuals.size(); ++j)
            raise(trajectory.residuals[j].largest, residuals[j], t);
    }
    trajectory.invariants.push_back(energy);
}

}  // namespace rattleback
