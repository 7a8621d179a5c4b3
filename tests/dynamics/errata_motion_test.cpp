// Errata that show only where a motion is followed: the orbits of [B 8.3.2], the device of [B 9] and the
// limit of [Z 4.12].
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "expr/parse.hpp"
#include "structure/rate.hpp"
#include "support/model_file.hpp"
#include "support/motion_oracle.hpp"

namespace rattleback::testing {
namespace {

// The motion in q and z, by the normal form.
struct Flow {
    System system;
    Equations equations = derive(system, "benenti");

    // d(q, z)/dt
    Vector operator()(Real t, const Vector& x) const {
        const auto n = static_cast<std::ptrdiff_t>(system.size());
        const State state{.t = t,
                          .q = {x.begin(), x.begin() + n},
                          .v = Vector(system.size()),
                          .z = {x.begin() + n, x.end()}};
        const Evaluated value(equations, system, state);
        Vector rates = value(equations.velocities);
        for (const Real rate : value(equations.unknowns)) rates.push_back(rate);
        return rates;
    }
};

// One step of the classical Runge–Kutta method.
template <typename Rates>
Vector runge_kutta(const Rates& rates, Real t, const Vector& x, Real h) {
    const auto moved = [&](const Vector& k, Real by) {
        Vector y = x;
        for (std::size_t i = 0; i < y.size(); ++i) y[i] += by * k[i];
        return y;
    };
    const Vector k1 = rates(t, x), k2 = rates(t + h / 2, moved(k1, h / 2)),
                 k3 = rates(t + h / 2, moved(k2, h / 2)), k4 = rates(t + h, moved(k3, h));
    Vector y = x;
    for (std::size_t i = 0; i < y.size(); ++i)
        y[i] += h * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) / 6;
    return y;
}

Flow points_with_spring(Real m2) {
    Description description = model_description("parallel_points_spring");
    description.parameters = {{"m1", "1"}, {"m2", std::to_string(m2)}, {"k", "1"}};
    return {build(description)};
}

// P₁ = (0, 0) and P₂ = (d, 0), velocities 1 and v2 across: Cases A and B.
struct Across {
    Real m2, v2, d;
    Flow flow = points_with_spring(m2);
    Vector start{0, 0, d, 0, 1, v2, std::numbers::pi_v<Real> / 2};
    Real p = (1 + m2 * v2) * (1 + m2 * v2) / (1 + m2);
    Real greatest = 1 + m2 * v2 * v2, least = d * d;  // proper values of (2E_x, E_xy; E_xy, 2E_y)
};

// By the angle in place of time: after a full turn everything is where it was.
void expect_closed_orbit(const Across& points) {
    EXPECT_GT(points.d * points.d, points.p);
    const auto by_angle = [&](Real, const Vector& x) {
        Vector rates = points.flow(0, x);
        const Real turning = rates.back();
        for (Real& rate : rates) rate /= turning;
        return rates;
    };
    const int steps = 600;
    const Real turn = 2 * std::numbers::pi_v<Real>;
    Vector x = points.start;
    for (int i = 0; i < steps; ++i) x = runge_kutta(by_angle, 0, x, turn / steps);
    x.back() -= turn;
    expect_near(x, points.start, "closed orbit", 1e-6L);
}

// The direction only swings, as far as m₁v₁² + m₂v₂² ≥ p allows, so the centre of mass runs away.
void expect_drift(const Across& points) {
    EXPECT_LT(points.d * points.d, points.p);
    Vector x = points.start;
    Real widest = 0;
    for (int i = 0; i < 1500; ++i) {
        x = runge_kutta(points.flow, 0, x, 0.01L);
        widest = std::max(widest, std::fabs(x.back() - points.start.back()));
    }
    const Real square =
        points.least * (points.greatest / points.p - 1) / (points.greatest - points.least);
    EXPECT_NEAR(static_cast<double>(widest), std::asin(std::sqrt(static_cast<double>(square))),
                1e-3);
    const Real speed = std::sqrt(points.p / (1 + points.m2)), path = x[1] + points.m2 * x[3];
    EXPECT_GT(std::fabs(path) / (1 + points.m2), 15 * speed * std::cos(widest));
}

// The threshold is k d² = p: also for equal masses, and in Case B it depends on the masses.
TEST(Errata, E5TheOrbitsCloseOrDrift) {
    expect_drift({.m2 = 1, .v2 = -2, .d = std::sqrt(0.4L)});  // Case A, p = 1/2
    expect_closed_orbit({.m2 = 1, .v2 = -2, .d = std::sqrt(0.6L)});
    expect_closed_orbit({.m2 = 1, .v2 = 2, .d = std::sqrt(8.0L)});  // Case B, p = 9/2
    expect_drift({.m2 = 3, .v2 = 2, .d = std::sqrt(8.0L)});         // the same start, p = 49/4
}

Vector end_of(const Flow& flow, Vector x) {
    for (int i = 0; i < 2500; ++i) x = runge_kutta(flow, 0, x, 0.002L);
    return x;
}

Flow with_inertia(const char* model, const char* eps) {
    Description d = model_description(model);
    for (Assignment& p : d.parameters)
        if (p.name.text() == "eps") p.formula = eps;
    return {build(d)};
}

// [B 9]: the device has the same motion for every inertia of its steering, and it is not that of (53),
// which a motor makes of it.
TEST(Errata, E11TheDeviceHasAnotherMotionInTheLimitToo) {
    const Flow parallel{model_file("parallel_points_incline")};
    const Vector right = end_of(parallel, {0, 0, 1, 0.5L, 1, -1, 1});  // x1, y1, x2, y2, v1, v2, θ
    const Real w = std::sin(1.0L) / 2;                                 // θ̇ of (53) at the start
    Vector device;
    for (const char* eps : {"1", "1/100", "1/10000", "1/1000000"}) {
        const Vector end = end_of(with_inertia("steered_blades", eps),
                                  {0, 0, 1, 0.5L, 1, 1, -1, w});  // …, θ, v1, v2, omega
        if (!device.empty()) expect_near(end, device, "every inertia", 1e-12L);
        device = end;
        const Vector with_motor =
            end_of(with_inertia("steered_blades_motor", eps), {0, 0, 1, 0.5L, 1, 1, -1});
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_NEAR(static_cast<double>(with_motor[i]), static_cast<double>(right[i]), 1e-9);
    }
    EXPECT_NEAR(static_cast<double>(device[4]), static_cast<double>(1 + 5 * w), 1e-12);
    Real away = 0;
    for (std::size_t i = 0; i < 4; ++i) away = std::max(away, std::fabs(device[i] - right[i]));
    EXPECT_GT(away, 1);
}

// Si(z) = ∫₀ᶻ sin(s)/s ds, by its series.
Real sine_integral(Real z) {
    Real power = z, sum = z;
    for (int n = 1; n < 60; ++n) {
        power *= -z * z / (2 * n * (2 * n + 1));
        sum += power / (2 * n + 1);
    }
    return sum;
}

// (4.12): where w/k = 5π/2 the limit of x is Si(w/k)²/(2k²).
TEST(Errata, ZLimitOfTheSkate) {
    const System skate = model_file("skate_across_slope");
    for (const char* integral : {"phi' + k*phi", "x - u^2/2"})
        EXPECT_TRUE(rate_along_motion(skate, parse(integral)).zero.proved_zero()) << integral;
    const Flow flow{skate};
    const Real k = 0.25L, angle = 2.5L * std::numbers::pi_v<Real>, h = 0.04L;
    Vector x{0, 0, 0, 0, angle * k};
    for (int i = 0; i < 2000; ++i) x = runge_kutta(flow, h * static_cast<Real>(i), x, h);
    const Real limit = std::pow(sine_integral(angle), 2.0L) / (2 * k * k);
    EXPECT_NEAR(static_cast<double>(x[0]), static_cast<double>(limit), 1e-5);
}

}  // namespace
}  // namespace rattleback::testing
