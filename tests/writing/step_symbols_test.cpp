// How the intermediate results of all forms are called in LaTeX and MathML.

#include <gtest/gtest.h>

#include <algorithm>

#include "equations/formulations.hpp"
#include "support/hard_systems.hpp"
#include "support/model_file.hpp"
#include "writing/equations_latex.hpp"

namespace rattleback::testing {
namespace {

std::vector<System> systems() {
    std::vector<System> all;
    for (const HardSystem& hard : hard_systems()) all.push_back(hard.system);
    for (const char* name : {"skate", "parallel_points", "unit_charges", "skate_vakonomic", "bead",
                             "force_as_constraint", "dependent_coordinate", "two_rules"})
        all.push_back(model_file(name));
    return all;
}

// A sign that LaTeX does not know in formulas is an error there, or nothing at all.
TEST(StepSymbols, AreAsciiInLatex) {
    for (const System& system : systems())
        for (const Formulation& form : formulations()) {
            if (form.refusal(system)) continue;
            for (const Step& step : form.derive(system).all_steps()) {
                const std::string latex = latex_symbol(step.symbol);
                EXPECT_TRUE(std::ranges::all_of(latex, [](char c) { return c > 0; }))
                    << form.name << ": " << step.symbol << " is " << latex;
            }
        }
}

TEST(StepSymbols, OfGaussAreThoseOfThePaper) {
    EXPECT_EQ(latex_symbol(StepSymbol("∂²G/∂ż").low("α") + StepSymbol("∂ż").low("β")),
              "\\partial ^{2}G/\\partial \\dot{z}_{\\alpha }\\partial \\dot{z}_{\\beta }");
}

}  // namespace
}  // namespace rattleback::testing
