// Hairer's DOP853 written by hand for systems of at most eight states: the state is one vector of
// eight doubles, the stages are written out with their numbers, and f is inlined. Step control is
// that of src/trajectory/step_control.hpp. To be compiled with -O3 -march=native.
#pragma once

#include <algorithm>
#include <cmath>

namespace twin {

typedef double Pack __attribute__((vector_size(64)));

struct Result {
    Pack y;
    int steps = 0, rejected = 0;
};

inline double sum_of_squares(const Pack& p) {
    return ((p[0] * p[0] + p[1] * p[1]) + (p[2] * p[2] + p[3] * p[3])) +
           ((p[4] * p[4] + p[5] * p[5]) + (p[6] * p[6] + p[7] * p[7]));
}

inline Pack absolute(const Pack& p) { return p < 0 ? -p : p; }

// dy/dt = f(y) with `size` states, from 0 to `until`; rtol = atol = tolerance.
template <int size, typename F>
Result dop853(const F& f, Pack y, double until, double tolerance) {
    Result result;
    Pack k0 = f(y), carry{};
    double t = 0, t_low = 0, before = 1e-4;
    bool was_rejected = false;
    double h = std::pow(tolerance, 0.125) * 0.1;
    while (t < until) {
        const double rest = (until - t) - t_low;
        const bool last = h * (1 + 1e-9) >= rest;
        if (last) h = rest;
        const Pack k1 = f(y + h * (0.052600151958767731879 * k0));
        const Pack k2 = f(y + h * (0.019725056984537899454 * k0 + 0.059175170953613698363 * k1));
        const Pack k3 = f(y + h * (0.029587585476806849182 * k0 + 0.088762756430420547545 * k2));
        const Pack k4 = f(y + h * (0.2413651341592666855 * k0 + -0.88454947932828608534 * k2 +
                                   0.92483400326179200312 * k3));
        const Pack k5 = f(y + h * (0.037037037037037037037 * k0 + 0.17082860872947387128 * k3 +
                                   0.12546768756682242502 * k4));
        const Pack k6 = f(y + h * (0.037109375 * k0 + 0.17025221101954403931 * k3 +
                                   0.060216538980455960685 * k4 + -0.017578125 * k5));
        const Pack k7 = f(y + h * (0.037092000118504792711 * k0 + 0.17038392571223999381 * k3 +
                                   0.10726203044637328465 * k4 + -0.015319437748624401753 * k5 +
                                   0.0082737891638140228876 * k6));
        const Pack k8 = f(y + h * (0.62411095871607571711 * k0 + -3.3608926294469412941 * k3 +
                                   -0.86821934684172600682 * k4 + 27.592099699446708305 * k5 +
                                   20.154067550477893409 * k6 + -43.489884181069958848 * k7));
        const Pack k9 = f(y + h * (0.47766253643826436589 * k0 + -2.4881146199716676419 * k3 +
                                   -0.59029082683684299637 * k4 + 21.230051448181194235 * k5 +
                                   15.279233632882423583 * k6 + -33.288210968984862919 * k7 +
                                   -0.020331201708508626136 * k8));
        const Pack k10 = f(y + h * (-0.93714243008598732572 * k0 + 5.1863724288440637083 * k3 +
                                    1.0914373489967295782 * k4 + -8.1497870107469261251 * k5 +
                                    -18.520065659996959864 * k6 + 22.739487099350504282 * k7 +
                                    2.4936055526796523899 * k8 + -3.0467644718982195004 * k9));
        const Pack k11 = f(y + h * (2.2733101475165382079 * k0 + -10.534495466737250198 * k3 +
                                    -2.0008720582248624991 * k4 + -17.958931863118798917 * k5 +
                                    27.948884529419960051 * k6 + -2.8589982771350236947 * k7 +
                                    -8.8728569335306295443 * k8 + 12.360567175794303065 * k9 +
                                    0.64339274601576353036 * k10));
        const Pack change = h * (0.054293734116568762238 * k0 + 4.4503128927524088814 * k5 +
                                 1.891517899314500383 * k6 + -5.8012039600105847815 * k7 +
                                 0.31116436695781989441 * k8 + -0.15216094966251607856 * k9 +
                                 0.20136540080403034837 * k10 + 0.044710615727772590518 * k11);
        const Pack fine = h * (0.013120044994194880733 * k0 + -1.2251564463762044407 * k5 +
                               -0.49575894965725019152 * k6 + 1.664377182454986537 * k7 +
                               -0.35032884874997368169 * k8 + 0.33417911871301747903 * k9 +
                               0.081923206485115712466 * k10 + -0.022355307863886295259 * k11);
        const Pack coarse = h * (-0.18980075407240761571 * k0 + 4.4503128927524088814 * k5 +
                                 1.891517899314500383 * k6 + -5.8012039600105847815 * k7 +
                                 -0.42268232132379196293 * k8 + -0.15216094966251607856 * k9 +
                                 0.20136540080403034837 * k10 + 0.022651792198360825812 * k11);
        const Pack moved = change + carry, y1 = y + moved;
        const Pack larger = absolute(y) > absolute(y1) ? absolute(y) : absolute(y1);
        const Pack scale = tolerance + tolerance * larger;
        const double e5 = sum_of_squares(fine / scale), e3 = sum_of_squares(coarse / scale);
        const double e = e5 == 0 ? 0 : e5 / std::sqrt((e5 + 0.01 * e3) * size);
        if (!(e <= 1)) {
            ++result.rejected;
            was_rejected = true;
            h *= std::clamp(0.9 * std::pow(e, -1.0 / 8), 0.1, 0.9);
            continue;
        }
        ++result.steps;
        carry = moved - (y1 - y);
        y = y1;
        k0 = f(y);
        const double sum = t + h, shared = sum - t;
        t_low += (t - (sum - shared)) + (h - shared);
        t = last ? until : sum;
        const double bounded = std::max(e, 1e-10);
        const double factor = 0.9 * std::pow(bounded, -0.7 / 8) * std::pow(before, 0.4 / 8);
        before = std::max(bounded, 1e-4);
        h *= std::clamp(factor, 0.2, was_rejected ? 1.0 : 8.0);
        was_rejected = false;
    }
    result.y = y;
    return result;
}

}  // namespace twin
