// Benenti's nine steps against values computed elsewhere, with and without the term that was lost.
#include <gtest/gtest.h>

#include <algorithm>

#include "equations/benenti.hpp"
#include "expr/parse.hpp"
#include "support/reference_values.hpp"

namespace rattleback::testing {
namespace {

System system_of(const Json& c) {
    Description description{.title = c["label"].text};
    ParametrizationDescription psi;
    for (const Json& z : c["z"]) psi.variables.emplace_back(z.text);
    for (std::size_t i = 0; i < c["coordinates"].size(); ++i) {
        const std::string& q = c["coordinates"][i].text;
        description.coordinates.emplace_back(q);
        description.forces.push_back({.on = q, .value = formula(c["A_i"][i])});
        psi.velocities.push_back({q + "'", formula(c["psi"][i])});
    }
    description.lagrangian = kinetic_energy(c["g"], c["coordinates"].texts());
    description.parametrization = psi;
    return build(description);
}

bool shows(const Equations& equations, const std::string& symbol) {
    return std::ranges::any_of(equations.steps, [&](const Step& step) {
        return step.symbol == symbol && !step.value.empty();
    });
}

TEST(Benenti, ReproducesTheReferenceOfEachStep) {
    const Json file = reference("b_pointwise");
    ASSERT_EQ(file["cases"].size(), 4U);
    int inverses = 0;
    for (const Json& c : file["cases"]) {
        const System system = system_of(c);
        State state;
        for (const Json& q : c["coordinates"]) state.q.push_back(number(c["point"][q.text]));
        for (const Json& z : c["z"]) state.z.push_back(number(c["point"][z.text]));
        state.v.resize(system.size());
        const Equations equations = benenti(system);
        const Evaluated value(equations, system, state);
        const auto expect = [&](const char* symbol, const char* key) {
            const Json& expected = c[key];
            expect_near(value(all_entries(step(equations, symbol))),
                        expected[0].entries.empty() ? numbers(expected) : all_numbers(expected),
                        system.title() + ": " + key);
        };
        expect("ψ_α", "psi_alpha_(n x m)");
        expect("Z̄", "Zbar_i_corrected_step4");
        expect("Z̄ as printed (17)", "Zbar_i_as_printed_(17)");
        expect("Z_α", "Z_alpha_step5");
        expect("G", "G_step6");
        if (shows(equations, "G⁻¹")) {
            expect("G⁻¹", "G_inverse_step7");
            expect("Z^α", "Zup_step8");
            ++inverses;
        }
        expect_near(value(equations.unknowns), numbers(c["Zup_step8"]), system.title() + ": ż");

        // What the printed step 4 would lead to.
        Vector projected;
        const ExprMatrix &psi = step(equations, "ψ_α"),
                         &printed = step(equations, "Z̄ as printed (17)");
        for (std::size_t alpha = 0; alpha < system.parametrization->variables.size(); ++alpha) {
            Real sum = 0;
            for (std::size_t i = 0; i < system.size(); ++i)
                sum += value(psi[i][alpha]) * value(printed[i][0]);
            projected.push_back(sum);
        }
        Matrix g;
        for (const ExprVector& row : step(equations, "G")) g.push_back(value(row));
        expect_near(solution(g, projected), numbers(c["Zup_if_(17)_as_printed"]),
                    system.title() + ": printed");
    }
    EXPECT_EQ(inverses, 4);
}

// The state derivative along a motion of the sleigh.
TEST(Benenti, ReproducesTheSleigh) {
    const Json c = reference("b_thm1_sleigh");
    Description description{.lagrangian = formula(c["kinetic"])};
    for (const auto& [name, value] : c["parameters"].items())
        description.parameters.push_back({name, value.text});
    ParametrizationDescription psi{.variables = {"v", "omega"}};
    for (const Json& name : c["coordinates"]) {
        const auto q = name.text;
        description.coordinates.emplace_back(q);
        psi.velocities.push_back({q + "'", formula(c["velocities"][q])});
    }
    description.constraints = {
        {.name = "blade", .equation = formula(c["constraints"][0]) + " = 0"}};
    description.parametrization = psi;
    const System system = build(description);
    const Equations equations = benenti(system);
    for (std::size_t row = 0; row < c["values"].size(); ++row) {
        const Vector x = numbers(c["values"][row]);
        const State state{.t = 0, .q = {x[0], x[1], x[2]}, .v = Vector(3), .z = {x[3], x[4]}};
        const Evaluated value(equations, system, state);
        expect_near({value(equations.unknowns[1])},
                    {number(c["derived"]["right_omegadot"]["values"][row])}, "ω̇");
        for (std::size_t i = 0; i < 5; ++i) {
            const auto name = c["state"][i].text;
            const Expr expected = parse(formula(c["system"][name]));
            const Expr actual = i < 3 ? equations.velocities[i] : equations.unknowns[i - 3];
            expect_near({value(actual)}, {value(expected)}, name);
        }
    }
}

}  // namespace
}  // namespace rattleback::testing
