// A reference for errors near rounding: extrapolated midpoint rule (Gragg, Bulirsch, Stoer) of fixed
// step and order, in long double, whose 64 bits leave three digits beyond those of double.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

namespace twin {

template <std::size_t size>
using LongState = std::array<long double, size>;

template <std::size_t size, typename F>
LongState<size> midpoint_rule(const F& f, const LongState<size>& y, long double width, int steps) {
    const long double h = width / steps;
    LongState<size> before = y, at = y;
    const auto add = [](LongState<size>& x, long double factor, const LongState<size>& slope) {
        for (std::size_t i = 0; i < size; ++i) x[i] += factor * slope[i];
    };
    add(at, h, f(y));
    for (int step = 1; step < steps; ++step) {
        add(before, 2 * h, f(at));
        std::swap(before, at);
    }
    add(before, h, f(at));
    for (std::size_t i = 0; i < size; ++i) at[i] = (at[i] + before[i]) / 2;
    return at;
}

// y after `until`, in that many steps.
template <std::size_t size, typename F>
LongState<size> extrapolated(const F& f, LongState<size> y, long double until, int steps) {
    constexpr int stages = 6;  // more would amplify rounding errors
    LongState<size> table[stages];
    for (int step = 0; step < steps; ++step) {
        for (int k = 0; k < stages; ++k) {
            table[k] = midpoint_rule(f, y, until / steps, 2 * (k + 1));
            for (int j = k - 1; j >= 0; --j) {
                const long double ratio = static_cast<long double>(k + 1) / (j + 1);
                for (std::size_t i = 0; i < size; ++i)
                    table[j][i] =
                        table[j + 1][i] + (table[j + 1][i] - table[j][i]) / (ratio * ratio - 1);
            }
        }
        y = table[0];
    }
    return y;
}

}  // namespace twin
