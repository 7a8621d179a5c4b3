#include "trajectory/interval.hpp"

#include <array>
#include <numbers>

namespace rattleback {
namespace {

using std::numbers::pi;

// An end at infinity stands for "however large": times zero it is zero.
double product(double x, double y) { return x == 0 || y == 0 ? 0 : x * y; }

template <std::size_t n>
Interval hull(const std::array<double, n>& values) {
    double low = values[0], high = values[0];
    for (const double x : values) {
        if (std::isnan(x)) return everything;
        low = std::min(low, x);
        high = std::max(high, x);
    }
    return {low, high};
}

// x within [low, high]; nowhere if it lies outside.
Interval within(const Interval& x, double low, double high) {
    if (x.is_nowhere() || x.high < low || x.low > high) return nowhere;
    return {std::max(x.low, low), std::min(x.high, high)};
}

// Whether a multiple of 2π, moved by `at`, lies in x.
bool has_turn(const Interval& x, double at) {
    return std::floor((x.high - at) / (2 * pi)) > std::floor((x.low - at) / (2 * pi));
}

template <typename Function>
Interval rising(const Interval& x, const Function& f) {
    return {f(x.low), f(x.high)};
}

}  // namespace

Interval operator*(const Interval& x, const Interval& y) {
    if (x.is_nowhere() || y.is_nowhere()) return nowhere;
    return hull(std::array{product(x.low, y.low), product(x.low, y.high), product(x.high, y.low),
                           product(x.high, y.high)});
}

Interval operator/(const Interval& x, const Interval& y) {
    if (x.is_nowhere() || y.is_nowhere()) return nowhere;
    if (!y.excludes_zero()) return everything;
    return hull(std::array{x.low / y.low, x.low / y.high, x.high / y.low, x.high / y.high});
}

Interval common_part(const Interval& x, const Interval& y) {
    if (x.is_nowhere() || y.is_nowhere()) return x;
    const Interval both{std::max(x.low, y.low), std::min(x.high, y.high)};
    return both.low <= both.high ? both : Interval((both.low + both.high) / 2);
}

Interval square(const Interval& x) {
    const Interval size = abs(x);
    return {size.low * size.low, size.high * size.high};
}

Interval abs(const Interval& x) {
    if (x.low >= 0) return x;
    if (x.high <= 0) return -x;
    return {0, x.magnitude()};
}

Interval sqrt(const Interval& x) {
    return rising(within(x, 0, everything.high), [](double u) { return std::sqrt(u); });
}

Interval exp(const Interval& x) {
    return rising(x, [](double u) { return std::exp(u); });
}

Interval log(const Interval& x) {
    return rising(within(x, 0, everything.high), [](double u) { return std::log(u); });
}

Interval sin(const Interval& x) {
    if (x.is_nowhere()) return nowhere;
    if (!(x.high - x.low < 2 * pi)) return {-1, 1};
    const double a = std::sin(x.low), b = std::sin(x.high);
    return {has_turn(x, -pi / 2) ? -1 : std::min(a, b), has_turn(x, pi / 2) ? 1 : std::max(a, b)};
}

Interval cos(const Interval& x) {
    if (x.is_nowhere()) return nowhere;
    if (!(x.high - x.low < 2 * pi)) return {-1, 1};
    const double a = std::cos(x.low), b = std::cos(x.high);
    return {has_turn(x, pi) ? -1 : std::min(a, b), has_turn(x, 0) ? 1 : std::max(a, b)};
}

Interval tan(const Interval& x) {
    if (x.is_nowhere()) return nowhere;
    const bool has_pole = !(x.high - x.low < pi) || has_turn(x, pi / 2) || has_turn(x, -pi / 2);
    return has_pole ? everything : rising(x, [](double u) { return std::tan(u); });
}

Interval sinh(const Interval& x) {
    return rising(x, [](double u) { return std::sinh(u); });
}

Interval cosh(const Interval& x) {
    return rising(abs(x), [](double u) { return std::cosh(u); });
}

Interval tanh(const Interval& x) {
    return rising(x, [](double u) { return std::tanh(u); });
}

Interval erf(const Interval& x) {
    return rising(x, [](double u) { return std::erf(u); });
}

Interval asin(const Interval& x) {
    return rising(within(x, -1, 1), [](double u) { return std::asin(u); });
}

Interval acos(const Interval& x) {
    return -rising(within(x, -1, 1), [](double u) { return -std::acos(u); });
}

Interval atan(const Interval& x) {
    return rising(x, [](double u) { return std::atan(u); });
}

Interval atan2(const Interval& y, const Interval& x) {
    if (y.is_nowhere() || x.is_nowhere()) return nowhere;
    if (!(x.low > 0) && !y.excludes_zero()) return {-pi, pi};  // around the origin, or the cut
    return hull(std::array{std::atan2(y.low, x.low), std::atan2(y.low, x.high),
                           std::atan2(y.high, x.low), std::atan2(y.high, x.high)});
}

Interval pow(const Interval& base, double exponent) {
    if (exponent < 0) return Interval(1) / pow(base, -exponent);
    const bool is_whole = std::trunc(exponent) == exponent;
    const bool is_even = is_whole && std::fmod(exponent, 2) == 0;
    const Interval x = is_even ? abs(base) : is_whole ? base : within(base, 0, everything.high);
    return rising(x, [&](double u) { return std::pow(u, exponent); });
}

}  // namespace rattleback
