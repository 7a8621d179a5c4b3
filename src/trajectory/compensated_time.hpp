// Time as an unevaluated sum of two doubles, so that a million steps add up without error.
//
// high + low has about 106 bits, and high is the nearest double. A step h is added by Knuth's
// two-sum, which loses nothing of t + h; what rounding costs is kept in low. Functions of time are
// given high.
#pragma once

namespace rattleback {

struct Time {
    double high = 0, low = 0;

    Time plus(double step) const {
        const double sum = high + step;
        const double shared = sum - high;
        const double error = (high - (sum - shared)) + (step - shared);
        const double rest = error + low;
        const double rounded = sum + rest;
        return {rounded, rest - (rounded - sum)};
    }
    // How far it is from here to t.
    double until(double t) const { return (t - high) - low; }

    template <typename Archive>
    friend void fields(Archive& archive, Time& x) {
        archive(x.high, x.low);
    }
};

}  // namespace rattleback
