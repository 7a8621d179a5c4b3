// The errata of the papers on the models of docs/errata.md: the right formulas, derived by hand, and
// that the printed ones are not these. What is already tested with a formulation is not repeated:
// E2 and more of E1 in benenti_test, E3 in energy_balance_test, values for E6 and E8 in
// talamucci_reference_test, Theorem IV (E9) in force_as_reaction_test, the vakonomic skate in
// vakonomic_test. What needs a motion followed is in errata_motion_test.
#include <gtest/gtest.h>

#include "equations/chaplygin.hpp"
#include "equations/explicit_system.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/matrices.hpp"
#include "expr/parse.hpp"
#include "expr/substitute.hpp"
#include "geometry/parametrization.hpp"
#include "structure/rate.hpp"
#include "support/model_file.hpp"
#include "support/motion_oracle.hpp"

namespace rattleback::testing {
namespace {

void expect_equal(const Expr& actual, const Expr& expected, const std::string& what) {
    EXPECT_TRUE(are_equal(actual, expected).proved_zero()) << what;
}

void expect_different(const Expr& right, const Expr& printed, const std::string& what) {
    EXPECT_TRUE(are_equal(right, printed).proved_nonzero()) << what;
}

void expect_conserved(const System& system, const std::string& quantity) {
    EXPECT_TRUE(rate_along_motion(system, parse(quantity)).zero.proved_zero()) << quantity;
}

// dF/dt as a function of t, q and v, compared on the constraints.
void expect_rate(const System& system, const std::string& quantity, const std::string& expected) {
    const Parametrization manifold = parametrize(system);
    std::vector<Replacement> on;
    for (std::size_t i = 0; i < system.size(); ++i) on.emplace_back(system.v[i], manifold.psi[i]);
    const Rate rate = rate_along_motion(system, parse(quantity));
    expect_equal(rate.value, substitute(parse(expected), on), quantity);
    EXPECT_TRUE(rate.zero.proved_nonzero()) << quantity;
}

// Unknowns and reactions as functions of the state.
struct Solved {
    Equations equations;
    ExprVector unknowns, reactions;

    Solved(const System& system, std::string_view form)
        : equations(derive(system, form)), unknowns(*solve(equations.matrix, equations.right)) {
        std::vector<Replacement> values;
        for (std::size_t i = 0; i < unknowns.size(); ++i)
            values.emplace_back(equations.unknowns[i], unknowns[i]);
        for (const Expr& r : equations.reactions) reactions.push_back(substitute(r, values));
    }

