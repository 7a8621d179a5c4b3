// Work in parts, as whoever waits for the whole of it is told of them.
//
//     check(…, part_of(attention, 0, 0.4));          its shares are the first four tenths of the whole
//     search({.keep_going = keep_going(attention)});
#pragma once

#include "base/keep_going.hpp"
#include "rattleback/attention.hpp"

namespace rattleback {

// For a part of the work, between two shares of the whole: its own shares go from 0 to 1.
inline Attention part_of(Attention whole, double from, double to) {
    if (whole.progress)
        whole.progress = [=, tell = whole.progress](double share, const std::string& what) {
            tell(from + (to - from) * share, what);
        };
    return whole;
}

// For work that asks between its pieces whether to go on.
inline KeepGoing keep_going(const Attention& attention) {
    return [attention](double share, const std::string& what) {
        if (attention.progress) attention.progress(share, what);
        return !attention.is_stopped();
    };
}

}  // namespace rattleback
