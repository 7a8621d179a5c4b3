// Sums of stages, h Σⱼ wⱼ kⱼ: where an explicit Runge–Kutta method spends its own time.
//
// Vectors are padded to a multiple of four doubles, and four entries at a time stay in registers
// while the stages pass: no weight is loaded twice, none that is zero is met at all.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "trajectory/runge_kutta_pairs.hpp"

namespace rattleback {

constexpr std::size_t padded(std::size_t size) { return (size + 3) / 4 * 4; }

// A list of (offset of a stage, weight).
struct StageTerm {
    std::size_t offset;
    double weight;
};
using StageTerms = std::vector<StageTerm>;

inline StageTerms stage_terms(std::span<const StageWeight> weights, std::size_t width) {
    StageTerms terms;
    for (const StageWeight& w : weights)
        terms.push_back({static_cast<std::size_t>(w.stage) * width, w.weight});
    return terms;
}

// One list per row.
inline std::vector<StageTerms> stage_terms(std::span<const Coupling> couplings, std::size_t rows,
                                           std::size_t width) {
    std::vector<StageTerms> terms(rows);
    for (const Coupling& c : couplings)
        terms[static_cast<std::size_t>(c.row)].push_back(
            {static_cast<std::size_t>(c.stage) * width, c.weight});
    return terms;
}

// out = h Σ w k + (base, where there is one); width is a multiple of four.
inline void combine(std::span<const StageTerm> terms, const double* stages, double h,
                    const double* base, std::span<double> out) {
    for (std::size_t i = 0; i < out.size(); i += 4) {
        double sum[4] = {};
        for (const StageTerm& term : terms)
            for (std::size_t lane = 0; lane < 4; ++lane)
                sum[lane] += term.weight * stages[term.offset + i + lane];
        for (std::size_t lane = 0; lane < 4; ++lane)
            out[i + lane] = (base == nullptr ? 0 : base[i + lane]) + h * sum[lane];
    }
}

}  // namespace rattleback
