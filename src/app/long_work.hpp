// Long work of a verb, seen by the user: a progress bar on a terminal, and signals as wishes.
//
//      37 % [███████             ] t = 370 of 1000, about 12 s left
//
// The bar is one line on stderr, written again and again, and gone at the end. While a LongWork
// lives, the first SIGINT (Ctrl-C), SIGTERM or SIGHUP (batch systems) only requests a stop: the work
// ends after its step, and what was computed is kept. A second one ends the program as usual. Signals
// that are ignored, as under nohup, stay so, and all end the program as usual where there is no thread
// to be had that listens. The program has one LongWork, from its first word to its last
// (app/program.hpp): whatever a verb does hears of signals.
#pragma once

#include <csignal>

#include <array>
#include <chrono>
#include <optional>
#include <thread>

#include "base/interruption.hpp"
#include "rattleback/attention.hpp"

namespace rattleback {

class LongWork {
public:
    LongWork();
    LongWork(const LongWork&) = delete;
    LongWork& operator=(const LongWork&) = delete;
    ~LongWork();

    // To be used while this lives, after --quiet was read.
    Attention attention();

    bool is_interrupted() const { return stop_.stop_requested(); }

    // Removes the bar, before anything is printed: what was found is shown to its end, however much
    // of it was found.
    void clear();

private:
    void show(double share, const std::string& what);

    std::stop_source stop_;
    std::optional<StopScope> heeds_;
    std::thread listener_;
    std::array<struct sigaction, 3> before_ = {};
    bool is_drawn_ = false;
    std::chrono::steady_clock::time_point began_, shown_;
};

// The exit code of what was interrupted: 128 and the signal, 130 after Ctrl-C.
int interrupted();

}  // namespace rattleback
