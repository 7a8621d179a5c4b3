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
    // The code is that of the motion whose directions are zero; the values are those of a run, and
    // the norms are of functions with the same inputs.
    NormSizes(std::shared_ptr<const MotionCode> without_friction, const NormValues& norms,
              const System& values, MotionSettings settings);

    // Of a new run.
    void start(std::span<const double> state, const IntegrationOptions& options);
    void measure(double t, std::span<const double> state, const IntegrationOptions& options);

    // Of each norm: below that it is zero, and slow.
    const std::vector<double>& least() const { return least_; }
    const std::vector<double>& slow() const { return slow_; }
    const std::vector<double>& of_state() const { return of_state_; }

private:
    MotionProblem without_friction_;
    NormValues norms_;
    std::vector<double> least_, slow_, of_state_;
};

}  // namespace rattleback
