#include "geometry/distribution.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "expr/evaluate.hpp"
#include "expr/functions.hpp"
#include "expr/matrices.hpp"
#include "expr/parse.hpp"
#include "rattleback/errors.hpp"
#include "support/sanitized.hpp"

namespace rattleback {
namespace {

using ::testing::ElementsAre;

Distribution distribution(const std::vector<std::string>& coordinates,
                          const std::vector<std::vector<std::string>>& forms) {
    Distribution d;
    for (const auto& x : coordinates) d.coordinates.push_back(symbol(x));
    for (const auto& form : forms) {
        d.forms.emplace_back();
        for (const auto& e : form) d.forms.back().push_back(parse(e));
    }
    return d;
}

// A car and n trailers, hinged at the axles, unit links: no axle slips sideways. (x, y) is the car.
Distribution trailers(int n) {
    Distribution d{{symbol("x"), symbol("y")}, {}};
    for (int i = 0; i <= n; ++i) d.coordinates.push_back(symbol("theta" + std::to_string(i)));
    Expr x = symbol("x"), y = symbol("y");
    for (int i = 0; i <= n; ++i) {
        const Expr& angle = d.coordinates[static_cast<std::size_t>(2 + i)];
        if (i > 0) {
            x -= cos(angle);
            y -= sin(angle);
        }
        const ExprVector dx = gradient(x, d.coordinates), dy = gradient(y, d.coordinates);
        ExprVector form;
        for (std::size_t j = 0; j < dx.size(); ++j)
            form.push_back(dx[j] * sin(angle) - dy[j] * cos(angle));
        d.forms.push_back(std::move(form));
    }
    return d;
}

// All at the origin; the joints between body i and i + 1 bent by these multiples of π/2.
std::vector<Replacement> bent(const Distribution& d, const std::vector<int>& joints) {
    std::vector<Replacement> point{
        {d.coordinates[0], 0}, {d.coordinates[1], 0}, {d.coordinates[2], 0}};
    Expr angle = 0;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        angle += joints[i] * pi() / 2;
        point.emplace_back(d.coordinates[3 + i], angle);
    }
    return point;
}

Distribution skate() { return distribution({"x", "y", "phi"}, {{"sin(phi)", "-cos(phi)", "0"}}); }

// R_z(phi) R_x(theta) R_z(psi), rolling on z = 0 with radius r, ω_z = 0.
Distribution ball_without_spin() {
    return distribution({"x", "y", "phi", "theta", "psi"},
                        {{"1", "0", "0", "-r*sin(phi)", "r*sin(theta)*cos(phi)"},
                         {"0", "1", "0", "r*cos(phi)", "r*sin(theta)*sin(phi)"},
                         {"0", "0", "1", "0", "cos(theta)"}});
}

TEST(LieBracket, AgreesWithDifferenceQuotients) {
    const ExprVector x{symbol("x"), symbol("y"), symbol("z")};
    const ExprVector field_x{parse("x*y^2 + sin(z)"), parse("exp(x)*z"), parse("x + y*z")};
    const ExprVector field_y{parse("cos(y)*z"), parse("x^2 - z"), parse("y^3*x")};
    const ExprVector bracket = lie_bracket(field_x, field_y, x);
    const std::vector<double> at{0.3, -0.7, 1.1};
    const auto values = [&](const ExprVector& e, const std::vector<double>& p) {
        return evaluate(e, Values{{x[0], p[0]}, {x[1], p[1]}, {x[2], p[2]}});
    };
    const auto moved = [&](const std::vector<double>& direction, double h) {
        std::vector<double> p = at;
        for (std::size_t i = 0; i < 3; ++i) p[i] += h * direction[i];
        return p;
    };
    const std::vector<double> along_x = values(field_x, at), along_y = values(field_y, at);
    const double h = 1e-5;
    for (std::size_t i = 0; i < 3; ++i) {
        const double quotient =
            (values(field_y, moved(along_x, h))[i] - values(field_y, moved(along_x, -h))[i] -
             values(field_x, moved(along_y, h))[i] + values(field_x, moved(along_y, -h))[i]) /
            (2 * h);
        EXPECT_NEAR(values(bracket, at)[i], quotient, 1e-8);
    }
}

// dω(X, Y) = X(ω(Y)) − Y(ω(X)) − ω([X, Y]): Cartan's formula.
TEST(ExteriorDerivative, SatisfiesCartansFormula) {
    const ExprVector x{symbol("x"), symbol("y"), symbol("z")};
    const ExprVector form{parse("y*z"), parse("sin(x)"), parse("x*y")};
    const ExprVector a{parse("z"), parse("x^2"), parse("1")},
        b{parse("y"), parse("z*x"), parse("exp(y)")};
    const auto along = [&](const Expr& f, const ExprVector& field) {
        return dot(gradient(f, x), field);
    };
    const Expr expected =
        along(dot(form, b), a) - along(dot(form, a), b) - dot(form, lie_bracket(a, b, x));
    const Values at{{x[0], 0.4}, {x[1], 1.3}, {x[2], -0.6}};
    EXPECT_NEAR(evaluate(exterior_derivative(form, a, b, x), at), evaluate(expected, at), 1e-12);
}

TEST(Fields, AreAnnihilatedByTheForms) {
    const Distribution d = trailers(2);
    const Values at{{d.coordinates[2], 0.3}, {d.coordinates[3], 0.9}, {d.coordinates[4], -0.4}};
    const ExprMatrix fields = fields_of(d);
    ASSERT_EQ(fields.size(), 2U);
    for (const auto& field : fields)
        for (const auto& form : d.forms) EXPECT_NEAR(evaluate(dot(form, field), at), 0, 1e-12);
}

TEST(LieFlag, Skate) {
    const LieFlag flag = lie_flag(skate());
    EXPECT_THAT(flag.growth, ElementsAre(2, 3));
    EXPECT_TRUE(flag.integrable.empty());
    EXPECT_TRUE(flag.reaches_everything());
}

// É. Cartan 1910; Bryant and Hsu 1993: rolling without slipping or spinning is a (2,3,5) distribution.
TEST(LieFlag, BallThatRollsWithoutSlippingOrSpinning) {
    EXPECT_THAT(lie_flag(ball_without_spin()).growth, ElementsAre(2, 3, 5));
}

// The same ball, free to spin about the vertical: [Bloch, Nonholonomic Mechanics and Control, §1.4].
TEST(LieFlag, BallThatMaySpin) {
    Distribution d = ball_without_spin();
    d.forms.pop_back();
    EXPECT_THAT(lie_flag(d).growth, ElementsAre(3, 5));
}

TEST(LieFlag, UprightCoin) {
    const auto d = distribution({"x", "y", "phi", "theta"},
                                {{"1", "0", "0", "-r*cos(phi)"}, {"0", "1", "0", "-r*sin(phi)"}});
    EXPECT_THAT(lie_flag(d).growth, ElementsAre(2, 3, 4));
}

// Laumond 1993: controllability of a multibody mobile robot.
TEST(LieFlag, CarWithTrailers) {
    EXPECT_THAT(lie_flag(trailers(1)).growth, ElementsAre(2, 3, 4));
    EXPECT_THAT(lie_flag(trailers(2)).growth, ElementsAre(2, 3, 4, 5));
    EXPECT_THAT(lie_flag(trailers(3)).growth, ElementsAre(2, 3, 4, 5, 6));
}

// Two driven wheels: θ − (φ₁ − φ₂)·r/(2l) is constant, so one dimension of five is never reached.
TEST(LieFlag, SeparatesTheIntegrablePart) {
    const auto d = distribution({"x", "y", "theta", "phi1", "phi2"},
                                {{"cos(theta)", "sin(theta)", "0", "-r/2", "-r/2"},
                                 {"-sin(theta)", "cos(theta)", "0", "0", "0"},
                                 {"0", "0", "1", "-r/(2*l)", "r/(2*l)"}});
    const LieFlag flag = lie_flag(d);
    EXPECT_THAT(flag.growth, ElementsAre(2, 3, 4));
    ASSERT_EQ(flag.integrable.size(), 1U);
    const Values at{{symbol("theta"), 0.7}, {symbol("r"), 1.5}, {symbol("l"), 0.4}};
    const auto form = evaluate(flag.integrable[0], at);
    EXPECT_NEAR(form[0], 0, 1e-12);
    EXPECT_NEAR(form[1], 0, 1e-12);
    EXPECT_NEAR(form[3] / form[2], -1.5 / 0.8, 1e-12);
    EXPECT_NEAR(form[4] / form[2], 1.5 / 0.8, 1e-12);
}

TEST(LieFlag, FrobeniusSeesWhatIsIntegrableOnlyJointly) {
    const auto alone = distribution({"x", "y", "z"}, {{"-y", "0", "1"}});
    const auto jointly = distribution({"x", "y", "z"}, {{"-y", "0", "1"}, {"0", "1", "0"}});
    EXPECT_THAT(lie_flag(alone).growth, ElementsAre(2, 3));
    EXPECT_TRUE(lie_flag(jointly).is_integrable());
    EXPECT_EQ(lie_flag(jointly).integrable.size(), 2U);
}

TEST(LieFlag, WithoutForms) {
    const LieFlag flag = lie_flag(distribution({"x", "y"}, {}));
    EXPECT_THAT(flag.growth, ElementsAre(2));
    EXPECT_TRUE(flag.reaches_everything());
}

TEST(LieFlag, KeepsItsLimits) {
    EXPECT_THROW(lie_flag(trailers(3), {.terms = 3, .work = 1000}), TooLarge);
}

// The growth vector of unspecified functions: dz = A(x, y) dx is integrable only where ∂A/∂y = 0.
TEST(LieFlag, UnspecifiedFunctions) {
    const Expr x = symbol("x"), y = symbol("y"), z = symbol("z");
    const ExprVector both{x, y}, one{x};
    EXPECT_THAT(lie_flag({{x, y, z}, {{-unspecified("A", both), 0, 1}}}).growth, ElementsAre(2, 3));
    EXPECT_THAT(lie_flag({{x, y, z}, {{-unspecified("A", one), 0, 1}}}).growth, ElementsAre(2));
}

// Jean 1996: with two joints only the one next to the car makes a singular state; growth there is
// (2,3,4,4,5). The degree of nonholonomy is at most a Fibonacci number, 8 for three trailers [Luca
// and Risler 1994].
TEST(GrowthAt, JackKnifedTrailers) {
    const Distribution two = trailers(2), three = trailers(3);
    const LieFlag of_two = lie_flag(two), of_three = lie_flag(three);
    const auto growth = [](const Distribution& d, const LieFlag& f,
                           const std::vector<int>& joints) {
        const PointGrowth g = growth_at(d, f, bent(d, joints));
        EXPECT_TRUE(g.complete);
        return g.growth;
    };
    EXPECT_THAT(growth(two, of_two, {0, 0}), ElementsAre(2, 3, 4, 5));
    EXPECT_THAT(growth(two, of_two, {1, 0}), ElementsAre(2, 3, 4, 4, 5));
    EXPECT_THAT(growth(two, of_two, {0, 1}), ElementsAre(2, 3, 4, 5));
    EXPECT_THAT(growth(three, of_three, {0, 1, 0}), ElementsAre(2, 3, 4, 5, 5, 6));
    if (testing::sanitized) return;  // the last takes minutes with checks
    EXPECT_THAT(growth(three, of_three, {1, 1, 1}), ElementsAre(2, 3, 4, 4, 5, 5, 5, 6));
}

TEST(GrowthAt, OneTrailerIsRegularEverywhere) {
    const Distribution d = trailers(1);
    EXPECT_THAT(growth_at(d, lie_flag(d), bent(d, {1})).growth, ElementsAre(2, 3, 4));
}

TEST(GrowthAt, AnglesThatHaveNoSpecialValues) {
    const Distribution d = trailers(2);
    std::vector<Replacement> point = bent(d, {0, 0});
    point[3].second = ratio(3, 10);
    point[4].second = ratio(-7, 10);
    EXPECT_THAT(growth_at(d, lie_flag(d), point).growth, ElementsAre(2, 3, 4, 5));
}

// Martinet: dz = y² dx has growth (2,3) away from y = 0 and (2,2,3) on it.
TEST(GrowthAt, MartinetSurface) {
    const auto d = distribution({"x", "y", "z"}, {{"-y^2", "0", "1"}});
    const LieFlag flag = lie_flag(d);
    const Expr x = symbol("x"), y = symbol("y"), z = symbol("z");
    const std::vector<Replacement> off{{x, 0}, {y, 1}, {z, 0}}, on{{x, 0}, {y, 0}, {z, 0}};
    EXPECT_THAT(flag.growth, ElementsAre(2, 3));
    EXPECT_THAT(growth_at(d, flag, off).growth, ElementsAre(2, 3));
    EXPECT_THAT(growth_at(d, flag, on).growth, ElementsAre(2, 2, 3));
}

// dz = x·w dy: on the leaf w = 0, which the motion never leaves, nothing is gained by brackets.
TEST(GrowthAt, PointOnASmallerOrbit) {
    const auto d = distribution({"x", "y", "w"}, {{"0", "-x*w", "1"}});
    const LieFlag flag = lie_flag(d);
    const std::vector<Replacement> point{{symbol("x"), 1}, {symbol("y"), 0}, {symbol("w"), 0}};
    const PointGrowth growth = growth_at(d, flag, point, {.longest = 5});
    EXPECT_THAT(flag.growth, ElementsAre(2, 3));
    EXPECT_THAT(growth.growth, ElementsAre(2, 2, 2, 2, 2));
    EXPECT_FALSE(growth.complete);
}

TEST(GrowthAt, RefusesWhereTheFormsVanish) {
    const auto d = distribution({"x", "y"}, {{"x", "0"}});
    const std::vector<Replacement> point{{symbol("x"), 0}, {symbol("y"), 0}};
    EXPECT_THROW(growth_at(d, lie_flag(d), point), NumericalError);
}

}  // namespace
}  // namespace rattleback
