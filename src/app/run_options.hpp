// A run as the command line asks for it: what simulate, plot and report have in common.
//
//     add_run_options(arguments, given);                                  MODEL --form --until --set …
//     LongWork work;
//     const ComputedRun run = computed_run(given, described(given), work);
//
// What the command line leaves open is taken from [simulate] of the model, and then from defaults.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/arguments.hpp"
#include "app/long_work.hpp"
#include "equations/equations.hpp"
#include "model/system.hpp"
#include "trajectory/integration_options.hpp"
#include "trajectory/trajectory.hpp"

namespace rattleback {

// As given: an empty text was not.
struct RunOptions {
    std::string model, form, method, until, at, rtol, atol, step;
    std::vector<std::string> settings;
    bool no_projection = false;
};

// Declares MODEL, --form, --method, --until, --rtol, --atol, --step, --set and --no-projection,
// and lists the methods.
void add_run_options(Arguments& arguments, RunOptions& given);

// The model, with --set and the principle of --form. Throws UsageError where a name is wrong.
Description described(const RunOptions& given);

struct ComputedRun {
    System system;
    Equations equations;
    IntegrationOptions integration;
    Trajectory trajectory;  // with dense output
};

ComputedRun computed_run(const RunOptions& given, const Description& description, LongWork& work);

// Why the run does not tell the motion to its end, in a sentence; nothing where it does, be it at a
// singular state.
std::optional<std::string> failure_of(const Trajectory& trajectory);

// 0, 1 when something failed, 130 when the run was interrupted.
int exit_code(const Trajectory& trajectory, bool failed);

}  // namespace rattleback
