// What is computed at every sample of a run, for as long as somebody waits for it.
//
//     WhileWaitedFor waited(stop);
//     for (…) waited.goes_on() ? compute() : leave_out();
//     waited.tell("the reactions", trajectory);
//
// Where the run was ended, or this, the next thousands of samples are soon done, and are computed still;
// the others have no value, NaN, and a note of the run says so.
#pragma once

#include <stop_token>
#include <utility>

#include "trajectory/trajectory.hpp"

namespace rattleback {

class WhileWaitedFor {
public:
    explicit WhileWaitedFor(std::stop_token stop) : stop_(std::move(stop)) {}

    // Whether one more sample is treated.
    bool goes_on() {
        if (!stop_.stop_requested()) return true;
        if (left_ > 0) return --left_, true;
        ++left_out_;
        return false;
    }

    void tell(const char* what, Trajectory& trajectory) const {
        if (left_out_ == 0) return;
        trajectory.notes.push_back(
            sentence("Interrupted: {} at the last {} of {} samples were not computed.", what,
                     left_out_, trajectory.times.size()));
    }

private:
    std::stop_token stop_;
    std::size_t left_ = 4096, left_out_ = 0;
};

}  // namespace rattleback
