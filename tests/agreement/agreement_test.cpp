// Every formulation that applies to a model of the gallery agrees with every other.
#include "structure/agreement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "expr/parse.hpp"
#include "structure/run_branch.hpp"
#include "support/hard_systems.hpp"
#include "support/model_file.hpp"
#include "support/sanitized.hpp"

namespace rattleback {
namespace {

// Where the exact proof is too large, and the agreement is certified by evaluation instead.
const std::set<std::pair<std::string, std::string>> certified{{"second_order_pair", "second_order"},
                                                              {"snake3", "second_order"},
                                                              {"talamucci_curved", "second_order"},
                                                              {"talamucci_time", "second_order"},
                                                              {"voronec_linear", "second_order"}};
// Where it is too large for the limits of a check, which is read while one waits.
const std::set<std::pair<std::string, std::string>> certified_by_a_check{
    {"second_order_curved", "second_order"},
    {"trailers2", "voronec"},
    {"trailers2", "voronec_nonlinear"},
    {"trailers2", "second_order"}};

// Models with formulas too large for any proof.
const std::set<std::string> too_large{"bicycle", "rattleback", "trailers3"};

// Larger proofs than those of a check; not with sanitizers, which make them many times slower.
AgreementOptions thorough() {
    if (testing::sanitized) return {};
    return {.limits = {.terms = 3'000'000, .work = 20'000}, .work = 100'000};
}

// How many are compared with the first one at least: where velocities are given by a parametrization
// alone, benenti and gibbs_appell are all there is.
std::size_t fewest_forms(const System& system) {
    const bool is_parametrized = system.parametrization && system.constraints.empty();
    return system.principle == Principle::Vakonomic || is_parametrized ? 1 : 3;
}

// Functions that a model leaves open stay letters.
System as_it_runs(System system) {
    return system.functions.empty() ? run_branch(system).system : system;
}

class Gallery : public ::testing::TestWithParam<std::string> {};

TEST_P(Gallery, FormulationsAgree) {
    const bool is_large = too_large.contains(GetParam());
    if (testing::is_large(GetParam()) && testing::sanitized)
        GTEST_SKIP() << "would take minutes with sanitizers";
    const System system = as_it_runs(testing::model_file(GetParam()));
    const Agreement found = agreement(system, is_large ? AgreementOptions{} : thorough());
    EXPECT_GE(found.forms.size(), fewest_forms(system));
    for (const FormAgreement& form : found.forms) {
        if (form.outcome == FormAgreement::Outcome::Certified) {
            EXPECT_LT(form.log_probability, -30) << form.form;
            const std::pair pair(GetParam(), form.form);
            EXPECT_TRUE(is_large || certified.contains(pair) ||
                        (testing::sanitized && certified_by_a_check.contains(pair)))
                << form.form << " was proved once";
        } else {
            EXPECT_EQ(form.outcome, FormAgreement::Outcome::Proved)
                << form.form << ": " << form.because;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Models, Gallery, ::testing::ValuesIn(testing::gallery()),
                         [](const auto& model) { return model.param; });

// Every row of the equations matters: with an error in one of them no form is said to agree.
TEST(Agreement, SeesAnErrorInAnyRow) {
    for (const char* model : {"chaplygin_sleigh", "affine_particle", "generalized_momentum"}) {
        const System system = testing::model_file(model);
        for (const char* form : {"lagrange_multipliers", "maggi", "gauss", "udwadia_kalaba",
                                 "second_order", "kane", "boltzmann_hamel", "voronec_nonlinear"}) {
            if (formulation(form).refusal(system)) continue;
            const Equations right = derive(system, form);
            EXPECT_EQ(agreement_of(system, right).outcome, FormAgreement::Outcome::Proved) << form;
            for (std::size_t i = 0; i < right.right.size(); ++i) {
                Equations wrong = right;
                wrong.right[i] += parse("y/7 + 1");
                EXPECT_EQ(agreement_of(system, wrong).outcome, FormAgreement::Outcome::Differs)
                    << model << ", " << form << ", row " << i;
            }
        }
    }
}

// Of a system whose proofs are too large: certified as it is, and refuted with an error.
TEST(Agreement, OfALargeSystemIsCertifiedAndAnErrorIsSeen) {
    const System system = testing::snake(5).system;
    const Equations right = derive(system, "lagrange_multipliers");
    const FormAgreement found = agreement_of(system, right, {.work = 10});
    EXPECT_EQ(found.outcome, FormAgreement::Outcome::Certified) << found.because;
    EXPECT_LT(found.log_probability, -30);
    for (std::size_t i = 0; i < right.right.size(); i += 3) {
        Equations wrong = right;
        wrong.right[i] += parse("10^-20*sin(p1)");
        EXPECT_EQ(agreement_of(system, wrong, {.work = 10}).outcome,
                  FormAgreement::Outcome::Differs)
            << "row " << i;
    }
}

// The map back to accelerations is compared too, and a sign lost in a coefficient is seen.
TEST(Agreement, SeesAWrongAccelerationAndAWrongCoefficient) {
    const System system = testing::model_file("chaplygin_sleigh");
    Equations wrong = derive(system, "kane");
    wrong.accelerations[0] = wrong.accelerations[0] + parse("phi");
    EXPECT_EQ(agreement_of(system, wrong).outcome, FormAgreement::Outcome::Differs);
    wrong = derive(system, "maggi");
    wrong.matrix[1][0] = -wrong.matrix[1][0];
    EXPECT_EQ(agreement_of(system, wrong).outcome, FormAgreement::Outcome::Differs);
}

TEST(Agreement, SaysThatEquationsDoNotDetermineTheMotion) {
    const System system = testing::model_file("chaplygin_sleigh");
    Equations wrong = derive(system, "maggi");
    wrong.matrix[0] = wrong.matrix[1];
    const FormAgreement found = agreement_of(system, wrong);
    EXPECT_EQ(found.outcome, FormAgreement::Outcome::Undecided);
    EXPECT_EQ(to_text(found.because), "its equations do not determine the motion");
}

// Redundant constraints beside a reaction law: one direction for the one that counts.
TEST(Agreement, OfRedundantConstraintsWithAReactionLaw) {
    const System system = build({.coordinates = {"x", "y", "z"},
                                 .lagrangian = "(x'^2 + 2*y'^2 + z'^2)/2 - x*z",
                                 .constraints = {{.name = "a", .equation = "x' = y'"},
                                                 {.name = "b", .equation = "2*x' = 2*y'"}},
                                 .reaction_vanishes_on = {{{"x", "1"}, {"y", "2"}}, {{"z", "1"}}}});
    const Agreement found = agreement(system, thorough());
    EXPECT_GE(found.forms.size(), 3U);
    EXPECT_TRUE(found.all_proved());
}

TEST(Agreement, OfVakonomicMotionIsWithItsExtendedLagrangian) {
    const Agreement found = agreement(testing::model_file("skate_vakonomic"));
    ASSERT_EQ(found.forms.size(), 1U);
    EXPECT_EQ(found.forms[0].form, "vakonomic");
    EXPECT_TRUE(found.all_proved());
}

}  // namespace
}  // namespace rattleback
