// What counts as zero and what as slow of the norms of norms.hpp.
//
// A norm |w| is zero below the tolerance of its velocities, and slow where it is a small part of them:
// there its direction may turn fast, since forces across w turn it at a rate ~ 1/|w|, and the equations
// are stiff. How large velocities naturally are (natural_sizes.hpp) a state at rest tells poorly. So it
// is asked again where a norm has become slow or is let go: by then the motion has gone some way. Sizes
// only grow.
#pragma once

#include "trajectory/integration_options.hpp"
#include "trajectory/motion_problem.hpp"
#include "trajectory/norm_values.hpp"

namespace rattleback {

class NormSizes {
public:
    // The system and the equations have the directions in them, as parameters that are zero.
    NormSizes(const System& system, const Equations& equations,
              const std::vector<NormAtState>& norms, MotionSettings settings);

    // Of a new run.
    void start(std::span<const double> state, const IntegrationOptions& options);
    void measure(double t, std::span<const double> state, const IntegrationOptions& options);

    // Of each norm: below that it is zero, and slow.
    const std::vector<double>& least() const { return least_; }
    const std::vector<double>& slow() const { return slow_; }
    const std::vector<double>& of_state() const { return of_state_; }

private:
    const System& system_;
    const Equations& equations_;
    MotionProblem without_friction_;
    NormValues norms_;
    std::vector<double> least_, slow_, of_state_;
};

}  // namespace rattleback
