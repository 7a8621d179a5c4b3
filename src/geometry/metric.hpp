// The kinetic energy as a metric, and the forces beside it.
//
//     L = ½ g_ij vⁱvʲ + l_i vⁱ + L₀ ,      D vⁱ/dt = aⁱ + {i ks} vᵏvˢ = Qⁱ        [D 2, 3]
//
// where g, l and L₀ depend on t and q. Everything that is not inertia at fixed time is force:
//
//     Q_i = F_i + ∂ᵢL₀ + (∂ᵢl_j − ∂ⱼl_i) vʲ − ∂ₜl_i − ∂ₜg_ij vʲ
//
// so that the free motion M a = f of core_system.hpp has M = g and f_i = Q_i − Γ_ksi vᵏvˢ. Indices
// are raised with gⁱʲ. A Lagrangian that is not quadratic in the velocities has no metric.
#pragma once

#include <optional>

#include "model/system.hpp"

namespace rattleback {

struct Metric {
    ExprVector q;
    ExprMatrix lower;  // g_ij
    ExprMatrix upper;  // gⁱʲ
};

bool has_metric(const System& system);
Metric metric(const System& system);  // DerivationError when there is none

ExprVector force_beside_metric(const System& system, const Metric& metric);  // Q_i

ExprVector raised(const Metric& metric, const ExprVector& covector);
ExprVector lowered(const Metric& metric, const ExprVector& vector);

}  // namespace rattleback
