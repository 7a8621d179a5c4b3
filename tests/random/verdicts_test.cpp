// What is said of random systems, against the oracle: whether their energy is constant, whether the
// formulations agree, and that the checks of a motion see equations that were tampered with.

#include <gmock/gmock.h>

#include <cmath>

#include "dynamics/motion_checks.hpp"
#include "equations/formulations.hpp"
#include "random/random_model.hpp"
#include "structure/agreement.hpp"
#include "structure/energy_balance.hpp"
#include "structure/run_branch.hpp"
#include "support/sanitized.hpp"
#include "support/true_rate.hpp"
#include "support/true_run.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

constexpr std::uint64_t first = 3100, systems = sanitized ? 3 : 12;

TEST(Verdicts, EnergyIsConstantWhereItIsSaidToBe) {
    int constant_ones = 0, others = 0;
    for (std::uint64_t seed = first; seed < first + systems; ++seed) {
        const ModelText model = random_model(seed).model;
        const System system = built(model);
        const EnergyBalance balance = energy_balance(system);
        if (balance.conserved == Answer::Unknown) continue;
        TrueMotion motion(system);
        const State start{0, model.q, model.v};
        const TrueRun run = true_run(motion, start, {model.until / 2, model.until});
        Real drift = 0, size = 0;
        for (const State& state : run.samples) {
            const Real e = value_at(system, state, balance.energy);
            size = std::max(size, std::fabs(e));
            drift = std::max(drift, std::fabs(e - value_at(system, start, balance.energy)));
        }
        const bool is_constant = drift <= 1e-11L * std::max<Real>(size, 1);
        EXPECT_EQ(is_constant, balance.conserved == Answer::Yes)
            << "system " << seed << ": the energy changes by " << drift << "\n"
            << model_file_text(model);
        ++(is_constant ? constant_ones : others);
    }
    EXPECT_GT(others, 0);
    if (!sanitized) {
        EXPECT_GT(constant_ones, 0);
    }
}

TEST(Verdicts, NoFormulationIsSaidToDiffer) {
    for (std::uint64_t seed = first; seed < first + systems / 3; ++seed) {
        const System system = run_branch(built(random_model(seed).model)).system;
        for (const FormAgreement& form : agreement(system).forms)
            EXPECT_NE(form.outcome, FormAgreement::Outcome::Differs)
                << "system " << seed << ", " << form.form << ": " << form.because;
    }
}

// A force of a thousandth that the model does not have.
TEST(Verdicts, ChecksOfTheMotionSeeWrongEquations) {
    for (std::uint64_t seed = first; seed < first + systems; ++seed) {
        const System system = run_branch(built(random_model(seed).model)).system;
        const auto forms = applicable(system);
        Equations equations = derive(system, forms[seed % forms.size()]->name);
        const auto fails = [&] {
            SimulationOptions options;
            options.integration.method = "dop853";
            options.integration.dense = true;
            const Trajectory run = simulate(system, equations, options);
            bool some = false;
            for (const MotionCheck& check : check_motion(system, equations, run))
                some = some || !check.holds();
            return some;
        };
        EXPECT_FALSE(fails()) << "system " << seed << ", " << equations.form;
        equations.right[0] = equations.right[0] + ratio(1, 1000) * (1 + system.q[0] * system.q[0]);
        EXPECT_TRUE(fails()) << "system " << seed << ", " << equations.form;
    }
}

}  // namespace
}  // namespace rattleback::testing
