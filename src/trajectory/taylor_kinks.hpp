// Where a Taylor series must end although it converges: at the zeros of arguments of |x|, and where
// an angle crosses the cut of atan2.
//
// The argument is looked at on a grid as fine as the degree of its polynomial, and its first change
// of sign located. The step is to end just beyond it, by some units in the last place of t, more
// when that was not enough to get across. The error of being on the wrong side for so long is of the
// order of these units squared.
#pragma once

#include "trajectory/taylor_series.hpp"

namespace rattleback {

class TaylorKinks {
public:
    explicit TaylorKinks(const CompiledJets& jets) : jets_(jets) {}

    // For each |x| whose argument is zero at the start, the side it is about to go to. True when one
    // has changed: the series must then be expanded again.
    bool choose_sides(TaylorSeries& series) const {
        return jets_.sides() > 0 && choose_each_side(series);
    }

    // Shortens h so that the step ends at a kink; true when it does.
    bool limit(const TaylorSeries& series, Time start, double& h) {
        return !jets_.kinks().empty() && ends_at_kink(series, start, h);
    }

private:
    bool choose_each_side(TaylorSeries& series) const;
    bool ends_at_kink(const TaylorSeries& series, Time start, double& h);
    double first_zero(const TaylorSeries& series, const JetKink& kink, double theta) const;

    const CompiledJets& jets_;
    int repeated_ = 0;  // kinks met in a row
};

}  // namespace rattleback