    Expr entry(std::string_view symbol, std::size_t i = 0, std::size_t j = 0) const {
        return step(equations, symbol).at(i).at(j);
    }
};

// What −g σ adds to Z_α: nothing in Examples 8.1 and 8.3, but not nothing.
TEST(Errata, E1TheLostTermMattersBeyondTheExamples) {
    const auto lost_term_is_zero = [](const char* name) {
        const Solved s(model_file(name), "benenti");
        const ExprMatrix psi = transposed(step(s.equations, "ψ_α"));
        bool zero = true;
        for (const ExprVector& column : psi) {
            Expr lost;
            for (std::size_t i = 0; i < column.size(); ++i)
                lost += column[i] * (s.entry("Z̄", i) - s.entry("Z̄ as printed (17)", i));
            zero = zero && is_zero(lost).proved_zero();
        }
        return zero;
    };
    EXPECT_TRUE(lost_term_is_zero("orthogonal_velocities"));
    EXPECT_TRUE(lost_term_is_zero("parallel_points_incline"));
    EXPECT_TRUE(lost_term_is_zero("parallel_points_spring"));
    EXPECT_FALSE(lost_term_is_zero("chaplygin_sleigh"));
    EXPECT_FALSE(lost_term_is_zero("bead"));
}

// ẏ = f(x)ẋ for every f: (1 + f²)u̇ + f f' u² = 0 is dE/dt = 0, and u̇ = 0 as printed is not.
TEST(Errata, E1TheBeadConservesItsEnergyOnEveryWire) {
    const System bead = model_file("bead");
    expect_conserved(bead, "m*(x'^2 + y'^2)/2");
    const Solved s(bead, "benenti");
    const Expr f = bead.functions.at(0), u = symbol("u");
    expect_equal(s.unknowns[0], -u * u * f * derivative(f, bead.q[0]) / (1 + f * f), "u̇");
    EXPECT_TRUE(is_zero(s.unknowns[0]).proved_nonzero());
}

// The reaction along (f, −g) = (ẋ, −1), and along the gradient (2ẋ, −1).
TEST(Errata, E4TheSteeredWheelIsNotIdeal) {
    const System wheel = model_file("wheel_on_slope"), ideal = model_file("wheel_on_slope_ideal");
    const Solved right(wheel, "lagrange_multipliers"), printed(ideal, "lagrange_multipliers");
    expect_equal(right.unknowns[0], parse("-g*x'/(1 + 2*x'^2)"), "across the wheel");
    expect_equal(printed.unknowns[0], parse("-2*g*x'/(1 + 4*x'^2)"), "along the gradient");
    expect_conserved(wheel, "(x'^2 + y'^2)/2 + g*y");
    expect_rate(ideal, "(x'^2 + y'^2)/2 + g*y", "-g*x'^2/(1 + 4*x'^2)");
}

TEST(Errata, E5TheSpringIsCompletelyIntegrable) {
    const System spring = model_file("parallel_points_spring");
    const std::string ex = "((m1*x1'^2 + m2*x2'^2)/2 + k*(x2 - x1)^2/2)",
                      ey = "((m1*y1'^2 + m2*y2'^2)/2 + k*(y2 - y1)^2/2)",
                      exy = "(m1*x1'*y1' + m2*x2'*y2' + k*(x2 - x1)*(y2 - y1))",
                      j = "((y2 - y1)*cos(theta) - (x2 - x1)*sin(theta))^2*(m1*v1^2 + m2*v2^2)";
    for (const std::string& integral : {std::string("m1*v1 + m2*v2"), ex, ey, exy, j})
        expect_conserved(spring, integral);
    // k J is the determinant of the matrix of 2E_x, 2E_y and E_xy, whose trace is 2E.
    const Parametrization manifold = parametrize(spring);
    std::vector<Replacement> on;
    for (std::size_t i = 0; i < 4; ++i) on.emplace_back(spring.v[i], manifold.psi[i]);
    expect_equal(substitute(parse("4*" + ex + "*" + ey + " - " + exy + "^2"), on), parse("k*" + j),
                 "determinant");
}

// With k = 2 the printed sums count I four times, and the terms with one index twice.
TEST(Errata, E6SumsCountEachTermOnce) {
    const Solved coin(model_file("rolling_coin"), "talamucci");
    expect_equal(coin.entry("C"), parse("I + m*r^2"), "C of the coin");
    expect_equal(coin.entry("C", 1, 1), parse("J"), "C of the coin");
    const Solved rules(model_file("two_rules"), "talamucci");
    expect_equal(rules.entry("C"), parse("1 + 2*a*x*y + (x*y)^2 + 2*c*x*y + 1"), "C");
    expect_equal(rules.entry("E"), parse("(a + x*y + c)*y*x'"), "E");
    expect_equal(rules.entry("G"), parse("(a + x*y + c)*x*x'*x*y*x'"), "G");
}

// (26): ½ g_{m+ν,m+μ} α_ν α_μ has c α₁α₂ where the printed g_{m+ν,m+ν} has α₁α₂.
TEST(Errata, E6ReducedKineticEnergyHasTheMixedTerm) {
    const Solved rules(model_file("two_rules"), "voronec_nonlinear");
    const Expr right = parse("(x'^2 + (x*y*x')^2 + x'^2)/2 + a*x'*x*y*x' + c*x*y*x'*x'"),
               printed = parse("(x'^2 + (x*y*x' + x')^2)/2 + a*x'*x*y*x'");
    expect_equal(rules.entry("T*"), right, "T*");
    expect_different(right, printed, "T*");
}

// By (14) ∂T*/∂ẏ would be conserved where x and y are absent; and z, not x, must be absent.
TEST(Errata, E7ChaplyginNeedsTheDependentCoordinatesAbsent) {
    const System system = model_file("dependent_coordinate");
    EXPECT_EQ(to_text(chaplygin_refusal(system).value()),
              "the dependent coordinate z occurs in the constraint on z'");
    expect_rate(system, "y' + z*(x' + z*y')", "z'^2");
    expect_conserved(system, "(x'^2 + y'^2 + z'^2)/2");
    EXPECT_EQ(chaplygin_refusal(model_file("bead")), std::nullopt);  // x occurs, y does not
}

// [T 8]: (I | Aᵀ) R = 0; (I | A) R = 0 makes sense for m = k, and is false.
TEST(Errata, E7IdealReactionsAreOrthogonalToTheTransposed) {
    const ExprVector r = Solved(model_file("rolling_coin"), "voronec").reactions;  // θ, φ, x, y
    expect_equal(r[0] + parse("r*cos(phi)") * r[2] + parse("r*sin(phi)") * r[3], 0, "first row");
    expect_equal(r[1], 0, "second row");
    expect_different(r[1] + parse("r*sin(phi)") * r[2], 0, "second row, as printed");
}

// [T Prop. 3.3]: (ii) cancels in −Σ ∂T*/∂q_{m+ν} ∂α_ν/∂v_i, and (iii) in −∂T*/∂q_i.
TEST(Errata, E7TermsOfProposition33AreInterchanged) {
    const ExplicitSystem e = explicit_system(model_file("two_rules"));
    Expr ii, iii, by_dependent;
    for (std::size_t nu = 0; nu < 2; ++nu) {
        iii += e.p_dep[nu] * derivative(e.alpha[nu], e.q[0]);
        by_dependent += derivative(e.kinetic_on, e.q_dep[nu]) * e.alpha_v[nu][0];
        for (std::size_t sigma = 0; sigma < 2; ++sigma)
            ii += e.p_dep[nu] * e.alpha_v[sigma][0] * derivative(e.alpha[nu], e.q_dep[sigma]);
    }
    expect_equal(ii, by_dependent, "(ii)");
    expect_equal(iii, derivative(e.kinetic_on, e.q[0]), "(iii)");
    expect_different(ii, iii, "(ii) and (iii)");
}

// α = t ẋ: ∂²α/∂ẋ∂t = 1 in B, and g ∂α/∂ẋ ∂α/∂t = t ẋ in G. Without them (1 + t²)ẋ is constant.
TEST(Errata, E8TimeInTheConstraint) {
    const System system = model_file("slope_in_time");
    expect_equal(Solved(system, "voronec_nonlinear").entry("B"), 1, "B");
    expect_equal(Solved(system, "talamucci").entry("G"), parse("t*x'"), "G");
    for (const char* form : {"voronec_nonlinear", "talamucci"})
        expect_equal(Solved(system, form).unknowns[0], parse("-t*x'/(1 + t^2)"), form);
    expect_conserved(system, "x'^2 + y'^2");
    expect_rate(system, "(1 + t^2)*x'", "t*x'");
}

// On the turning table Coriolis' force is across the path and the centrifugal one has a potential:
// along the blade (1 + x²)ẍ + xẋ² = ω²(x + x y).
TEST(Errata, E8TimeInTheCoordinates) {
    const System system = model_file("rotating_table");
    expect_conserved(system, "(x'^2 + y'^2)/2 - omega^2*(x^2 + y^2)/2");
    for (const char* form : {"voronec_nonlinear", "talamucci"})
        expect_equal(Solved(system, form).unknowns[0],
                     parse("(omega^2*x*(1 + y) - x*x'^2)/(1 + x^2)"), form);
}

TEST(Errata, E9MultipliersOfLanchestersProblem) {
    for (const auto& [name, mu] : {std::pair{"lanchester", -1}, {"lanchester_bracket", 1}}) {
        const Solved s(model_file(name), "lagrange_multipliers");
        expect_equal(s.unknowns[0], parse("-b*q2'"), name);
        expect_equal(s.unknowns[1], parse("-a*q1'"), name);
        expect_equal(s.unknowns[2], mu, name);
    }
}

// ẍ = 0 in polar coordinates: straight lines. (8) as printed has −r sin²θ in the place of −r.
TEST(Errata, E9ConnectionInAChartWhereCIsNotZero) {
    const System system = model_file("second_order_polar");
    const Solved s(system, "second_order");
    expect_equal(s.unknowns[0], parse("r*theta'^2"), "r''");
    expect_equal(s.unknowns[1], parse("-2*r'*theta'/r"), "theta''");
    expect_equal(s.entry("Γ^r", 1, 1), parse("-r"), "Γ^r");
    expect_conserved(system, "r'*sin(theta) + r*theta'*cos(theta)");
}

// (C_i, C) = (1, 0, −p), (1, 1, −s) become (1, 0, −p), (0, 1, p − s); with −s left as it is ÿ = s.
TEST(Errata, E9RowsAreOrthonormalizedTogether) {
    const Solved s(model_file("two_accelerations"), "second_order");
    expect_equal(s.unknowns[0], parse("p"), "x''");
    expect_equal(s.unknowns[1], parse("s - p"), "y''");
    expect_equal(s.entry("μ_(ν)", 1), parse("s - p"), "μ_(2)");
}

// g = 1: ∇_s g_ij = −Γʲ_si − Γⁱ_sj is Q̄_s g_ij/T (16), and Γʳ_[ks] is S_[k δʳ_s] (14), S = −Q̄/T; not so with
// the lower indices the other way round.
TEST(Errata, E9DerivativeIndexComesFirst) {
    const Solved s(model_file("two_accelerations"), "second_order");
    const std::vector<std::string> gamma{"Γ^x", "Γ^y"};
    const ExprVector force{parse("p"), parse("s - p")};
    const Expr t = parse("(x'^2 + y'^2)/2");
    bool other_order = true;
    for (std::size_t d = 0; d < 2; ++d)
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t j = 0; j < 2; ++j) {
                const Expr expected = i == j ? force[d] / t : 0;
                expect_equal(-s.entry(gamma[j], d, i) - s.entry(gamma[i], d, j), expected, "(16)");
                other_order =
                    other_order &&
                    are_equal(-s.entry(gamma[j], i, d) - s.entry(gamma[i], j, d), expected)
                        .proved_zero();
            }
    EXPECT_FALSE(other_order);
    expect_equal((s.entry("Γ^x", 0, 1) - s.entry("Γ^x", 1, 0)) / 2, force[1] / (2 * t), "(14)");
}

// Fᶜ = −m₁m₂(A Y¹ − (Y² − b))/(m₂A − m₁), which the paper prints without the first minus sign. It
// vanishes on W = (1, −1) and not on D = (1, A).
TEST(Errata, E10SignOfTheReaction) {
    const System system = model_file("pushed_particles");
    const Solved s(system, "lagrange_multipliers");
    const Expr a = system.functions.at(0), m1 = symbol("m1"), m2 = symbol("m2");
    const Expr b = derivative_along(a, system.by_time_without_accelerations()) * system.v[0];
    const Expr reaction = -m1 * m2 * (a * symbol("Y1") - (symbol("Y2") - b)) / (m2 * a - m1);
    expect_equal(s.reactions[0], reaction, "Fᶜ");
    expect_equal(s.reactions[1], reaction, "Fᶜ");
    expect_different(s.reactions[0], -reaction, "Fᶜ as printed");
    expect_different(s.reactions[0] + a * s.reactions[1], 0, "Fᶜ on D");
}

// G_W is a square: four times as large at twice the distance from a_free.
TEST(Errata, E10TheGibbsAppellFunctionIsASquare) {
    const System system = model_file("unit_charges");
    const Solved s(system, "gauss");
    std::vector<Replacement> twice;
    for (std::size_t i = 0; i < 2; ++i)
        twice.emplace_back(system.a[i], 2 * system.a[i] - s.entry("a_free", i));
    for (const char* name : {"G", "G_W"})
        expect_equal(substitute(s.entry(name), twice), 4 * s.entry(name), name);
}

// The spin φ lies in D and is a symmetry of L: by Proposition 4 its momentum were constant.
TEST(Errata, E10ForcesActOnMomenta) { expect_rate(model_file("knife_edge"), "J*phi'", "-c*phi'"); }

// The device of [B 9] under any forces: (16) for each blade, and no torque for θ, whatever its inertia.
TEST(Errata, E11TheDeviceTurnsUniformly) {
    Description d = model_description("steered_blades");
    d.expect.clear();
    for (const char* force : {"A1", "A2", "A3", "A4"}) d.parameters.push_back({force, "1"});
    d.forces.push_back({.components = {{"x1", "A1"}, {"y1", "A2"}, {"x2", "A3"}, {"y2", "A4"}}});
    const Solved device(build(d), "benenti");
    expect_equal(device.unknowns[0], parse("g*cos(theta) + (A1*cos(theta) + A2*sin(theta))/m1"),
                 "v1'");
    expect_equal(device.unknowns[1], parse("g*cos(theta) + (A3*cos(theta) + A4*sin(theta))/m2"),
                 "v2'");
    expect_equal(device.unknowns[2], 0, "omega'");
    expect_equal(device.reactions[4], 0, "R_theta");
}

// N_i = m_i(v_i θ̇ + g sin θ) across the blades does work on E_x at the rate −sin θ cos θ (N₁v₁ + N₂v₂),
// which vanishes exactly where θ̇ is that of (53).
TEST(Errata, E11TheDeviceDoesNotKeepTheEnergyInX) {
    const std::string ex = "(m1*x1'^2 + m2*x2'^2)/2 - m1*g*x1 - m2*g*x2";
    expect_rate(model_file("steered_blades"), ex,
                "-sin(theta)*cos(theta)*(m1*v1*(v1*omega + g*sin(theta)) "
                "+ m2*v2*(v2*omega + g*sin(theta)))");
    expect_conserved(model_file("parallel_points_incline"), ex);
    expect_conserved(model_file("steered_blades_motor"), ex);
}

TEST(Errata, ZVakonomicSkateHasTwoMoreIntegrals) {
    const System skate = model_file("skate_vakonomic");
    expect_conserved(skate, "y' + lambda1*cos(phi)");
    expect_conserved(skate, "x' - lambda1*sin(phi) - g*t");
    EXPECT_TRUE(rate_along_motion(skate, parse("y'")).zero.proved_nonzero());
}

}  // namespace
}  // namespace rattleback::testing
