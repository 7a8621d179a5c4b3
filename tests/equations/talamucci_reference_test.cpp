// Talamucci's equations against reference values of 20 digits: all quantities of (19), (20) and
// (24)–(26) at single states, and accelerations at the beginning and in the course of four motions.
#include "equations/explicit_system.hpp"

#include <gtest/gtest.h>
#include "equations/talamucci.hpp"
#include "equations/voronec.hpp"
#include "equations/voronec_nonlinear.hpp"
#include "support/reference_values.hpp"

namespace rattleback {
namespace {

using namespace testing;

// The system q' _{m+ν} = α_ν of a reference case, where α is written in v1, v2.
System system_of(const Json& reference_case, std::size_t n) {
    Description description;
    for (std::size_t i = 1; i <= n; ++i)
        description.coordinates.emplace_back("q" + std::to_string(i));
    const Json& alpha = reference_case["alpha"];
    const std::size_t m = n - alpha.size();
    for (std::size_t i = 1; i <= m; ++i)
        description.definitions.push_back({"v" + std::to_string(i), "q" + std::to_string(i) + "'"});
    if (reference_case.contains("parameters"))
        for (const auto& [name, value] : reference_case["parameters"].items())
            description.parameters.push_back({name, value.text});
    description.kinetic = formula(reference_case["kinetic"]);
    if (reference_case.contains("potential"))
        description.potential = formula(reference_case["potential"]);
    for (std::size_t nu = 0; nu < alpha.size(); ++nu)
        description.constraints.push_back(
            {.equation = "q" + std::to_string(m + nu + 1) + "' = " + formula(alpha[nu])});
    return build(description);
}

// A state by q and independent velocities; the dependent ones are never looked at.
State state_of(Real t, const Vector& q, Vector v) {
    v.resize(q.size());
    return {.t = t, .q = q, .v = v};
}

struct Pointwise {
    Json values;
    System system;
    State state;
};

std::vector<Pointwise> pointwise() {
    std::vector<Pointwise> result;
    const Json file = reference("t_pointwise");
    for (const Json& c : file["cases"]) {
        Vector q, v;
        for (const auto& [name, value] : c["point"].items())
            (name[0] == 'q' ? q : v).push_back(number(value));
        result.push_back({c, system_of(c, q.size()), state_of(0, q, v)});
    }
    return result;
}

const ExprMatrix& step(const Equations& equations, const std::string& symbol) {
    for (const Step& s : equations.steps)
        if (s.symbol == symbol) return s.value;
    throw std::logic_error("no step " + symbol);
}

TEST(TalamucciReference, HasTheReducedKineticEnergyAndItsMomenta) {  // (11), (20), (26)
    for (const auto& [values, system, state] : pointwise()) {
        const ExplicitSystem e = explicit_system(system);
        const Equations equations = voronec_nonlinear(system);
        const Evaluated value(equations, system, state);
        expect_near(value(all_entries(step(equations, "T*"))), {number(values["T_star_(20)"])},
                    "T*");
        expect_near(value(gradient(e.kinetic_on, e.v)), numbers(values["dT*/dqdot_i"]), "∂T*/∂v");
        expect_near(value(e.p_dep), numbers(values["p_{m+nu}=dT/dqdot_{m+nu}"]), "∂T/∂v_dep");
    }
}

TEST(TalamucciReference, HasTheCoefficientsB) {  // (19)
    for (const auto& [values, system, state] : pointwise()) {
        const Equations equations = voronec_nonlinear(system);
        auto at_rest = values_of(system, state);
        for (const Expr& a : equations.unknowns) at_rest[a] = 0;
        const auto value = [&](const ExprVector& entries) {
            Vector result;
            for (const Expr& e : entries) result.push_back(OracleValue<Real>(at_rest)(e));
            return result;
        };
        const ExprMatrix& b = step(equations, "B");
        for (std::size_t i = 0; i < b.size(); ++i) {
            expect_near(value(b[i]), numbers(values["B_i^nu_without_qddot_[i][nu]"][i]), "B");
            expect_near(value(all_entries(jacobian(b[i], equations.unknowns))),
                        all_numbers(values["B_i^nu_coefficient_of_qddot_r_[i][nu][r]"][i]),
                        "B by accelerations");
        }
    }
}

TEST(TalamucciReference, HasTheCoefficientsCDEG) {  // (25)
    for (const auto& [values, system, state] : pointwise()) {
        const Equations equations = talamucci(system);
        const Evaluated value(equations, system, state);
        const auto shown = [&](const std::string& symbol) {
            return value(all_entries(step(equations, symbol)));
        };
        expect_near(shown("C"), all_numbers(values["C_i^nu"]), "C");
        const Json& d = values["D_i^{nu,mu}_[i][nu][mu]"];
        for (std::size_t i = 0; i < d.size(); ++i)
            expect_near(shown("D_" + std::to_string(i + 1)), all_numbers(d[i]), "D");
        expect_near(shown("E"), all_numbers(values["E_i^nu"]), "E");
        expect_near(shown("G"), numbers(values["G_i"]), "G");
    }
}

TEST(TalamucciReference, HasTheAccelerationsOfTheMotions) {
    const Json file = reference("t_accelerations");
    for (const Json& c : file["cases"]) {
        const Vector q = numbers(c["q"]);
        const System system = system_of(c, q.size());
        const State state = state_of(number(c["t"]), q, numbers(c["v"]));
        std::vector<Equations> forms{voronec_nonlinear(system), talamucci(system)};
        if (!voronec_refusal(system)) forms.push_back(voronec(system));
        for (const Equations& form : forms)
            expect_near(Evaluated(form, system, state)(form.unknowns), numbers(c["v_rates"]),
                        form.form + " of " + c["id"].text);
    }
}

}  // namespace
}  // namespace rattleback
