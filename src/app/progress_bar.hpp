// How far a run is, on stderr, and only where somebody looks: when that is a terminal.
//
//      37 % [███████             ] t = 370 of 1000, about 12 s left
//
// One line, which is written again and again, and is gone at the end.
#pragma once

#include <chrono>

#include "trajectory/integration_options.hpp"

namespace rattleback {

class ProgressBar {
public:
    explicit ProgressBar(double from);
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar();

    bool is_seen() const { return is_seen_; }
    void operator()(const Progress& progress) const;

private:
    double from_;
    bool is_seen_;
    mutable bool is_drawn_ = false;
    std::chrono::steady_clock::time_point began_;
};

}  // namespace rattleback
