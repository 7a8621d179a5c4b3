// A run as the command line asks for it: what simulate, plot and report have in common.
//
//     add_run_options(arguments, given);                        MODEL --form --until --set …
//     LongWork work;
//     const Run run = run_motion(described_model(given.model, given.settings), request_of(given),
//                                work.attention());
#pragma once

#include <string>
#include <vector>

#include "app/arguments.hpp"
#include "app/settings.hpp"
#include "study/run_motion.hpp"

namespace rattleback {

// As given: an empty text was not.
struct RunOptions {
    std::string model, form, method, until, at, rtol, atol, step;
    Settings settings;
    bool no_projection = false;
};

// Declares MODEL, --form, --method, --until, --rtol, --atol, --step, --set and --no-projection,
// and lists the methods.
void add_run_options(Arguments& arguments, RunOptions& given);

// Declares --form NAME.
void add_form_option(Arguments& arguments, std::string& form);

// Throws UsageError for what is no number.
RunRequest request_of(const RunOptions& given);

// 0, 1 when something failed, 130 when the run was interrupted.
int exit_code(const Trajectory& trajectory, bool failed);

}  // namespace rattleback
