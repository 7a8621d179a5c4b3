#include "compiled/jet_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rattleback {
namespace {

void reach(const JetProgram* program, const JetStep* step) noexcept {
    const double* const y = step->coefficients;
    const double* const last = y + step->order * program->row();
    const double* const before = last - program->row();
    double of_before = 0, of_last = 0;
    for (std::size_t i = 0; i < program->watched.size(); ++i) {
        const double weight = 1 / (step->atol[i] + step->rtol * std::abs(y[i]));
        of_before += before[i] * weight * (before[i] * weight);
        of_last += last[i] * weight * (last[i] * weight);
    }
    const auto n = static_cast<double>(program->watched.size());
    const auto k = static_cast<double>(step->order);
    step->result[0] =
        std::min(std::pow(of_before / n, -0.5 / (k - 1)), std::pow(of_last / n, -0.5 / k));
    step->result[1] = of_before + of_last;
}

// By Horner, for the polynomial and its derivative at once.
void advance(const JetProgram* program, const JetStep* step) noexcept {
    const std::size_t row = program->row();
    for (std::size_t i = 0; i < program->size; ++i) {
        double sum = 0, slope = 0;
        for (std::size_t k = step->order; k > 0; --k) {
            sum = step->coefficients[k * row + i] + step->theta * sum;
            slope = sum + step->theta * slope;
        }
        const double from = step->coefficients[i], change = step->theta * sum + step->carry[i];
        const double end = from + change, back = end - from;
        step->end[i] = end;
        step->lost[i] = (from - (end - back)) + (change - back);
        step->slope[i] = slope;
    }
}

void verify(const JetProgram* program, const JetStep* step) noexcept {
    const double weight = 1 / static_cast<double>(step->order + 1);
    bool holds = true;
    for (std::size_t i = 0; i < program->size; ++i) {
        const double moved = std::abs(step->h * step->rate[i]), size = std::abs(step->end[i]);
        const double left_out =
            weight * std::abs(step->theta * step->slope[i] - step->h * step->rate[i]);
        const double allowed = 10 * (step->atol[i] + step->rtol * std::max(size, moved)) +
                               100 * std::numeric_limits<double>::epsilon() * (size + moved);
        if (!(left_out <= allowed)) holds = false;
    }
    step->result[0] = holds ? 1 : 0;
}

}  // namespace

JetStepFunctions plain_step_functions() { return {reach, advance, verify}; }

}  // namespace rattleback
