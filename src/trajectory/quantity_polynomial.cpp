#include "trajectory/quantity_polynomial.hpp"

#include <algorithm>
#include <numbers>

namespace rattleback {
namespace {

constexpr std::size_t n = QuantityPolynomial::highest_degree;
using Row = std::array<double, n + 1>;

// cos(π j/n)
double cosine(std::size_t j) {
    static const std::array<double, 2 * n> all = [] {
        std::array<double, 2 * n> made{};
        for (std::size_t i = 0; i < made.size(); ++i)
            made[i] = std::cos(std::numbers::pi * static_cast<double>(i) / n);
        return made;
    }();
    return all[j % (2 * n)];
}

Row coefficients(std::span<const double> values) {
    const std::size_t degree = values.size() - 1, stride = n / degree;
    Row c{};
    for (std::size_t k = 0; k <= degree; ++k) {
        double sum = 0;
        for (std::size_t i = 0; i <= degree; ++i) {
            const double share = i == 0 || i == degree ? 0.5 : 1;
            sum += share * values[i] * cosine(k * i * stride);
        }
        const double both = k == 0 || k == degree ? 1 : 2;
        c[k] = (k % 2 == 0 ? both : -both) * sum / static_cast<double>(degree);
    }
    return c;
}

// From this degree to the next.
void elevate(Row& b, std::size_t degree) {
    const auto size = static_cast<double>(degree + 1);
    b[degree + 1] = b[degree];
    for (std::size_t j = degree; j > 0; --j)
        b[j] = std::lerp(b[j], b[j - 1], static_cast<double>(j) / size);
}

// T_k(2s − 1) has bⱼ = (−1)ᵏ⁻ʲ C(2k, 2j)/C(k, j).
void add_chebyshev(double c, std::size_t k, Row& b) {
    double size = 1;
    for (std::size_t j = 0; j <= k; ++j) {
        b[j] += (k - j) % 2 == 0 ? c * size : -c * size;
        size *= static_cast<double>(2 * (k - j) - 1) / static_cast<double>(2 * j + 1);
    }
}

double largest(std::span<const double> numbers) {
    double result = 0;
    for (const double x : numbers) result = std::max(result, std::abs(x));
    return result;
}

// By how much the derivatives of a polynomial may exceed it (Markov): 2 d² and 4 d² (d² − 1)/3, over
// a width of 1.
double first_growth(std::size_t degree) { return static_cast<double>(2 * degree * degree); }
double second_growth(std::size_t degree) {
    const auto square = static_cast<double>(degree * degree);
    return 4.0 / 3 * square * std::max(square - 1, 0.0);
}

Interval widened(const Interval& x, double by) { return {x.low - by, x.high + by}; }

}  // namespace

double chebyshev_point(std::size_t j, std::size_t degree) {
    return (1 - cosine(j * (n / degree))) / 2;
}

QuantityPolynomial interpolated(std::span<const double> values, double negligible) {
    const auto is_finite = [](double x) { return std::isfinite(x); };
    QuantityPolynomial result;
    const auto finite = static_cast<std::size_t>(std::ranges::count_if(values, is_finite));
    if (finite == 0) {
        result.is_known = true;
        return result;
    }
    result.values = QuantityPolynomial::Values::Some;
    if (finite < values.size()) return result;
    result.values = QuantityPolynomial::Values::All;
    result.size = largest(values);
    const std::size_t most = values.size() - 1;
    const Row c = coefficients(values);
    const std::size_t later = 3 * most / 4 + 1;
    result.last = largest(std::span(c).subspan(later, most + 1 - later));
    result.is_known = result.last <= negligible;
    result.degree = most;
    for (; result.degree > 0 && std::abs(c[result.degree]) <= negligible / 4; --result.degree)
        result.error += std::abs(c[result.degree]);
    const double beyond = result.is_known ? 4 : 4 * static_cast<double>(most);
    result.error += negligible + beyond * result.last;
    result.b[0] = c[0];
    for (std::size_t k = 1; k <= result.degree; ++k) {
        elevate(result.b, k - 1);
        add_chebyshev(c[k], k, result.b);
    }
    return result;
}

// By de Casteljau; the last three rows tell the derivatives.
QuantityPolynomial::Point QuantityPolynomial::at(double s) const {
    Row row = b;
    const auto d = static_cast<double>(degree);
    Point result;
    for (std::size_t left = degree + 1; left > 1; --left) {
        if (left == 3) result.curvature = d * (d - 1) * ((row[2] - row[1]) - (row[1] - row[0]));
        if (left == 2) result.slope = d * (row[1] - row[0]);
        for (std::size_t j = 0; j + 1 < left; ++j) row[j] += s * (row[j + 1] - row[j]);
    }
    result.value = row[0];
    return result;
}

double QuantityPolynomial::slope_error() const { return first_growth(degree) * error; }

IntervalJet QuantityPolynomial::over(double from, double until, double width) const {
    IntervalJet jet{.value = nowhere, .slope = everything, .curvature = everything};
    jet.centre = std::numeric_limits<double>::quiet_NaN();
    if (values == Values::None) return jet;
    if (values == Values::Some) {
        jet.value = everything;
        return jet;
    }
    Row row = b;
    const std::span<double> part(row.data(), degree + 1);
    if (until < 1) cut_bernstein_beyond(part, until);
    if (from > 0) cut_bernstein_before(part, from / until);
    const double part_width = (until - from) * width;
    jet.centre = at((from + until) / 2).value;
    jet.noise = error;
    jet.value = bernstein_range(part, 0, part_width);
    if (!is_known) {
        jet.value = widened(jet.value, error);
        return jet;
    }
    if (!(part_width > 0)) return jet;
    jet.slope = widened(bernstein_range(part, 1, part_width), slope_error() / width);
    const double curvature_error = second_growth(degree) * error;
    jet.curvature =
        widened(bernstein_range(part, 2, part_width), curvature_error / (width * width));
    return jet;
}

}  // namespace rattleback
