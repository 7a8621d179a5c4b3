// Whether a margin is as good as zero at a state, in a sense that has no units.
//
// A margin m(t, y) has a size that means nothing: kilograms, metres to the fourth power. Moving one
// entry of the state by δ changes it by about |∂m/∂yᵢ| δ. If that at least doubles it, a state where
// m vanishes is about as near as δ: for m = v^p that is v < p δ or so, whatever p and the unit.
#pragma once

#include <span>
#include <vector>

#include "trajectory/ode_problem.hpp"

namespace rattleback {

class NearZero {
public:
    // Of so many margins, which the function gives before its phases. It must live as long as this.
    NearZero(MarginFunction function, std::size_t count, std::size_t phases)
        : function_(function), count_(count), margins_(count + phases), beside_(count + phases) {}

    void go_to(double t, std::span<const double> y);
    std::span<const double> margins() const { return {margins_.data(), count_}; }

    // For each margin, whether moving an entry of y, or t, by no more than this doubles it. There is
    // one more of them than entries of y, and zeros are left out. True where it has no value.
    const std::vector<char>& within(std::span<const double> by);

private:
    void compare(double t);

    MarginFunction function_;
    std::size_t count_;
    double t_ = 0;
    std::vector<double> y_, margins_, beside_;
    std::vector<char> near_;
};

}  // namespace rattleback
