// What an integrator is given: dy/dt = f(t, y), and what is known about it.
//
//     const auto rate = [](double, const double* y, double* f) { f[0] = y[1]; f[1] = -y[0]; };
//     const OdeProblem problem{.size = 2, .rate = rate};
//
// Functions are references: what they refer to must live as long as the problem. They are called
// from one thread per integration; to integrate one problem in several threads at once they must be
// safe to call so. None of them may throw. Where f has no value it says so with NaN.
//
// Margins say how near a singular state is: see singularity_watch.hpp. A projection moves y back to
// where it must be, after every step: see projection.hpp. Events are functions g(t, y) whose zeros are
// located on the dense output (event_search.hpp): formulas of y, t and of quantities, which are functions
// of y and t themselves, or such functions alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expr/sentence.hpp"
#include "trajectory/function_ref.hpp"
#include "trajectory/stop.hpp"

namespace rattleback {

struct ObservedStep;  // event_search.hpp

using RateFunction = FunctionRef<void(double t, const double* y, double* rate)>;
// ∂fᵢ/∂yⱼ at [i·size + j].
using JacobianFunction = FunctionRef<void(double t, const double* y, double* jacobian)>;
// Is shown each step.
using StepObserver = FunctionRef<void(const ObservedStep& step)>;
// One value per event; those of events with a formula are not looked at.
using EventValues = FunctionRef<void(double t, const double* y, double* values)>;
// Values, and what they are sums of: rounding is relative to it.
using QuantityFunction =
    FunctionRef<void(double t, const double* y, double* values, double* scales)>;
// Moves y, and says whether it could.
using ProjectionFunction = FunctionRef<bool(double t, double* y)>;

// What must not vanish for f to have its meaning, none of it negative, NaN where it has no value;
// then the phases on which it depends: arguments of sines and cosines.
using MarginFunction = FunctionRef<void(double t, const double* y, double* margins)>;

struct MarginKind {
    double least = 0;          // of a number without units: what is too small; 0: it must vanish
    bool can_be_left = false;  // of variables for which there are others
    // Where it vanishes f may have a limit all the same: see removable.hpp.
    bool may_be_removable = false;
    // Of the gradient of a constraint that velocities change: where these begin in y.
    std::optional<std::size_t> speeds_from = {};
};

struct Tape;  // compiled/tape.hpp

struct EventKind {
    std::string name;
    int direction = 0;  // +1 rising, −1 falling along the run, 0 both, and touches
    bool stop = false;
    const Tape* formula = nullptr;  // of the entries of y, then t, then the quantities
    int starts_from =
        0;  // the side where it is known to start though it may be zero; 0: by its value
    // Where g must not be negative, not even at the start: why a run stops there, in words that
    // come before and after the time.
    StopReason reason = StopReason::Event;
    Sentence happens = {}, because = {};

    bool wants(int of_direction) const { return direction == 0 || direction == of_direction; }
};

class DiscreteMechanics;  // discrete_mechanics.hpp
struct RateTape;          // rate_tape.hpp
struct Tape;              // compiled/tape.hpp

// Is made when it is first asked for, as its code is long.
using DiscreteFunction = FunctionRef<const DiscreteMechanics&()>;

struct OdeProblem {
    std::size_t size = 0;
    RateFunction rate = {};
    JacobianFunction jacobian = {};   // by differences where it is not given
    ProjectionFunction project = {};  // none: y stays as it comes
    MarginFunction margin = {};       // none: singular states are not looked for
    std::vector<MarginKind> margins = {};
    std::size_t phases = 0;
    EventValues event_values = {};
    std::vector<EventKind> events = {};
    std::size_t quantity_count = 0;
    QuantityFunction quantities = {};                 // on which formulas of events depend
    std::vector<const Tape*> quantity_formulas = {};  // behind them, as `formulas` of f
    StepObserver observe = {};
    const RateTape* tape = nullptr;  // f as formulas, for methods that need its jets
    // What f is computed from, in terms of y, t and what else, for step_guard.hpp; none: the tape.
    std::vector<const Tape*> formulas = {};
    std::vector<double> parameters = {};  // the numbers of those of their inputs that follow t
    DiscreteFunction discrete = {};       // for methods that step on the Lagrangian
    std::string no_discrete = {};         // why it is not there
    std::vector<std::string> names = {};  // of the entries of y; empty: y1, y2, …
};

}  // namespace rattleback
