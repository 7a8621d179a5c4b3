// Long work of a verb, seen by the user: a progress bar on a terminal, and Ctrl-C as a wish.
//
//      37 % [███████             ] t = 370 of 1000, about 12 s left
//
// The bar is one line on stderr, written again and again, and gone at the end. While a LongWork
// lives, the first SIGINT only sets a flag: the work ends after its step, and what was computed is
// kept. A second one ends the program as usual. There is one LongWork at a time.
#pragma once

#include <csignal>

#include <atomic>
#include <chrono>

#include "base/keep_going.hpp"
#include "trajectory/integration_options.hpp"

namespace rattleback {

class LongWork {
public:
    LongWork();
    LongWork(const LongWork&) = delete;
    LongWork& operator=(const LongWork&) = delete;
    ~LongWork();

    // For work that is done in pieces, or by integration; to be used while this lives.
    KeepGoing keep_going();
    void attend(IntegrationOptions& options);

    bool is_interrupted() const;

    // Removes the bar, before anything is printed.
    void clear();

private:
    void show(double share, const std::string& what);

    struct sigaction before_ = {};
    bool is_seen_, is_drawn_ = false;
    std::chrono::steady_clock::time_point began_, shown_;
    std::function<void(const Progress&)> on_progress_;
};

// The exit code of what was interrupted.
inline constexpr int interrupted = 130;

}  // namespace rattleback
