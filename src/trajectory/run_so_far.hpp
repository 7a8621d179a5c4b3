// What a run goes on from: all that its next steps depend on.
//
//     RunSoFar so_far;                                                  // it begins
//     options.integration.leg.steps = 10'000;
//     Trajectory leg = simulate_leg(motion, system, so_far, options);   // 10 000 steps
//     leg = simulate_leg(motion, system, so_far, options);              // the next
//
// A long run is computed in legs, and of what lies behind a pause nothing is kept but this. Time and
// state are those at the end of a whole step. The method begins anew there: the history of a multistep
// method, the width of its step, factors, and what rounding carries over of the state are no part of it.
// So whoever goes on from here, in this process or in another, computes the same as a run that was
// never ended; and since a pause is a new beginning and no approximation, each step keeps its tolerance.
// The price is that of a beginning: some short steps, and the looks at the first state.
//
// What must not begin anew is here: the natural sizes, so that all legs have the same tolerances; what is
// known of events; the phase between two jumps of the forces; the variables in which the motion is
// computed; and the method to which `auto` has changed.
#pragma once

#include "trajectory/compensated_time.hpp"
#include "trajectory/events_so_far.hpp"
#include "trajectory/phases_so_far.hpp"

namespace rattleback {

struct RunSoFar {
    Time time = {};
    std::vector<double> state = {};      // of the form, or (q, v); empty: the run begins
    bool is_in_velocities = false;       // the variables of the form have failed
    std::vector<double> sizes = {};      // natural, of the state; empty: not yet known
    std::vector<char> untold = {};       // 1: one is provisional
    std::string auto_went_on_with = {};  // the method to which `auto` has changed
    EventsSoFar events = {};
    PhasesSoFar phases = {};

    template <typename Archive>
    friend void fields(Archive& archive, RunSoFar& x) {
        archive(x.time, x.state, x.is_in_velocities, x.sizes, x.untold, x.auto_went_on_with,
                x.events, x.phases);
    }
};

}  // namespace rattleback
