// Problems whose solutions are known, for every method.
//
// P1 and P2 are those of docs/performance.md. The functions are plain code, written from the
// formulas; only Taylor series need the formulas themselves, as tapes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "trajectory/formula_problem.hpp"
#include "trajectory/methods.hpp"

namespace rattleback::testing {

// Skate on an incline: x, y, φ, u, w.
inline constexpr auto skate_rate = [](double, const double* s, double* f) {
    f[0] = s[3] * std::cos(s[2]);
    f[1] = s[3] * std::sin(s[2]);
    f[2] = s[4];
    f[3] = std::cos(s[2]);
    f[4] = 0;
};
inline constexpr auto skate_jacobian = [](double, const double* s, double* j) {
    std::fill(j, j + 25, 0.0);
    const double sine = std::sin(s[2]), cosine = std::cos(s[2]);
    j[0 * 5 + 2] = -s[3] * sine;
    j[0 * 5 + 3] = cosine;
    j[1 * 5 + 2] = s[3] * cosine;
    j[1 * 5 + 3] = sine;
    j[2 * 5 + 4] = 1;
    j[3 * 5 + 2] = -sine;
};
inline const std::vector<double> skate_start{0, 0, 0, 0, 1};
inline std::vector<double> skate_at(double t) {
    const double s = std::sin(t);
    return {s * s / 2, t / 2 - std::sin(2 * t) / 4, t, s, 1};
}
inline OdeProblem skate() {
    static const RateTape tape =
        formula_tape({"x", "y", "phi", "u", "w"},
                     {"u*cos(phi)", "u*sin(phi)", "w", "cos(phi)", "0"});
    return {.size = 5, .rate = skate_rate, .jacobian = skate_jacobian, .tape = &tape};
}

// Parallel points with a spring: x1, y1, x2, y2, v1, v2, θ.
inline constexpr auto points_rate = [](double, const double* s, double* f) {
    const double m1 = 1, m2 = 2, k = 1;
    const double c = std::cos(s[6]), sn = std::sin(s[6]);
    const double rx = s[2] - s[0], ry = s[3] - s[1];
    const double along = rx * c + ry * sn, across = ry * c - rx * sn;
    f[0] = s[4] * c;
    f[1] = s[4] * sn;
    f[2] = s[5] * c;
    f[3] = s[5] * sn;
    f[4] = k * along / m1;
    f[5] = -k * along / m2;
    f[6] = k * (s[4] - s[5]) * across / (m1 * s[4] * s[4] + m2 * s[5] * s[5]);
};
inline const std::vector<double> points_start{0, 0, 1, 0, 1, -2, std::numbers::pi / 2};
inline OdeProblem points() {
    const std::string along = "((x2 - x1)*cos(theta) + (y2 - y1)*sin(theta))";
    static const RateTape tape = formula_tape(
        {"x1", "y1", "x2", "y2", "v1", "v2", "theta"},
        {"v1*cos(theta)", "v1*sin(theta)", "v2*cos(theta)", "v2*sin(theta)", along,
         "-" + along + "/2",
         "(v1 - v2)*((y2 - y1)*cos(theta) - (x2 - x1)*sin(theta))/(v1^2 + 2*v2^2)"});
    return {.size = 7, .rate = points_rate, .tape = &tape};
}

// y' = λ(y − cos t) − sin t, y = cos t: stiff for λ ≪ 0. Here with a slow companion.
inline constexpr auto stiff_rate = [](double t, const double* y, double* f) {
    f[0] = -1e4 * (y[0] - std::cos(t)) - std::sin(t);
    f[1] = y[0];
};
inline OdeProblem stiff() {
    static const RateTape tape =
        formula_tape({"y1", "y2"}, {"-10000*(y1 - cos(t)) - sin(t)", "y1"});
    return {.size = 2, .rate = stiff_rate, .tape = &tape};
}

template <typename A, typename B>
double largest_difference(const A& a, const B& b) {
    double worst = 0;
    for (std::size_t i = 0; i < b.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
    return worst;
}

// Every method that chooses its steps.
inline std::vector<std::string> adaptive_methods() {
    std::vector<std::string> names;
    for (const Method& m : methods())
        if (m.stepping != Stepping::Fixed) names.emplace_back(m.name);
    return names;
}

}  // namespace rattleback::testing
