// The root of a function between two points where it has opposite signs.
//
// Chandrupatla's method [Adv. Eng. Software 28 (1997) 145–149]: inverse quadratic interpolation
// where three points show that it will work, bisection elsewhere. It needs no derivative, never
// leaves the bracket, and converges like Brent's with less bookkeeping. The end where f is closer to
// zero is returned; a NaN inside the bracket counts as being on the far side.
#pragma once

#include <cmath>

namespace rattleback {

struct Bracket {
    double a, fa;  // signs of fa and fb differ, or one of them is zero
    double b, fb;
};

template <typename Function>
double bracketed_root(const Function& f, Bracket bracket, double tolerance) {
    double b = bracket.a, fb = bracket.fa, a = bracket.b, fa = bracket.fb;
    double c = a, fc = fa, step = 0.5;
    for (int iteration = 0; iteration < 200; ++iteration) {
        const double x = a + step * (b - a);
        double fx = f(x);
        if (std::isnan(fx)) fx = fb;
        if (std::signbit(fx) == std::signbit(fa)) {
            c = a, fc = fa;
        } else {
            c = b, fc = fb, b = a, fb = fa;
        }
        a = x, fa = fx;
        const double best = std::abs(fa) < std::abs(fb) ? a : b;
        const double relative = tolerance / std::abs(b - a);
        if (fa == 0 || fb == 0 || !(relative < 0.5)) return best;
        const double xi = (a - b) / (c - b), phi = (fa - fb) / (fc - fb);
        const bool interpolate = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi;
        step = interpolate ? fa / (fb - fa) * fc / (fb - fc) +
                                 (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
                           : 0.5;
        step = std::fmin(1 - relative, std::fmax(relative, step));
    }
    return std::abs(fa) < std::abs(fb) ? a : b;
}

}  // namespace rattleback
