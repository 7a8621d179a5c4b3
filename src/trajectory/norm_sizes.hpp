// What counts as zero and what as slow of the norms of norms.hpp.
//
// A norm |w| is zero below the tolerance of its velocities, and slow where it is a small part of them:
// there its direction may turn fast, since forces across w turn it at a rate ~ 1/|w|, and the equations
// are stiff. How large velocities naturally are (natural_sizes.hpp) a state at rest tells poorly. So it
// is asked again where a norm has become slow or is let go: by then the motion has gone some way. Sizes
// only grow.
#pragma once

#include <optional>

#include "trajectory/integration_options.hpp"
#include "trajectory/motion_problem.hpp"
#include "trajectory/norm_values.hpp"

namespace rattleback {

// What is known of them in a run so far.
struct NormSizesSoFar {
    std::vector<double> least = {}, slow = {}, of_state = {};

    template <typename Archive>
    friend void fields(Archive& archive, NormSizesSoFar& x) {
        archive(x.least, x.slow, x.of_state);
    }
};

class NormSizes {
public:
    // The code is that of the motion whose directions are zero; the values are those of a run, and
    // the norms are of functions with the same inputs.
    NormSizes(std::shared_ptr<const MotionCode> without_friction, const NormValues& norms,
              const System& values, MotionSettings settings);

    // The same with other values, those of the pieces of tables that end at this time.
    void change(std::shared_ptr<const MotionCode> without_friction, const NormValues& norms,
                const System& values, double end);

    // Of a new run.
    void start(std::span<const double> state, const IntegrationOptions& options);
    void measure(double t, std::span<const double> state, const IntegrationOptions& options);
    // Between two legs of a run.
    const NormSizesSoFar& so_far() const { return known_; }
    void go_on(NormSizesSoFar known);

    // Of each norm: below that it is zero, and slow.
    const std::vector<double>& least() const { return known_.least; }
    const std::vector<double>& slow() const { return known_.slow; }
    const std::vector<double>& of_state() const { return known_.of_state; }

private:
    MotionSettings settings_;
    std::optional<MotionProblem> without_friction_;
    NormValues norms_;
    std::optional<double> end_;  // of what is known of the forces
    NormSizesSoFar known_;
};

}  // namespace rattleback
