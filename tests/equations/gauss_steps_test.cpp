#include "equations/gauss_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "equations/benenti.hpp"
#include "equations/gauss.hpp"
#include "equations/gibbs_appell.hpp"
#include "equations/reduced_motion.hpp"
#include "exact/is_zero.hpp"
#include "expr/parse.hpp"
#include "support/hard_systems.hpp"

namespace rattleback::testing {
namespace {

bool has_step(const Equations& equations, std::string_view symbol) {
    return std::ranges::any_of(equations.all_steps(),
                               [&](const Step& s) { return s.symbol == symbol; });
}

// In coordinates that move and are curved, pushed by forces of every kind.
HardSystem moving_particles() {
    return hard_system(
        {.title = "Moving particles",
         .coordinates = {"r", "phi", "s"},
         .parameters = {{"m", "2"}},
         .particles = {{.name = "A",
                        .mass = "m",
                        .position = {"r*cos(phi + t)", "r*sin(phi + t)", "s^2"},
                        .force = {"-r'", "0", "s*t"}},
                       {.name = "B", .mass = "3", .position = {"r + s", "t*s", "phi*r"}}},
         .forces = {{.potential = "r^2*cos(phi) + s*t"}, {.on = "phi", .value = "-phi'/2"}},
         .constraints = {{.name = "c", .equation = "s' = r*phi'^2 + t*r'"}}},
        {.t = 0.4L, .q = {1.2L, 0.5L, 0.7L}, .v = {0.3L, 0.8L, 0.1L}});
}

std::vector<HardSystem> systems() {
    std::vector<HardSystem> all = hard_systems();
    all.push_back(moving_particles());
    std::erase_if(all, [](const HardSystem& s) { return benenti_refusal(s.system).has_value(); });
    return all;
}

// The values of formulas in (t, q, z, ż) at a state, and what Lagrange's equations say there.
class InRates {
public:
    explicit InRates(const HardSystem& hard)
        : system_(hard.system),
          state_(hard.state),
          motion_(reduced_motion(hard.system)),
          accelerations_(motion_.accelerations()) {}

