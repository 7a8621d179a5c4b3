// Taylor series written by hand for two points with parallel velocities and a spring (P2): the sums
// of one order side by side in two vectors of eight lanes, as an expert would who knows these
// equations. Order and width follow the tolerance as in src/trajectory/taylor_series.hpp; there is
// no check of the step, no dense output, no event. To be compiled with -O3 -march=native.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>

#include "dop853_twin.hpp"

namespace twin {

class ParallelPoints {
public:
    static constexpr int most = 48, size = 7;

    // Coefficients of t = t₀ + σθ; that of entry i and order k is at c[k][i].
    void expand(const Pack& y, double sigma, int order);

    Result run(Pack y, double until, double tolerance, int order);

    Pack c[most];

private:
    static constexpr int below = 8;
    Pack a0_[most + 8] = {}, a1_[most + 8] = {}, b0_[most + 8 + below] = {},
                    b1_[most + 8 + below] = {};
};

inline void ParallelPoints::expand(const Pack& y, double sigma, int order) {
    Pack* const b0 = b0_ + below;
    Pack* const b1 = b1_ + below;
    double x1 = y[0], y1 = y[1], x2 = y[2], y2 = y[3], v1 = y[4], v2 = y[5], theta = y[6];
    double s, c0;
    ::sincos(theta, &s, &c0);
    const double s0 = s;
    double co = c0, rx = x2 - x1, ry = y2 - y1, dv = v1 - v2;
    double along = rx * co + ry * s, across = ry * co - rx * s;
    double den = v1 * v1 + 2 * (v2 * v2);
    const double inverse = 1 / den;
    double w = dv * across * inverse;
    const double v10 = v1, v20 = v2, rx0 = rx, ry0 = ry, dv0 = dv, across0 = across, w0 = w;
    double r0 = v1 * co, r1 = v1 * s, r2 = v2 * co, r3 = v2 * s;
    c[0] = y;
    // The sums at j = 1 and j = k−1 are added from registers: of order 1 (f) and of the one before (p).
    double fv1 = 0, fv2 = 0, frx = 0, fry = 0, fdv = 0, fjt = 0, fw = 0, fc = 0, fs = 0, fa = 0,
           fd = 0;
    double pv1 = 0, pv2 = 0, prx = 0, pry = 0, pdv = 0, pjt = 0, pw = 0, pc = 0, ps = 0, pa = 0,
           pd = 0;
    for (int k = 1;; ++k) {
        const double f = sigma / k, over = 1.0 / k;
        x1 = f * r0, y1 = f * r1, x2 = f * r2, y2 = f * r3;
        v1 = f * along, v2 = -0.5 * f * along, theta = f * w;
        double* const row = reinterpret_cast<double*>(&c[k]);
        row[0] = x1, row[1] = y1, row[2] = x2, row[3] = y2, row[4] = v1, row[5] = v2,
        row[6] = theta;
        if (k == order) return;
        Pack p0{}, p1{}, p2{}, p3{}, q0{}, q1{}, q2{}, q3{};
        for (int j = 2; j <= k - 2; j += 4) {
            p0 += a0_[j] * b0[k - j], q0 += a1_[j] * b1[k - j];
            p1 += a0_[j + 1] * b0[k - j - 1], q1 += a1_[j + 1] * b1[k - j - 1];
            p2 += a0_[j + 2] * b0[k - j - 2], q2 += a1_[j + 2] * b1[k - j - 2];
            p3 += a0_[j + 3] * b0[k - j - 3], q3 += a1_[j + 3] * b1[k - j - 3];
        }
        alignas(64) double S[16];
        *reinterpret_cast<Pack*>(S) = (p0 + p1) + (p2 + p3);
        *reinterpret_cast<Pack*>(S + 8) = (q0 + q1) + (q2 + q3);
        if (k >= 2) {
            const double m = k > 2 ? 1 : 0;  // at k = 2 both are the same term
            S[0] += fv1 * pc + m * pv1 * fc, S[1] += fv1 * ps + m * pv1 * fs;
            S[2] += fv2 * pc + m * pv2 * fc, S[3] += fv2 * ps + m * pv2 * fs;
            S[4] += frx * pc + m * prx * fc, S[5] += fry * ps + m * pry * fs;
            S[6] += fry * pc + m * pry * fc, S[7] += frx * ps + m * prx * fs;
            S[8] += fjt * pc + m * pjt * fc, S[9] += fjt * ps + m * pjt * fs;
            S[10] += fdv * pa + m * pdv * fa, S[11] += fv1 * pv1 + m * pv1 * fv1;
            S[12] += fv2 * pv2 + m * pv2 * fv2, S[13] += fw * pd + m * pw * fd;
        }
        const double jt = k * theta;
        s = c0 * theta + S[8] * over, co = -s0 * theta - S[9] * over;
        rx = x2 - x1, ry = y2 - y1, dv = v1 - v2;
        r0 = v10 * co + (v1 * c0 + S[0]), r1 = v10 * s + (v1 * s0 + S[1]);
        r2 = v20 * co + (v2 * c0 + S[2]), r3 = v20 * s + (v2 * s0 + S[3]);
        along = (rx0 * co + (rx * c0 + S[4])) + (ry0 * s + (ry * s0 + S[5]));
        across = (ry0 * co + (ry * c0 + S[6])) - (rx0 * s + (rx * s0 + S[7]));
        den = (2 * v10 * v1 + S[11]) + 2 * (2 * v20 * v2 + S[12]);
        w = ((dv0 * across + (dv * across0 + S[10])) - (w0 * den + S[13])) * inverse;
        pv1 = v1, pv2 = v2, prx = rx, pry = ry, pdv = dv, pjt = jt, pw = w, pc = co, ps = s,
        pa = across, pd = den;
        if (k == 1) {
            fv1 = v1, fv2 = v2, frx = rx, fry = ry, fdv = dv, fjt = jt, fw = w, fc = co, fs = s,
            fa = across, fd = den;
            continue;
        }
        const auto keep = [](Pack& to, double l0, double l1, double l2, double l3, double l4,
                             double l5, double l6, double l7) {
            double* const d = reinterpret_cast<double*>(&to);
            d[0] = l0, d[1] = l1, d[2] = l2, d[3] = l3, d[4] = l4, d[5] = l5, d[6] = l6, d[7] = l7;
        };
        keep(a0_[k], v1, v1, v2, v2, rx, ry, ry, rx);
        keep(b0[k], co, s, co, s, co, s, co, s);
        keep(a1_[k], jt, jt, dv, v1, v2, w, 0, 0);
        keep(b1[k], co, s, across, v1, v2, den, 0, 0);
    }
}

inline Result ParallelPoints::run(Pack y, double until, double tolerance, int order) {
    Result result;
    Pack carry{};
    double t = 0, t_low = 0, sigma = 0.3;
    while (t < until) {
        expand(y, sigma, order);
        const Pack scale = tolerance + tolerance * absolute(y);
        const double before = sum_of_squares(c[order - 1] / scale) / size;
        const double at = sum_of_squares(c[order] / scale) / size;
        double theta =
            std::exp(std::min(-0.5 * std::log(before) / (order - 1), -0.5 * std::log(at) / order));
        const double rest = (until - t) - t_low;
        const bool last = sigma * theta * (1 + 1e-9) >= rest;
        if (last) theta = rest / sigma;
        Pack change = c[order];
        for (int k = order - 1; k > 0; --k) change = c[k] + theta * change;
        change = theta * change + carry;
        const Pack y1 = y + change;
        carry = change - (y1 - y);
        y = y1;
        const double h = sigma * theta, sum = t + h, shared = sum - t;
        t_low += (t - (sum - shared)) + (h - shared);
        t = last ? until : sum;
        sigma = h;
        ++result.steps;
    }
    result.y = y;
    return result;
}

}  // namespace twin
