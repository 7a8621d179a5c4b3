// Ctrl-C as a wish: the run ends after its step, and what was computed is kept.
//
// While an Interruption lives, the first SIGINT only sets a flag. A second one ends the program as
// usual. There is one at a time.
#pragma once

#include <csignal>

#include <atomic>

namespace rattleback {

class Interruption {
public:
    Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;
    ~Interruption();

    const std::atomic<bool>& wished() const;

private:
    struct sigaction before_ = {};
};

}  // namespace rattleback
