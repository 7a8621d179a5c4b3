// Where an axis has its numbers, and how they are written.
//
// On a linear axis ticks are a step of 1, 2 or 5 times a power of ten apart. Numbers that would be
// long have what they share taken out: a power of ten, ×10⁻³, and a large number to which all of them
// are to be added, + 5·10⁶. On a logarithmic axis they are powers of ten, and only every second or
// third where there are many. The minus is a minus sign, powers are raised digits.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace rattleback {

struct AxisRange {
    double low = 0, high = 1;
    double span() const { return high - low; }
};

// Of the finite values; for a logarithmic axis of the positive ones, rounded to powers of ten. A
// constant gets room on both sides. `margin` is added at both ends, as a part of the span.
AxisRange axis_range(std::span<const double> values, bool is_log, double margin);

struct Tick {
    double value = 0;
    std::string label;
};

struct AxisTicks {
    std::vector<Tick> major;
    std::vector<double> minor;
    std::string note;  // "×10⁻³", "+ 5·10⁶", both or nothing
};

// At most so many major ones, and at least two where that is possible.
AxisTicks linear_ticks(const AxisRange& range, std::size_t most);
AxisTicks log_ticks(const AxisRange& range, std::size_t most);

}  // namespace rattleback
