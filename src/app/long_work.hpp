// Long work of a verb, seen by the user: a progress bar on a terminal, and signals as wishes.
//
//      37 % [███████             ] t = 370 of 1000, about 12 s left
//
// The bar is one line on stderr, written again and again, and gone at the end. While a LongWork
// lives, the first SIGINT (Ctrl-C), SIGTERM or SIGHUP (batch systems) only requests a stop: the work
// ends after its step, and what was computed is kept. A second one ends the program as usual. Signals
// that are ignored, as under nohup, stay so. There is one LongWork at a time.
#pragma once

#include <csignal>

#include <array>
#include <chrono>
#include <thread>

#include "rattleback/attention.hpp"

namespace rattleback {

class LongWork {
public:
    LongWork();
    LongWork(const LongWork&) = delete;
    LongWork& operator=(const LongWork&) = delete;
    ~LongWork();

    // To be used while this lives.
    Attention attention();

    std::stop_token stop() const { return stop_.get_token(); }
    bool is_interrupted() const { return stop_.stop_requested(); }

    // Removes the bar, before anything is printed.
    void clear();

private:
    void show(double share, const std::string& what);

    std::stop_source stop_;
    std::thread listener_;
    std::array<struct sigaction, 3> before_ = {};
    bool is_seen_, is_drawn_ = false;
    std::chrono::steady_clock::time_point began_, shown_;
};

// The exit code of what was interrupted: 128 and the signal, 130 after Ctrl-C.
int interrupted();

}  // namespace rattleback
