// From equations of motion to a trajectory.
//
//     const System system = build(read_model("models/skate.toml"));
//     SimulationOptions options;
//     options.integration.until = 20;
//     const Trajectory trajectory = simulate(system, derive(system, "benenti"), options);
//
// The run begins at the model's initial values, completed where the constraints ask for it
// (initial_state.hpp), or at a given state (q, speeds). The result has, beside the states, the
// multipliers and reactions at each sample, the energy's deviation from its first value, the
// constraints' residuals, the largest projection and the worst condition of the linear system.
//
// A motion that is run with several values is compiled once (compiled_motion.hpp); the system that is
// run has its formulas, and values of its own.
//
// A singular state of the motion ends the run there, and the stop says what fails, when and where.
// Where only the variables of the form fail (ẏ = ẋ tan φ at φ = π/2), the motion goes on in all
// velocities, by the equations with multipliers and with the dependent velocities chosen anew at
// every state, and is given back in the form's own columns. Which of the two it is cannot always be
// told from the form, whose velocities lose their digits there: a singular state is one of the motion
// where the equations in all velocities, begun at the last whole step, do not get beyond it either. A
// state whose velocities do not satisfy the constraints is not handed over.
#pragma once

#include "trajectory/compiled_motion.hpp"
#include "trajectory/integration_options.hpp"
#include "trajectory/motion_problem.hpp"
#include "trajectory/run_so_far.hpp"
#include "trajectory/trajectory.hpp"

namespace rattleback {

struct SimulationOptions {
    IntegrationOptions integration = {};
    MotionSettings motion = {};
    bool change_variables = true;  // where those of the form fail
};

// Throws NumericalError for inconsistent initial values or options without sense, DerivationError
// where the equations are not square.
Trajectory simulate(const System& system, const Equations& equations,
                    const SimulationOptions& options);
Trajectory simulate(const System& system, const Equations& equations, std::span<const double> state,
                    const SimulationOptions& options);

Trajectory simulate(const CompiledMotion& motion, const System& values,
                    const SimulationOptions& options);
Trajectory simulate(const CompiledMotion& motion, const System& values,
                    std::span<const double> state, const SimulationOptions& options);

// From what is known so far to where the leg of the options is over or the run ends. Where it pauses
// what is known is that of the pause; else it is left as it was. The samples are those of the leg; where
// every step is one, they begin with the state from which it goes on.
Trajectory simulate_leg(const CompiledMotion& motion, const System& values, RunSoFar& so_far,
                        const SimulationOptions& options);

}  // namespace rattleback
