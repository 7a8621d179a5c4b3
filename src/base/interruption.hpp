// Work that is ended while it is going on, wherever it is.
//
//     const StopScope scope(attention.stop);     // all that this thread does from here on may be ended
//     …
//     heed_stop();                               // in the middle of it: throws Interrupted
//
// Exact algebra, derivations and compilations are many layers below whoever waits for them, and know
// nothing of that person. They call heed_stop where a unit of work begins: a node of the graph, an
// operation with polynomials, a point of a field. The token belongs to the thread, and the innermost
// scope counts. Functions that can give a part of their result catch Interrupted, and say so.
#pragma once

#include <stop_token>

#include "rattleback/errors.hpp"

namespace rattleback {

class StopScope {
public:
    explicit StopScope(std::stop_token stop);
    StopScope(const StopScope&) = delete;
    StopScope& operator=(const StopScope&) = delete;
    ~StopScope();

private:
    std::stop_token stop_;
    const std::stop_token* before_;
};

void heed_stop();

}  // namespace rattleback
