// x'' = −sign(x)·|x|^p has no derivatives where x passes zero, and is a kink of another kind than a jump: from
// its energy v²/2 + |x|^(p + 1)/(p + 1) the period is 4 √((p + 1)/2)/(p + 1) · B(1/(p + 1), 1/2).

#include <gmock/gmock.h>

#include <cmath>

#include "equations/formulations.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

double period(double p) {
    const double a = 1 / (p + 1);
    const double beta = std::tgamma(a) * std::tgamma(0.5) / std::tgamma(a + 0.5);
    return 4 * std::sqrt((p + 1) / 2) * a * beta;
}

TEST(FractionalPowers, ArePassedAsExactlyAsTheToleranceSays) {
    for (const auto& [power, p] : {std::pair{"1/3", 1.0 / 3}, {"1/2", 0.5}, {"3/2", 1.5}}) {
        const System system =
            build({.coordinates = {"x"},
                   .lagrangian = "x'^2/2",
                   .forces = {{.on = "x", .value = "-sign(x)*abs(x)^(" + std::string(power) + ")"}},
                   .initial = {{"x", "1"}}});
        for (const char* method :
             {"auto", "dopri5", "dop853", "vern9", "gauss4", "gauss6", "adams", "bdf"}) {
            SimulationOptions options;
            options.integration = {.method = method, .rtol = 1e-9, .until = 2 * period(p)};
            const Trajectory run = simulate(system, derive(system, "benenti"), options);
            ASSERT_TRUE(run.reached_end()) << power << method << run.stop.message;
            EXPECT_NEAR(run.stop.state[0], 1, 6e-7) << power << ", " << method;
            EXPECT_NEAR(run.stop.state[1], 0, 6e-7) << power << ", " << method;
        }
    }
}

}  // namespace
}  // namespace rattleback::testing
