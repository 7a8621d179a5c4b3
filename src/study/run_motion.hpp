// The motion of a model, as a person wants it: what simulate, plot, report, check and compare share.
//
//     const Run run = run_motion(read_model("models/skate.toml"), {.until = 20});
//     run.trajectory.states.back();
//     for (const MotionCheck& check : checks_of(run)) check.holds();
//
// What the request leaves open is taken from [simulate] of the model, and then from defaults: the form
// from equations/form_choice.hpp, the method `auto`. The system of the result is the one that moves: on the
// branch of its start, the start completed, without constraints that follow from others.
#pragma once

#include <exception>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "dynamics/compare_motions.hpp"
#include "dynamics/motion_checks.hpp"
#include "equations/form_choice.hpp"
#include "rattleback/attention.hpp"
#include "rattleback/requests.hpp"
#include "trajectory/integration_options.hpp"

namespace rattleback {

struct Run {
    System system;
    FormChoice form;
    Equations equations;
    IntegrationOptions integration;
    Trajectory trajectory;  // with dense output

    ComputedMotion motion() const { return {system, equations, trajectory}; }
};

class CompiledMotions;  // compiled_model.hpp

// Throws RequestError for a request without sense, and what build, derive and simulate throw. Where
// compiled motions are given, the run is one of theirs; else its code is its own.
Run run_motion(const Description& description, const RunRequest& request = {},
               const Attention& attention = {}, const CompiledMotions* motions = nullptr);

// What must hold along it.
std::vector<MotionCheck> checks_of(const Run& run);

// Where a run ends: where it is asked to, or as the model says. Throws RequestError where neither does.
double end_of_run(const std::optional<double>& asked, const Description& description);

// What was computed is kept also where it cannot be checked, as for lack of memory or of patience.
struct RunWithChecks {
    Run run;
    std::vector<MotionCheck> checks = {};
    std::exception_ptr no_checks = {};  // why there are none
};
RunWithChecks with_checks(Run run, const std::stop_token& stop = {});

// Why there can be no run, in a sentence; nothing where one can be computed.
std::optional<Sentence> obstacle_to_motion(const Description& description,
                                           const RunRequest& request = {});

// Why the run does not tell the motion to its end, in a sentence; nothing where it does, or where the
// motion itself ends at a singular state.
std::optional<Sentence> failure_of(const Trajectory& trajectory);

// That the motion is not determined where it begins, in a sentence; nothing where it is.
std::optional<Sentence> undetermined_start(const Run& run);

// from, from + step, … as far as `until`; step is positive, time may run backward.
std::vector<double> times_between(double from, double until, double step);

}  // namespace rattleback
