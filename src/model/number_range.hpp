// What numbers of a run may be, wherever they are given: in the file, in a request, on the command line.
//
// A relative tolerance is at most a tenth: with more, no digit of the motion would be asked for, and what
// methods do with powers of the tolerance (orders, estimates of errors) has no meaning from one on.
#pragma once

#include <limits>
#include <string_view>

namespace rattleback {

struct NumberRange {
    double at_most;         // and above 0
    std::string_view text;  // "it has to be …"

    bool has(double x) const { return x > 0 && x <= at_most; }
};

inline constexpr NumberRange positive_numbers{std::numeric_limits<double>::max(),
                                              "a positive number"};
inline constexpr NumberRange relative_tolerances{0.1, "a number above 0 and at most 0.1"};

}  // namespace rattleback
