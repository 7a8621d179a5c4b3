// Which way the motion goes on from a surface at which the equations switch.
//
// At a state let A be the surfaces on which it lies. Of each, `leading` is about to rise or fall at a
// rate r that depends on the sides s of all of A, affinely: r = c + R s. A surface may be left to a
// side s = ±1, if r has its sign there; or the motion is held on it, if r = 0 for an s in [−1, 1].
// What holds for all of A at once is a continuation:
//
//     rates of one sign on both sides      the motion goes through
//     both towards the surface             it slides
//     both away from it                    there are several continuations: that is said
//
// A surface of positions, crossed with some velocity, is simply crossed. Where a rate is zero as
// well, its change along the motion decides. Time may run backward: r counts along the run.
#pragma once

#include "compiled/equations_of_motion.hpp"
#include "trajectory/side_problem.hpp"
#include "trajectory/smooth_motion.hpp"

namespace rattleback {

// How the run came to its state: by reaching or leaving a surface, or not at all.
struct Arrival {
    std::optional<std::size_t> at = {};  // the switch that was met
    bool is_again = false;             // at once after it was met before: it is not left by moving
    std::optional<Side> left_to = {};  // a held surface is left, to this side
};

struct Continuation {
    std::vector<Side> sides;
    std::string trouble = {};  // why there is none, as a sentence without its full stop
};

class Switching {
public:
    Switching(const SwitchedSystem& switched, const Equations& equations, double rtol,
              double direction);

    // Sides before are those of the phase that ended here; empty at the start.
    Continuation decide(double t, std::span<const double> y, const Arrival& arrival,
                        const std::vector<Side>& before);
    // Moves y onto the surfaces that hold it.
    void place(double t, std::span<double> y, const std::vector<Side>& sides);

private:
    struct At {
        double value, leading, left;  // u, leading, and x of a cut
        double by_time;               // ∂leading/∂t
        const double* by_state;       // ∂leading/∂y
        const double* value_by_state;
    };
    struct Group {  // surfaces with the same leading
        std::vector<std::size_t> members;
    };

    void look(double t, std::span<const double> y);
    At at(std::size_t i) const;
    bool is_on(std::size_t i, const Arrival& arrival) const;
    void set(std::size_t i, Side side);
    const std::vector<double>& rates_with(const std::vector<Side>& sides);
    double rate(std::size_t i) const;       // of leading i, with the rates just computed
    double rate_size(std::size_t i) const;  // of the terms of that sum
    std::string jump(double t, const std::vector<std::size_t>& on, const std::vector<Side>& sides);
    std::vector<Group> groups(const std::vector<std::size_t>& undecided) const;
    SideRates rates_of(const std::vector<Group>& groups, const std::vector<Side>& sides);
    Continuation choose(double t, std::span<const double> y, const std::vector<Group>& groups,
                        const std::vector<Side>& sides);
    static std::vector<Side> with_states(std::vector<Side> sides, const std::vector<Group>& groups,
                                         const std::vector<int>& states);
    double change_of_rate(double t, std::span<const double> y, const std::vector<Side>& sides,
                          std::size_t i);
    std::string where(double t, const std::vector<Group>& groups) const;

    const SwitchedSystem& switched_;
    std::vector<Surface> surfaces_;
    EquationsOfMotion motion_;
    SolvedFunction rates_;
    CompiledFunction looks_, continuous_;
    double rtol_, direction_;
    std::vector<std::size_t> parameter_;  // the place of each side among the inputs
    std::vector<double> in_, seen_, f_, largest_, largest_leading_;
};

}  // namespace rattleback
