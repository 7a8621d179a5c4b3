// The checks of a motion, along its steps or its samples; leg by leg where it is computed so.
//
//     ChecksAlong checks(system);
//     checks.follow({system, equations, leg});     // each in turn, with its rest in other variables
//     checks.pause();                              // between two of them
//     checks.results(whole);
//
// What was seen so far is all that a check goes on from (run_so_far.hpp). Of a run of one leg every
// deviation is kept; at a pause those that are side by side are joined, the largest of them stays, and
// some hundred remain: enough to judge each by what was allowed at its time.
#pragma once

#include <map>
#include <optional>

#include "dynamics/motion_checks.hpp"
#include "trajectory/computed_motion.hpp"
#include "trajectory/continuation.hpp"

namespace rattleback {

// Of a balance or a residual.
struct QuantitySoFar {
    bool is_complete = true;
    double start = 0, integral = 0;
    Worst worst = {};

    template <typename Archive>
    friend void fields(Archive& archive, QuantitySoFar& x) {
        archive(x.is_complete, x.start, x.integral, x.worst);
    }
};

struct ChecksSoFar {
    bool is_started = false, is_compared = false;
    std::vector<QuantitySoFar> quantities = {};
    std::vector<Worst> residuals = {};  // of derivatives
    Worst power = {}, gauss = {};

    template <typename Archive>
    friend void fields(Archive& archive, ChecksSoFar& x) {
        archive(x.is_started, x.is_compared, x.quantities, x.residuals, x.power, x.gauss);
    }
};

class ChecksAlong {
public:
    // Goes on from what was seen before; that of other equations is a NumericalError. The system must
    // live as long.
    explicit ChecksAlong(const System& system, Watched watched = Watched::Whole,
                         ChecksSoFar so_far = {});
    ~ChecksAlong();
    ChecksAlong(const ChecksAlong&) = delete;
    ChecksAlong& operator=(const ChecksAlong&) = delete;

    void follow(const ComputedMotion& leg);
    void pause();
    const ChecksSoFar& so_far() const { return known_; }
    std::vector<MotionCheck> results(const Trajectory& run) const;

private:
    class StatesOfPhases;
    using States = std::map<const SmoothMotion*, MotionStates>;  // by their phases, or null

    struct Quantity {
        Watch watch;
        bool is_balance = false;
    };
    // A state at which everything was looked at, in a step that took so long.
    struct Place {
        std::size_t i, count;  // the i-th of so many
        double step = 0;
        bool is_regular = true, begins_phase = false;
    };

    void follow_part(const ComputedMotion& part, States& made);
    void begin(const MotionStates& states);
    void look(MotionStates& states, double t, std::span<const double> state,
              bool is_regular = true);
    void compare(MotionStates& states, const Trajectory& part, const Place& place);
    void follow_samples(StatesOfPhases& of_phases, const Trajectory& part);
    void follow_steps(StatesOfPhases& of_phases, const Trajectory& part);
    void add_integrals(MotionStates& states, const Segment& segment, double end,
                       const Trajectory& part);

    const System& system_;
    Watched watched_;
    std::vector<Quantity> quantities_;
    std::vector<Watch> of_derivatives_;  // constraints on accelerations and on what is above them
    ChecksSoFar known_;
    States made_, made_in_velocities_;
    std::optional<InVelocities> in_velocities_;
};

}  // namespace rattleback
