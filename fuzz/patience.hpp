// Work that is stopped after a while, as by a user who does not wait any longer.
//
// What a fuzzer asks may take hours, and how long that is says nothing of the program; that it heeds
// the wish is what libFuzzer's -timeout finds out.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "rattleback/attention.hpp"

namespace rattleback::fuzzing {

class Patience {
public:
    explicit Patience(std::chrono::milliseconds time)
        : clock_([this, time](std::stop_token done) {
              std::unique_lock lock(mutex_);
              if (!ends_.wait_for(lock, done, time, [&] { return done.stop_requested(); }))
                  stop_.request_stop();
          }) {}

    Attention attention() const { return {.stop = stop_.get_token()}; }

private:
    std::stop_source stop_;
    std::mutex mutex_;
    std::condition_variable_any ends_;
    std::jthread clock_;
};

}  // namespace rattleback::fuzzing
