// Intervals of doubles: the range of an expression over a range of what it depends on.
//
//     const Interval x{1, 2};
//     sin(x) * x + 3.0 * x          // contains sin(u) u + 3 u for every u in x, and some more
//
// Where a function has no bound, as 1/x around zero, its range is `everything`; where it has no value
// at all, as √x below zero, both ends are NaN. A function that has a value on a part of x has the
// range of that part. Ends are rounded to nearest, not outward: bounds hold up to some units in the
// last place, and who needs a sign allows for that (interval_jet.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace rattleback {

struct Interval {
    double low = 0, high = 0;

    constexpr Interval() = default;
    constexpr Interval(double x) : low(x), high(x) {}
    constexpr Interval(double from, double to) : low(from), high(to) {}

    bool contains(double x) const { return low <= x && x <= high; }
    bool excludes_zero() const { return low > 0 || high < 0; }
    bool is_nowhere() const { return std::isnan(low) || std::isnan(high); }
    double magnitude() const { return std::max(std::abs(low), std::abs(high)); }
};

inline constexpr Interval everything{-std::numeric_limits<double>::infinity(),
                                     std::numeric_limits<double>::infinity()};
inline constexpr Interval nowhere{std::numeric_limits<double>::quiet_NaN()};

inline Interval operator-(const Interval& x) { return {-x.high, -x.low}; }
inline Interval operator+(const Interval& x, const Interval& y) {
    return {x.low + y.low, x.high + y.high};
}
inline Interval operator-(const Interval& x, const Interval& y) {
    return {x.low - y.high, x.high - y.low};
}
Interval operator*(const Interval& x, const Interval& y);
Interval operator/(const Interval& x, const Interval& y);

// What is in both; where rounding leaves nothing, the point between them.
Interval common_part(const Interval& x, const Interval& y);

Interval square(const Interval& x);
Interval abs(const Interval& x);
Interval sqrt(const Interval& x);
Interval exp(const Interval& x);
Interval log(const Interval& x);
Interval sin(const Interval& x);
Interval cos(const Interval& x);
Interval tan(const Interval& x);
Interval sinh(const Interval& x);
Interval cosh(const Interval& x);
Interval tanh(const Interval& x);
Interval erf(const Interval& x);
Interval asin(const Interval& x);
Interval acos(const Interval& x);
Interval atan(const Interval& x);
Interval atan2(const Interval& y, const Interval& x);
// For a fixed exponent.
Interval pow(const Interval& base, double exponent);

}  // namespace rattleback
