// All code of a smooth motion: made once, by letters, for any number of runs in any number of threads.
//
//     const auto code = std::make_shared<const MotionCode>(system, equations, options);
//     const MotionProblem run(code, system_with_values, {});
//
// Nothing here changes from one run to another, and nothing is called that keeps a state: what does
// keep one, as the watch over contacts, stands here without numbers, and each run takes a copy, which
// shares the machine code. What not every run needs is made at its first use, once.
//
// The values of parameters decide little (options: ParametersAs::Constants): what is exactly zero, and
// what cannot vanish or has bounds, so that it need not be watched. `numbers` tells whether the code
// serves other values; where it does not, others must be made.
#pragma once

#include <memory>

#include "base/made_once.hpp"
#include "compiled/equations_of_motion.hpp"
#include "compiled/run_tape.hpp"
#include "trajectory/contact_watch.hpp"
#include "trajectory/discrete_mechanics.hpp"
#include "trajectory/named_values.hpp"
#include "trajectory/projection.hpp"
#include "trajectory/rate_tape.hpp"
#include "trajectory/regularity.hpp"

namespace rattleback {

struct CodeOptions {
    ParametersAs parameters = ParametersAs::Numbers;
    // Parameters behind so many have the same value in all runs.
    std::size_t letters = std::numeric_limits<std::size_t>::max();
    KnownOfMargins known = {};
    // The system with roots that go on beyond their end (continued_roots.hpp), for what is computed at
    // states that may lie beyond; none: there are no such roots.
    std::optional<System> continued = {};
};

// An event of the model as code: a formula of the state; one of the solution of the equations, where
// these have straight-line code; else a formula of the state and of named values.
struct EventCode {
    std::optional<RunTape> formula = {};
    std::optional<SolvedFunction> solved = {};

    // For a run with these numbers behind the time.
    Tape tape(std::span<const double> numbers) const;
};

// What belongs to mechanics, at a sample.
struct MechanicsCode {
    MechanicsCode(const System& system, const EquationsOfMotion& motion);

    SolvedFunction forces;        // accelerations, reactions, unknowns
    CompiledFunction velocities;  // v
    std::optional<ContactForces> contacts;
};

class MotionCode {
public:
    // Throws NumericalError where the model leaves a function unspecified.
    MotionCode(System system, Equations equations, CodeOptions options);
    MotionCode(const MotionCode&) = delete;
    MotionCode& operator=(const MotionCode&) = delete;

    // What all functions of the motion take behind the time, for a system with the same formulas and
    // these values; nothing where they need other code.
    std::optional<std::vector<double>> numbers(const System& values) const;

    const System& system() const { return system_; }
    const Equations& equations() const { return equations_; }
    const EquationsOfMotion& motion() const { return motion_; }
    const SolvedFunction& rates() const { return rates_; }
    const SolvedFunction& jacobian() const;
    const std::vector<EventCode>& events() const { return events_; }
    // What stands behind the time in formulas of events.
    const std::optional<NamedValues>& named() const { return named_; }
    const Projection& projection() const;
    const Regularity& regularity() const { return regularity_; }
    // As formulas of the state, the time and what functions of the motion take behind it.
    const RateTape& series() const { return series_; }
    const std::string& no_discrete() const { return no_discrete_; }  // why, where it is empty none
    const DiscreteMechanics& discrete() const;
    // Nothing where the model tells no normal force.
    const std::optional<ContactWatch>& contacts() const;
    const MechanicsCode& mechanics() const;
    // M, ∂v/∂(speeds), v and the forces without reactions: what natural_sizes.hpp looks at.
    const CompiledFunction& natural() const;

    // A formula of t, q, v and speeds; then of further inputs, whose numbers follow.
    RunTape formula(const Expr& expression, const ExprVector& more = {}) const;

private:
    std::optional<EventCode> solved_event(const Expr& expression) const;
    void add_events();
    const System& continued() const { return continued_ ? *continued_ : system_; }

    System system_;
    std::optional<System> continued_;
    Equations equations_;
    EquationsOfMotion motion_;
    SolvedFunction rates_;
    RateTape series_;
    Regularity regularity_;
    std::vector<EventCode> events_;
    std::optional<NamedValues> named_;
    std::string no_discrete_;
    MadeOnce<SolvedFunction> jacobian_;
    MadeOnce<Projection> projection_;
    MadeOnce<DiscreteMechanics> discrete_;
    MadeOnce<std::optional<ContactWatch>> contacts_;
    MadeOnce<MechanicsCode> mechanics_;
    MadeOnce<CompiledFunction> natural_;
};

}  // namespace rattleback
