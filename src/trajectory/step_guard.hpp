// A step must not jump over a force.
//
// Series, stages and error estimates know f where they looked, and a hill of exp(−10 (x − 3)²) seen
// from x = 0 is zero to forty digits with all its derivatives: nothing tells them that there is
// anything to look for. But the argument −10 (x − 3)² moves, from −90 to 0, as fast as the particle.
// So every step, of every method that chooses its steps, is judged by the arguments of such functions
// (argument_tape.hpp). Within one step
//
//     an exponent    changes by at most 2, or by less than a factor of 2;
//     a divisor      changes by less than a factor of e², a base to the power −n of e^(2/n);
//     a base         to a high power n grows by less than a factor of e^(2/n), or to its square root
//                    where it is below 1, and is not larger by that factor between its ends;
//     an angle       changes by at most 2.
//
// What the step did not feel at its start it may then meet at most some e² times as strong: if the
// one was below the tolerance, the other is not far above, and the next step feels it. Toward a force
// from afar the steps shrink in proportion to the distance, and grow so again behind it: a few for
// each doubling. Where the force is felt, accuracy asks for shorter steps than these in any case, and
// f without such functions, or whose arguments move little, is as free as before.
//
// The range of an argument in a step is that of the cubic through both ends with their slopes, which
// lies between its Bézier points; of two cubics, over the halves, where the step is much wider than those
// before. `limit` is asked before a step, and is where the arguments will be too far if they go on as
// they go now; `allows` decides when the end is known. As long as the arguments move little, and will by
// the slopes of the last two looks, they are looked at in some steps only.
//
// Steps that are nothing beside t are not judged, and divisors not in steps in which y hardly moves:
// so a jump, and the removable singularity of sin(x)/x, are passed. Where f is given by its values
// alone there is nothing to look at.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "trajectory/argument_tape.hpp"
#include "trajectory/step_control.hpp"

namespace rattleback {

class StepGuard {
public:
    // A run over this time, which is negative when it goes backward.
    StepGuard(const OdeProblem& problem, double run);

    bool is_needed() const { return is_needed_; }
    // h, or what of it the arguments allow by their present slopes: more than the time of quiet.
    double limit(double h, const Slope& at) { return is_free(h, at.t) ? h : limited(h, at); }
    // Whether the step may be taken; who takes it comes back with its end as the next start.
    bool allows(const Slope& start, double h, const Slope& end) {
        return is_quiet(h, end.t) || is_allowed(start, h, end);
    }
    // The same as far as t alone tells: whether all of h is allowed, and the step to t is. The first is
    // nearly always so, whether there will be a look or not.
    bool is_free(double h, double t) {
        if (!is_needed_) return true;
        if (!has_foreseen_) foresee();
        return std::abs(h) + std::abs(t - time_) <= free_;
    }
    bool is_quiet(double h, double end) {
        if (!is_needed_) return true;
        if (!has_foreseen_) foresee();
        const bool result = std::abs(end - time_) <= quiet_ && std::abs(h) <= widest_ &&
                            steps_since_ < most_steps_between;
        if (result) ++steps_since_;
        return result;
    }
    // Whether a step may be taken that is not quiet.
    bool is_allowed(const Slope& start, double h, const Slope& end);
    // The same of any two places, whatever was before.
    bool fits(const Slope& from, double h, const Slope& to);

private:
    using Values = std::vector<MovingValue>;
    enum class Divisors : std::uint8_t { Judged, Passed };

    static constexpr int most_steps_between = 10;  // looks
    double limited(double h, const Slope& at);
    void look(const Slope& at);
    void know(double t, double since);
    void foresee();
    double change_of(std::size_t argument) const;
    double reach(double least_of_divisors) const;
    bool fits(const Values& from, double h, const Values& to, Divisors divisors) const;
    bool halves_fit(const Slope& start, double h, const Slope& end, Divisors divisors);
    bool step_fits(const Slope& start, double h, const Slope& end, Divisors divisors);
    double unjudged(double t) const;

    ArgumentTape tape_;
    bool is_needed_;
    std::size_t size_;
    double run_;
    std::vector<double> ratios_;  // by which each argument may change
    Values start_, middle_, end_;
    std::vector<double> y_, rate_;  // at the middle
    bool known_ = false;            // start_, and when:
    double time_ = 0, since_ = 0;   // and how long after the look before, or 0
    // What follows from that. It is found when it is asked for, that is after the next series, which
    // so need not wait for it.
    bool has_foreseen_ = true;
    std::vector<double> changes_;  // what the arguments may do from then
    double free_ = 0;              // how long all of them may go on so; 0: unknown
    double quiet_ = 0;             // how long they need no look
    double widest_ = 0;            // step that needs no look at its middle
    int steps_since_ = 0;
};

}  // namespace rattleback
