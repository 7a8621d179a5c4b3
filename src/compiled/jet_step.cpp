#include "compiled/jet_step.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace rattleback {
namespace {

constexpr std::size_t lanes = 8;

// In halves: lanes i and i + 4, then i and i + 2, then both.
double total(const double (&sums)[lanes]) {
    double parts[lanes];
    std::copy_n(sums, lanes, parts);
    for (std::size_t half = lanes / 2; half > 0; half /= 2)
        for (std::size_t i = 0; i < half; ++i) parts[i] += parts[i + half];
    return parts[0];
}

// log₂ of (mean of the squares)^(−1/2k).
double exponent(double sum, double k, double of_one) {
    const double part = -0.5 / k;
    const auto bits = static_cast<double>(std::bit_cast<std::int64_t>(sum));
    return std::fma(bits, part * jet_powers::unit, part * -of_one);
}

double power_of_two(double exponent) {
    const auto& [c0, c1, c2, c3] = jet_powers::cubic;
    const double shifted = exponent + jet_powers::to_integer;
    const double rest = exponent - (shifted - jet_powers::to_integer);
    const double power = std::fma(rest * rest, std::fma(rest, c3, c2), std::fma(rest, c1, c0));
    // The last bits of the shifted number are those of the integer.
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(power) +
                                 (std::bit_cast<std::uint64_t>(shifted) << 52U));
}

void reach(const JetProgram* program, const JetStep* step) noexcept {
    const double* const y = step->coefficients;
    const double* const last = y + step->order * program->row();
    const double* const before = last - program->row();
    double of_before[lanes] = {}, of_last[lanes] = {};
    for (std::size_t first = 0; first < program->row(); first += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const std::size_t i = first + lane;
            const double weight = 1 / std::fma(step->rtol, std::abs(y[i]), step->atol[i]);
            const double at_before = before[i] * weight, at_last = last[i] * weight;
            of_before[lane] = std::fma(at_before, at_before, of_before[lane]);
            of_last[lane] = std::fma(at_last, at_last, of_last[lane]);
        }
    const double sum_before = total(of_before), sum_last = total(of_last);
    const auto k = static_cast<double>(step->order);
    const double of_one = jet_powers::bits_of_one(program->watched.size());
    const double by_before = exponent(sum_before, k - 1, of_one),
                 by_last = exponent(sum_last, k, of_one);
    const double both = sum_before + sum_last;
    step->result[0] = both == 0 ? std::numeric_limits<double>::infinity()
                                : power_of_two(by_before < by_last ? by_before : by_last);
    step->result[1] = both;
}

// By Horner in θ², for the polynomial and its derivative at once.
void advance(const JetProgram* program, const JetStep* step) noexcept {
    const std::size_t row = program->row(), even = step->order & ~std::size_t{1};
    const double theta = step->theta, squared = theta * theta;
    const bool is_odd = even != step->order;
    for (std::size_t i = 0; i < program->size; ++i) {
        const double* const c = step->coefficients + i;
        double of_even = 0, even_slope = 0;
        double of_odd = is_odd ? c[step->order * row] : 0;
        double odd_slope = static_cast<double>(step->order) * of_odd;
        for (std::size_t k = even; k > 0; k -= 2) {
            const double at_even = c[k * row], at_odd = c[(k - 1) * row];
            of_even = std::fma(squared, of_even, at_even);
            of_odd = std::fma(squared, of_odd, at_odd);
            even_slope = std::fma(squared, even_slope, static_cast<double>(k) * at_even);
            odd_slope = std::fma(squared, odd_slope, static_cast<double>(k - 1) * at_odd);
        }
        const double sum = std::fma(theta, of_even, of_odd);
        const double from = c[0], change = theta * sum + step->carry[i];
        const double end = from + change, back = end - from;
        step->end[i] = end;
        step->lost[i] = (from - (end - back)) + (change - back);
        step->slope[i] = std::fma(theta, even_slope, odd_slope);
    }
}

void verify(const JetProgram* program, const JetStep* step) noexcept {
    const double weight = 1 / static_cast<double>(step->order + 1);
    bool holds = true;
    for (std::size_t i = 0; i < program->size; ++i) {
        const double to = step->h * step->rate[i];
        const double moved = std::abs(to), size = std::abs(step->end[i]);
        const double left_out = weight * std::abs(step->theta * step->slope[i] - to);
        const double tolerance =
            10 * std::fma(step->rtol, moved > size ? moved : size, step->atol[i]);
        const double allowed =
            std::fma(100 * std::numeric_limits<double>::epsilon(), size + moved, tolerance);
        if (!(left_out <= allowed)) holds = false;
    }
    step->result[0] = holds ? 1 : 0;
}

}  // namespace

JetStepFunctions plain_step_functions() { return {reach, advance, verify}; }

}  // namespace rattleback
