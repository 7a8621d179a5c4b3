// A run before its first step: what was asked for and what the model says, made one.
//
// A run that is computed whole (run_motion.hpp) and one in legs (run_in_legs.hpp) begin with it.
#pragma once

#include <memory>

#include "study/run_motion.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback {

struct PreparedRun {
    Run run;  // without its trajectory
    SimulationOptions options = {};
    std::shared_ptr<const CompiledMotion> motion = {};
    Sentences of_branch = {}, of_request = {};  // notes

    // The form first, then what simulate says, then how the model was read.
    void add_notes(Sentences& notes) const;
};

// How to integrate, as the request and the file say. Throws RequestError for what has no sense.
IntegrationOptions integration_of(const RunRequest& request, const Description& description);

// Throws RequestError for a request without sense, and what build and derive throw. The motion is one
// of those compiled, where some are given.
PreparedRun prepare_run(const Description& description, const RunRequest& request,
                        const Attention& attention, const CompiledMotions* motions = nullptr);

// Tells how far a run has come. It must live as long as the options that have it.
struct RunProgress {
    const Attention& attention;
    double from, until;

    void operator()(const Progress& at) const;
};

}  // namespace rattleback
