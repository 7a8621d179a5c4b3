#include "dynamics/sign_changes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rattleback {

SignChange sign_change(const RealFunction& f, double p, double width) {
    constexpr double far = 1e-3, near = 1e-6, changed = 0.1;
    SignChange worst = SignChange::Zero;
    for (const double side : {-1.0, 1.0}) {
        const double there = std::abs(f(p + side * far * width));
        const double here = std::abs(f(p + side * near * width));
        if (!(here <= (1 + changed) * there)) return SignChange::Infinity;
        if (here > (1 - changed) * there && there > 0) worst = SignChange::Jump;
    }
    return worst;
}

std::optional<double> sign_between(const RealFunction& f, double a, double b) {
    constexpr int steps = 30;
    constexpr double part = 1 / std::numbers::phi;
    const double sign = f(a) < 0 ? -1 : 1;
    const auto g = [&](double p) { return sign * f(p); };
    double x = b - part * (b - a), y = a + part * (b - a), gx = g(x), gy = g(y);
    for (int i = 0; i < steps; ++i) {
        if (gx < 0) return x;
        if (gy < 0) return y;
        if (!(gx >= gy)) {
            b = y, y = x, gy = gx;
            x = b - part * (b - a), gx = g(x);
        } else {
            a = x, x = y, gx = gy;
            y = a + part * (b - a), gy = g(y);
        }
    }
    return {};
}

}  // namespace rattleback
