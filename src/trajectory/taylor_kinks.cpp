#include "trajectory/taylor_kinks.hpp"

#include <algorithm>
#include <cmath>

#include "trajectory/bracketed_root.hpp"

namespace rattleback {

bool TaylorKinks::choose_each_side(TaylorSeries& series) const {
    bool changed = false;
    const std::size_t first = jets_.first_side();
    for (std::size_t i = 0; i < jets_.sides(); ++i) {
        const std::size_t argument = jets_.kinks()[i].argument;
        if (series.coefficients(0)[argument] != 0) continue;
        double leading = 0;
        for (std::size_t k = 1; k <= series.order() && leading == 0; ++k)
            leading = series.coefficients(k)[argument];
        double& side = series.input()[first + i];
        const double wanted = leading < 0 ? -1 : 1;
        changed = changed || side != wanted;
        side = wanted;
    }
    return changed;
}

double TaylorKinks::first_zero(const TaylorSeries& series, const JetKink& kink,
                               double theta) const {
    const auto at = [&](double x) { return series.value(kink.argument, x); };
    const std::size_t points = series.order();
    double a = 0, fa = at(0);
    for (std::size_t point = 1; point <= points; ++point) {
        const double b = theta * static_cast<double>(point) / static_cast<double>(points);
        const double fb = at(b);
        if (fa * fb < 0 || (fb == 0 && fa != 0)) {
            const double root = fb == 0 ? b : bracketed_root(at, {a, fa, b, fb}, 1e-16 * theta);
            const bool counts =
                kink.negative == JetScale::nowhere || series.value(kink.negative, root) < 0;
            if (counts) return root;
        }
        if (fb != 0) a = b, fa = fb;
    }
    return theta;
}

bool TaylorKinks::ends_at_kink(const TaylorSeries& series, Time start, double& h) {
    const double theta = h / series.sigma();
    double first = theta;
    for (const JetKink& kink : jets_.kinks())
        first = std::min(first, first_zero(series, kink, first));
    if (!(first < theta)) {
        repeated_ = 0;
        return false;
    }
    const double unit = 1e-16 * (std::abs(start.high) + std::abs(h));
    const double beyond = std::ldexp(4 * unit, std::min(repeated_++, 40));
    h = std::copysign(std::min(std::abs(first * series.sigma()) + beyond, std::abs(h)), h);
    return true;
}

}  // namespace rattleback
