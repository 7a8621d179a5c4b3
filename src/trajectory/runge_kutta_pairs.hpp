// Explicit Runge–Kutta pairs as tables of data.
//
//     kᵢ = f(t + cᵢh, y + h Σⱼ aᵢⱼ kⱼ) ,    y₁ = y + h Σ bᵢ kᵢ ,    error ≈ h Σ eᵢ kᵢ
//
// Stages are counted from 0. The first `stages` are computed before a step is judged; f(t₁, y₁),
// which begins the next step, is stage `next`; those after it serve dense output only. In Hairer's
// alternating basis (dense_output.hpp) the first four coefficients are y, y₁ and the slopes at both
// ends; the rest, c₄ and on, are h Σ dᵣᵢ kᵢ with the rows d of the table.
//
// A pair with a second, coarser error estimate combines the two as DOP853 does,
// e₅²/√(e₅² + 0.01 e₃²). The numbers are those of the literature, named in each file; the tests put
// them through the order conditions, tree by tree.
//
//     dopri5    Dormand & Prince 5(4), dense output of order 4
//     dop853    Dormand & Prince 8(5,3) of Hairer, Nørsett & Wanner, dense output of order 7
//     vern9     Verner's efficient 9(8), dense output of order 8
#pragma once

#include <span>
#include <string_view>

namespace rattleback {

struct Coupling {
    int row, stage;
    double weight;
};

struct StageWeight {
    int stage;
    double weight;
};

struct RungeKuttaPair {
    std::string_view name;
    int order;                                  // p: the error at the end of a run is O(hᵖ)
    int error_order;                            // the error estimate of a step is O(h^error_order)
    int dense_order;                            // dense output is that of a method of this order
    int stages;                                 // computed before a step is judged
    int next;                                   // the stage that is f(t₁, y₁)
    int dense_rows;                             // beyond those that the two ends give
    double stability;                           // the method is stable for hλ in (−stability, 0)
    std::span<const double> nodes;              // c, of all stages
    std::span<const Coupling> couplings;        // a, rows in order
    std::span<const StageWeight> weights;       // b
    std::span<const StageWeight> error;         // e
    std::span<const StageWeight> coarse_error;  // empty where there is one estimate
    std::span<const Coupling> dense;            // d
};

const RungeKuttaPair& dopri5();
const RungeKuttaPair& dop853();
const RungeKuttaPair& vern9();

}  // namespace rattleback
