// A motion, compiled once, by letters: for any number of runs, with any values, in any number of threads.
//
//     const CompiledMotion motion(system, derive(system, "benenti"));
//     const Trajectory a = simulate(motion, system, options);
//     const Trajectory b = simulate(motion, with_other_values, options);      // compiles nothing
//
// It is immutable to whoever holds it. Code is made when the first run needs it, and kept: the phases
// that the motion comes to, the Jacobian for implicit methods, Taylor series, the equations in all
// velocities for the day the variables of the form fail. What a run owns (its values, scratch, what it
// has seen) is in motion_problem.hpp and phases.hpp.
//
// Parameters are inputs. What depends on them alone is computed once per run, and costs no more along
// it than numbers would (compiled/run_constants.hpp). Three things are decided by values all the same,
// at the start of each run, and only where they are decided otherwise than before is something derived or
// compiled (model/decisions.hpp):
//
//     what is exactly zero       a term may vanish that would have no value, friction may not exist
//     what vanishes nowhere      1 + a y² need not be watched where a > 0 (geometry/range.hpp)
//     how forces switch          as rewritten for these values, and derived once more (switches.hpp)
//
// One motion with one set of values that is run once is better off with ParametersAs::Numbers, which
// folds them: that is what simulate(system, equations, …) does.
#pragma once

#include "base/last_kept.hpp"
#include "model/decisions.hpp"
#include "trajectory/continuation.hpp"
#include "trajectory/phases_code.hpp"

namespace rattleback {

class CompiledMotion {
public:
    CompiledMotion(System system, Equations equations,
                   ParametersAs parameters = ParametersAs::Constants);
    CompiledMotion(const CompiledMotion&) = delete;
    CompiledMotion& operator=(const CompiledMotion&) = delete;

    const System& system() const { return system_; }
    const Equations& equations() const { return equations_; }
    // Whether the motion can be computed in all velocities, with constraints free of denominators.
    bool has_other_variables() const { return has_other_variables_; }

    // For a system with the same formulas. Null where the equations do not switch with these values;
    // then they are smooth.
    std::shared_ptr<const PhasesCode> phases(const System& values) const;
    std::shared_ptr<const MotionCode> smooth(const System& values) const;
    // The motion in all velocities, and its system with these values.
    struct Other {
        std::shared_ptr<const CompiledMotion> motion;
        System system;
        Projection projection;  // without numbers
    };
    Other in_velocities(const System& values) const;
    // See continuation.hpp.
    const CompiledFunction& in_form() const;

private:
    // For all values that decide alike how forces switch; without code where they do not.
    struct Switching {
        Decisions decisions;
        std::shared_ptr<const PhasesCode> code;
    };
    struct InVelocitiesCode {
        Decisions decisions;
        std::shared_ptr<const CompiledMotion> motion;
        Projection projection;
    };
    std::shared_ptr<const PhasesCode> code_for(SwitchedMotion motion) const;

    System system_;
    Equations equations_;
    ParametersAs parameters_;
    bool has_other_variables_;
    mutable std::mutex mutex_;
    mutable std::vector<std::shared_ptr<const PhasesCode>> phases_;
    mutable std::vector<std::shared_ptr<const MotionCode>> smooth_;
    mutable LastKept<Switching> switching_;
    mutable LastKept<InVelocitiesCode> in_velocities_;
    MadeOnce<CompiledFunction> in_form_;
};

}  // namespace rattleback
