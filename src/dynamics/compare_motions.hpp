// Two motions from one state: where and how fast they part.
//
//     const Comparison found = compare_motions({system, equations, run}, other_run);
//
// Both are runs with dense output, in any variables whose first entries are q: two principles, two
// formulations, two tolerances. Their distance at a time is that of the configurations, in the metric
// of the kinetic energy at the state of the first:
//
//     d(t) = √( Δqᵀ M Δq ) ,    Δq = q₂(t) − q₁(t) ,    M = ∂²L/∂v∂v .
//
// When they part is told by parts of the way that the first motion goes, or of the largest distance where
// it stays where it is: no unit matters.
//
// Growth is fitted to the beginning, where d lies between the noise, which the user of this function
// knows, and a thousandth of its largest value: by least squares ln d is a line in ln t (a power of t) or in t (an
// exponential), whichever fits better. Where neither fits well there is none. In a run backward t is
// the time that has passed, and `from` and `until` are times of the run.
//
// Motions agree where their distance is nowhere larger than the noise. Where the noise itself is not
// small beside the way that the first motion goes, as at the end of a motion that blows up, nobody
// can tell.
#pragma once

#include <optional>
#include <vector>

#include "rattleback/requests.hpp"
#include "trajectory/computed_motion.hpp"

namespace rattleback {

struct Excess {
    double part = 0;                  // of the scale of the comparison
    double distance = 0;              // that part
    std::optional<double> time = {};  // when it is first exceeded
};

struct Growth {
    enum class Law : std::uint8_t { Power, Exponential } law = Law::Power;
    double factor = 0;    // d = factor · |t|^exponent, or factor · exp(exponent · |t|)
    double exponent = 0;  // a rate for the exponential
    double from = 0, until = 0;
};

struct Comparison {
    double until = 0;  // where the first of the two ends
    std::vector<double> times = {};
    std::vector<double> distances = {};
    Rows differences = Rows();  // Δq at the times
    std::vector<Excess> excesses = {};
    std::optional<Growth> growth = {};
    Extreme largest = {};
    double size = 0;   // how far the first motion goes from its start, in the same metric
    double scale = 0;  // that, or the largest distance where it is no more than the noise
    enum class Verdict : std::uint8_t { Agree, Differ, Unknown } verdict = Verdict::Agree;
};

struct ComparisonOptions {
    std::size_t intervals = CompareRequest().intervals;   // of the table of times
    std::vector<double> parts = {1e-9, 1e-6, 1e-3, 0.1};  // of the scale
    double noise = 0;                                     // distances below count as none
};

// Throws NumericalError where a trajectory has no dense output.
Comparison compare_motions(const ComputedMotion& first, const Trajectory& second,
                           const ComparisonOptions& options = {});

}  // namespace rattleback