    std::size_t size() const { return motion_.z_rates.size(); }
    // Somewhere, the i-th time.
    Vector rates(int i) const {
        Vector result;
        for (std::size_t k = 0; k < size(); ++k)
            result.push_back(std::sin(1.7L * i + 2.3L * static_cast<Real>(k)) + 0.2L);
        return result;
    }
    Real operator()(const Expr& e, const Vector& z_rates, const Vector& line = {},
                    Real s = 0) const {
        std::unordered_map<Expr, Real> known = values_of(system_, state_);
        OracleValue<Real> of_state(known);
        for (std::size_t i = 0; i < motion_.z.size(); ++i)
            known[motion_.z[i]] = of_state(motion_.inverse[i]);
        for (std::size_t i = 0; i < size(); ++i) known[motion_.z_rates[i]] = z_rates[i];
        for (std::size_t i = 0; i < line.size(); ++i)
            known[symbol("d" + std::to_string(i + 1))] = line[i];
        known[symbol("s1")] = s;  // the moving particles have an s
        if (!known.contains(symbol("s"))) known[symbol("s")] = s;
        return OracleValue<Real>(known)(e);
    }
    Vector accelerations(const Vector& z_rates) const {
        Vector a;
        for (const Expr& e : accelerations_) a.push_back((*this)(e, z_rates));
        return a;
    }
    // M a − f.
    Vector lacking(const Vector& a) const {
        const Curve curve(system_, state_, a);
        Vector result;
        for (std::size_t i = 0; i < system_.size(); ++i)
            result.push_back(curve.lagrange_equation(i));
        return result;
    }
    // ½ (M a − f)·M⁻¹(M a − f).
    Real least_squares(const Vector& a) const {
        const std::size_t n = system_.size();
        const Vector none = lacking(Vector(n)), r = lacking(a);
        Matrix mass(n, Vector(n));
        for (std::size_t j = 0; j < n; ++j) {
            Vector unit(n);
            unit[j] = 1;
            const Vector column = lacking(unit);
            for (std::size_t i = 0; i < n; ++i) mass[i][j] = column[i] - none[i];
        }
        const Vector x = solution(mass, r);
        Real sum = 0;
        for (std::size_t i = 0; i < n; ++i) sum += r[i] * x[i] / 2;
        return sum;
    }
    // ψ^i_α.
    Real slope(std::size_t i, std::size_t alpha) const {
        Vector unit(size());
        unit[alpha] = 1;
        return accelerations(unit)[i] - accelerations(Vector(size()))[i];
    }

private:
    const System& system_;
    const State& state_;
    ReducedMotion motion_;
    ExprVector accelerations_;
};

Expr scalar(const Equations& equations, std::string_view symbol) {
    return step(equations, symbol)[0][0];
}

// G of particles has a part normal to the configurations beside, which no ż changes.
TEST(GaussSteps, HaveTheFunctionThatLagrangesEquationsGive) {
    for (const HardSystem& hard : systems()) {
        const Expr g = scalar(gauss(hard.system), "G(q,z,ż)");
        const InRates in(hard);
        const Vector first = in.rates(0);
        const Real normal = in(g, first) - in.least_squares(in.accelerations(first));
        EXPECT_GT(normal, -1e-12L) << hard.system.title();
        EXPECT_EQ(hard.system.title() == "Moving particles", normal > 1e-3L)
            << hard.system.title() << ' ' << static_cast<double>(normal);
        for (const int i : {1, 2}) {
            const Real expected = in.least_squares(in.accelerations(in.rates(i))) + normal;
            EXPECT_NEAR(static_cast<double>(in(g, in.rates(i)) / expected), 1, 1e-12)
                << hard.system.title();
        }
    }
}

TEST(GaussSteps, HaveAGradientThatIsTheReactionAlongVirtualDisplacements) {
    for (const HardSystem& hard : systems()) {
        const Equations equations = gauss(hard.system);
        const ExprMatrix slopes = step(equations, "∂G/∂ż_α");
        const Expr g = scalar(equations, "G(q,z,ż)");
        const InRates in(hard);
        ASSERT_EQ(slopes.size(), in.size());
        const Vector at = in.rates(1), reaction = in.lacking(in.accelerations(at));
        for (std::size_t alpha = 0; alpha < in.size(); ++alpha) {
            Real expected = 0;
            for (std::size_t i = 0; i < reaction.size(); ++i)
                expected += reaction[i] * in.slope(i, alpha);
            EXPECT_NEAR(static_cast<double>(in(slopes[alpha][0], at)),
                        static_cast<double>(expected), 1e-11)
                << hard.system.title() << ", " << alpha;
            const Real quotient = Curve::difference_quotient([&](Real s) {
                Vector changed = at;
                changed[alpha] += s;
                return in(g, changed);
            });
            EXPECT_NEAR(static_cast<double>(quotient), static_cast<double>(expected), 1e-11);
        }
        if (has_step(equations, "∂G/∂ż_α − R_i ψ^i_α")) {
            for (const ExprVector& row : step(equations, "∂G/∂ż_α − R_i ψ^i_α"))
                EXPECT_NEAR(static_cast<double>(in(row[0], at)), 0, 1e-13);
        }
    }
}

// Ideal or not, it is the matrix of step 6 for ideal ones.
TEST(GaussSteps, HaveTheSecondDerivativesOfBenenti) {
    for (const HardSystem& hard : systems()) {
        if (is_generalized(hard.system)) continue;
        const ExprMatrix second = step(gauss(hard.system), "∂²G/∂ż_α∂ż_β"),
                         expected = step(benenti(hard.system), "G");
        ASSERT_EQ(second.size(), expected.size());
        const InRates in(hard);
        for (std::size_t i = 0; i < second.size(); ++i)
            for (std::size_t j = 0; j < second.size(); ++j)
                EXPECT_NEAR(static_cast<double>(in(second[i][j] - expected[i][j], in.rates(0))), 0,
                            1e-13)
                    << hard.system.title();
    }
    const HardSystem sleigh = chaplygin_sleigh();
    const ExprMatrix second = step(gauss(sleigh.system), "∂²G/∂ż_α∂ż_β"),
                     expected = step(benenti(sleigh.system), "G");
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 2; ++j)
            EXPECT_TRUE(are_equal(second[i][j], expected[i][j]).proved_zero());
}

// G along a line, from its formula, is what the step says of it; s = 0 is the motion of the oracle,
// and the vertex exactly where reactions vanish on D.
TEST(GaussSteps, ShowAParabolaWithItsVertexAtTheMotion) {
    int shown = 0;
    for (const HardSystem& hard : systems()) {
        const System& system = hard.system;
        const Equations equations = gauss(system);
        if (!has_step(equations, "Z")) continue;
        ++shown;
        const InRates in(hard);
        Vector z, line;
        for (const ExprVector& row : step(equations, "Z")) z.push_back(in(row[0], in.rates(0)));
        expect_near(in.accelerations(z), true_motion(system, hard.state).a, system.title());
        const Expr g = scalar(equations, "G(q,z,ż)"), rise = scalar(equations, "G(Z + s d) − G(Z)");
        for (std::size_t i = 0; i < in.size(); ++i)
            line.push_back(0.3L * static_cast<Real>(i) - 0.7L);
        EXPECT_NEAR(static_cast<double>(in(scalar(equations, "G(Z)"), z)),
                    static_cast<double>(in(g, z)), 1e-12);
        for (const Real s : {-0.8L, 0.5L}) {
            Vector there = z;
            for (std::size_t i = 0; i < z.size(); ++i) there[i] += s * line[i];
            EXPECT_NEAR(static_cast<double>(in(rise, z, line, s)),
                        static_cast<double>(in(g, there) - in(g, z)), 1e-12)
                << system.title();
        }
        const auto tilt = [&](const char* symbol) {
            const Expr e = scalar(equations, symbol);
            return std::fabs(in(e, z, line, 1) - in(e, z, line, -1));
        };
        EXPECT_EQ(is_generalized(system), tilt("G(Z + s d) − G(Z)") > 1e-9L) << system.title();
        EXPECT_EQ(is_generalized(system), has_step(equations, "G_W(Z + s d) − G_W(Z)"));
        if (is_generalized(system)) {
            EXPECT_LT(tilt("G_W(Z + s d) − G_W(Z)"), 1e-13L);
        }
    }
    EXPECT_GE(shown, 5);
}

TEST(GaussSteps, TakeGApartAsThePaperDoes) {
    for (const HardSystem& hard : systems()) {
        const Equations equations = gibbs_appell(hard.system);
        const bool of_points = !has_step(equations, "S_0");
        Expr sum = scalar(equations, "S") + scalar(equations, "S_1") - scalar(equations, "S_2");
        if (!of_points) sum += scalar(equations, "S_0");
        const Expr g = scalar(equations, "G(q,z,ż)");
        const InRates in(hard);
        for (const int i : {0, 1, 2})
            EXPECT_NEAR(static_cast<double>((in(sum, in.rates(i)) - in(g, in.rates(i))) /
                                            (1 + std::fabs(in(g, in.rates(i))))),
                        0, 1e-15)
                << hard.system.title();
        EXPECT_EQ(of_points, hard.system.title() == "Moving particles" ||
                                 hard.system.title() == "Two points with perpendicular velocities");
    }
    const HardSystem sleigh = chaplygin_sleigh();
    const Equations equations = gibbs_appell(sleigh.system);
    EXPECT_TRUE(is_zero(scalar(equations, "S + S_0 + S_1 − S_2 − G")).proved_zero());
}

// S_1 and S_2 of particles from their own forces and accelerations, where no force is on a coordinate.
TEST(GaussSteps, HaveTheForcesOfTheParticles) {
    Description description = moving_particles().system.description;
    description.forces.clear();
    const HardSystem hard = hard_system(description, moving_particles().state);
    const Equations equations = gibbs_appell(hard.system);
    const InRates in(hard);
    const Vector at = in.rates(1);
    const Curve curve(hard.system, hard.state, in.accelerations(at));
    Real s_1 = 0, s_2 = 0;
    for (const Particle& p : hard.system.particles)
        for (std::size_t c = 0; c < p.position.size(); ++c) {
            const Real force = curve.value(p.force[c], 0).real();
            s_1 += force * force / (2 * curve.value(p.mass, 0).real());
            s_2 += force *
                   Curve::difference_quotient([&](Real s) { return curve.rate(p.position[c], s); });
        }
    EXPECT_NEAR(static_cast<double>(in(scalar(equations, "S_1"), at)), static_cast<double>(s_1),
                1e-15);
    EXPECT_NEAR(static_cast<double>(in(scalar(equations, "S_2"), at)), static_cast<double>(s_2),
                1e-13);
}

TEST(GaussSteps, AreThoseOfTheSkate) {
    const System skate = build({.coordinates = {"x", "y", "phi"},
                                .parameters = {{"g", "1"}},
                                .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 + g*x",
                                .constraints = {{.equation = "x'*sin(phi) - y'*cos(phi) = 0"}}});
    const Equations equations = gauss(skate);
    const auto expect_step = [&](const char* symbol, const char* formula) {
        EXPECT_TRUE(are_equal(scalar(equations, symbol), parse(formula)).proved_zero()) << symbol;
    };
    expect_step("G(q,z,ż)",
                "((u1'*cos(phi) - u1*u2*sin(phi) - g)^2 + (u1'*sin(phi) + u1*u2*cos(phi))^2 "
                "+ u2'^2)/2");
    expect_step("G(Z)", "(g*sin(phi) + u1*u2)^2/2");
    expect_step("G(Z + s d) − G(Z)", "s^2*(d1^2 + d2^2)/2");
}

TEST(GaussSteps, AreNotThereWithoutRates) {
    EXPECT_FALSE(has_step(gauss(second_order().system), "G(q,z,ż)"));
    const System fixed = build({.coordinates = {"x"},
                                .lagrangian = "x'^2/2",
                                .constraints = {{.name = "driven", .equation = "x' = t"}}});
    EXPECT_FALSE(has_step(gauss(fixed), "G(q,z,ż)"));
    const System free = build({.coordinates = {"x"}, .lagrangian = "x'^2/2"});
    EXPECT_FALSE(has_step(gauss(free), "G(q,z,ż)"));
}

}  // namespace
}  // namespace rattleback::testing
