// The reference trajectories, 20 digits from elsewhere, by Taylor series at the tightest tolerance.
//
// `sensitivity` says how much an error of the start has grown by each time; an integration that
// rounds cannot do better than that times the unit of rounding, at every step anew.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "expr/evaluate.hpp"
#include "expr/print_text.hpp"
#include "formula_problem.hpp"
#include "support/reference_values.hpp"

namespace rattleback {
namespace {

using testing::FormulaProblem;
using testing::Json;

// A formula of the file, in which the definitions before it are known.
double number(const std::string& text) { return evaluate(parse(text), {}); }

struct Reference {
    explicit Reference(const std::string& name) : file(testing::reference(name)) {
        Names names;
        if (file.contains("definitions"))
            for (const Json& definition : file["definitions"])
                names.definitions[definition[0].text] =
                    parse(testing::formula(definition[1]), names);
        for (const std::string& state : file["state"].texts()) {
            rates.push_back(to_text(parse(testing::formula(file["system"][state]), names)));
            start.push_back(number(testing::formula(file["initial"][state])));
        }
        for (const auto& [parameter, value] : file["parameters"].items()) {
            parameters.push_back(parameter);
            values.push_back(number(testing::formula(value)));
        }
        for (const Json& time : file["times"]) times.push_back(number(time.text));
    }

    Json file;
    std::vector<std::string> rates, parameters;
    std::vector<double> start, values, times;
};

// The largest error over all times, in units of 2⁻⁵²·sensitivity·size.
double worst_error(const Reference& reference, const IntegrationOptions& options) {
    const FormulaProblem problem(reference.file["state"].texts(), reference.rates,
                                 reference.parameters, reference.values);
    const Trajectory run = problem.run(reference.start, options);
    EXPECT_TRUE(run.reached_end()) << run.stop.message;
    if (run.states.size() != reference.times.size()) return INFINITY;
    double worst = 0;
    for (std::size_t i = 0; i < reference.times.size(); ++i) {
        const Json& row = reference.file["values"][i];
        double size = 1, error = 0;
        for (std::size_t j = 0; j < row.size(); ++j) {
            const long double exact = std::strtold(row[j].text.c_str(), nullptr);
            size = std::max(size, static_cast<double>(std::fabs(exact)));
            const long double found = run.states[i][j];
            error = std::max(error, static_cast<double>(std::fabs(found - exact)));
        }
        const double growth =
            std::max(1.0, std::strtod(reference.file["sensitivity"][i].text.c_str(), nullptr));
        worst = std::max(worst, error / (0x1p-52 * growth * size));
    }
    return worst;
}

class ReferenceTrajectory : public ::testing::TestWithParam<const char*> {};

TEST_P(ReferenceTrajectory, IsReproducedToRounding) {
    const Reference reference(GetParam());
    IntegrationOptions options;
    options.method = "taylor";
    options.rtol = options.atol = 1e-15;
    options.until = reference.times.back();
    options.at = reference.times;
    const double worst = worst_error(reference, options);
    RecordProperty("worst", std::to_string(worst));
    std::printf("%-24s %6.1f units\n", GetParam(), worst);
    EXPECT_LT(worst, 20);
}

TEST_P(ReferenceTrajectory, HasErrorsProportionalToTheTolerance) {
    const Reference reference(GetParam());
    for (double tolerance = 1e-6; tolerance > 1e-13; tolerance /= 10) {
        IntegrationOptions options;
        options.method = "taylor";
        options.rtol = options.atol = tolerance;
        options.until = reference.times.back();
        options.at = reference.times;
        EXPECT_LT(worst_error(reference, options) * 0x1p-52, 20 * tolerance)
            << GetParam() << " at " << tolerance;
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, ReferenceTrajectory,
    ::testing::Values("b81_const", "b81_springs", "b831_eq_generic", "b831_fig8", "b832_A_eq_equal",
                      "b832_A_neq_diff_d1", "b832_A_neq_diff_d5", "b832_B_equal", "b832_C_eq_equal",
                      "b832_D_fig28", "b84_typeII_springs", "b84_typeI_gravity", "b_thm1_sleigh",
                      "b_thm3_affine", "bs_charged_A1", "bs_charged_classical", "bs_device_wheel",
                      "bs_momentum", "d_lanchester", "d_thm1_k1", "d_thm2_k2", "d_thm4",
                      "t_appell_hamel", "t_curved_k1", "t_time_alpha", "t_voronec_linear",
                      "z215_w1", "z216", "z411_k025_w2", "zvak_gen_lm0p5", "zvak_side_l1",
                      "zvak_spin_l0"));

}  // namespace
}  // namespace rattleback
