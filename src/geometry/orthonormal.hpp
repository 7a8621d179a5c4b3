// Gram–Schmidt in a metric: covectors made orthogonal, and of unit length.
//
//     w_ν = C_ν − Σ_μ<ν ⟨C_ν, w_μ⟩/⟨w_μ, w_μ⟩ w_μ ,    C_(ν) = w_ν / √⟨w_ν, w_ν⟩ ,    ⟨u, w⟩ = gⁱʲ u_i w_j
//
// Djukić's (6) and (17)–(19) hold for orthonormal covectors only [D after 5], and of a constraint
// C_i aⁱ + C = 0 the whole row (C_i, C) must be transformed, not C_i alone: what stands in
// `attached` takes part in every combination but in no inner product.
//
// Roots belong to what is shown. A motion is better computed from w_ν and ⟨w_ν, w_ν⟩, which are
// rational where the metric is.
#pragma once

#include "geometry/metric.hpp"

namespace rattleback {

struct OrthogonalRows {
    ExprMatrix covectors;  // w_ν
    ExprMatrix attached;   // as many rows
    ExprVector squares;    // ⟨w_ν, w_ν⟩
};

// The covectors must be independent.
OrthogonalRows orthogonalized(const Metric& metric, ExprMatrix covectors, ExprMatrix attached);

// The same rows divided by √⟨w_ν, w_ν⟩; the squares are then 1.
OrthogonalRows orthonormalized(OrthogonalRows rows);

}  // namespace rattleback
