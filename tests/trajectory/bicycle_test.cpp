// The Whipple–Carvallo bicycle against published numbers.
//
// J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab, Proc. R. Soc. A 463 (2007) 1955: static
// loads. P. Basu-Mandal, A. Chatterjee, J. M. Papadopoulos, Proc. R. Soc. A 463 (2007) 1983, Table 1:
// accelerations at one state far from upright.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "compiled/equations_of_motion.hpp"
#include "equations/formulations.hpp"
#include "support/model_file.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

using std::numbers::pi;

// Their z is up and the bicycle heads for −x: x = −x̂, y = ŷ, z = −ẑ. Their Euler angles θ, ψ, φ turn
// about z, x, z, and upright is ψ = π/2, φ = π: yaw −θ, lean π/2 − ψ, pitch π − φ, steer −ψ_f.
struct State {
    std::vector<double> q{
        0, 0, -.2440472102925, 0, pi / 2 - .9501292851472, pi - 3.1257073014894, 0, -.2311385135743,
        0};
    std::vector<double> v{2.8069345714545, -.1480982396001, -.1058778746261,
                          -.7830033527065, -.6068425835418, .0119185528069,
                          -8.912989661489, -.4859824687093, -8.0133620584155};
    std::vector<double> a{.5041626315047,   -.3449706619454, 1.460452833298,
                          -.8353281706379,  7.8555281128244, -.1205543897884,
                          -1.8472554144217, 4.6198904039403, -2.454807290455};
};

std::vector<double> joined(std::vector<double> q, const std::vector<double>& v) {
    q.insert(q.end(), v.begin(), v.end());
    return q;
}

TEST(Bicycle, HasThePublishedAccelerationsFarFromUpright) {
    const System system = model_file("bicycle");
    const State state;
    for (const char* form : {"lagrange_multipliers", "udwadia_kalaba", "maggi"}) {
        const EquationsOfMotion motion(system, derive(system, form));
        const std::vector<double> in = motion.input(joined(state.q, state.v), 0);
        const CompiledFunction constraints = compile(motion.inputs(), motion.constraint_values());
        std::vector<double> residuals(constraints.outputs());
        constraints(in.data(), residuals.data());
        for (const double residual : residuals) EXPECT_NEAR(residual, 0, 1e-12) << form;
        const SolvedFunction forces = motion.forces();
        std::vector<double> out(forces.outputs());
        forces(in.data(), out.data());
        for (std::size_t i = 0; i < 9; ++i)
            EXPECT_NEAR(out[i], state.a[i], 1e-10) << form << ", " << i;
    }
}

TEST(Bicycle, StandsOnItsWheelsWithThePublishedLoads) {
    const System system = model_file("bicycle");
    SimulationOptions options;
    options.integration.until = 1;
    for (const char* form : {"benenti", "lagrange_multipliers"}) {
        const Trajectory run = simulate(system, derive(system, form), options);
        ASSERT_TRUE(run.reached_end()) << run.stop.message;
        const auto forces = run.contacts.back();  // z is down
        EXPECT_NEAR(forces[2], -612.836470588236, 1e-9) << form;
        EXPECT_NEAR(forces[5], -309.303529411765, 1e-9) << form;
    }
}

// Between weave and capsize speed a push dies out; above and below it does not.
TEST(Bicycle, BalancesItselfBetweenWeaveAndCapsize) {
    for (const auto& [speed, is_stable] : {std::pair("3.5", false), {"5", true}}) {
        Description d = model_file("bicycle").description;
        d.parameters[0].formula = speed;
        d.initial.push_back({"phi'", "0.01"});
        const System system = build(d);
        SimulationOptions options;
        options.integration.until = 8;
        options.integration.at = {8};
        const Trajectory run = simulate(system, derive(system, "benenti"), options);
        ASSERT_TRUE(run.reached_end()) << run.stop.message;
        EXPECT_EQ(std::abs(run.states[0][4]) < 1e-3, is_stable)
            << speed << ": " << run.states[0][4];
    }
}

}  // namespace
}  // namespace rattleback::testing
