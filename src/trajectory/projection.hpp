// Back to the constraints: the smallest change in the metric of the kinetic energy.
//
// A form whose speeds are all velocities satisfies φ(t, q) = 0 and b(t, q, v) = 0 only as well as
// its integrator does. After a step the state is moved to the nearest one that satisfies them, first
// the positions, then the velocities, each by Gauss–Newton steps
//
//     δ = −M⁻¹Cᵀ (C M⁻¹Cᵀ)⁻¹ c ,     C = ∂φ/∂q or ∂b/∂v ,    M = ∂²L/∂v∂v ,
//
// which for affine constraints is one. The velocity change is that of an impulse of the reactions
// [Hairer, Lubich & Wanner, Geometric Numerical Integration, §IV.4, with M as the metric]. Its size,
// (δᵀMδ)^½, is measured: it should be about the error tolerance; if it grows, something is wrong.
// Constraints that depend on others are left out; they hold with them.
#pragma once

#include <optional>

#include "compiled/compiled_function.hpp"
#include "equations/equations.hpp"
#include "model/system.hpp"
#include "trajectory/trajectory.hpp"

namespace rattleback {

class Projection {
public:
    // Of equations whose speeds begin with all velocities. It has no numbers yet, and any run may take
    // a copy.
    explicit Projection(const System& system);
    // For a run with these values of the parameters.
    Projection with(std::span<const double> parameters) const;

    bool is_needed() const { return positions_.rows + velocities_.rows > 0; }
    // Moves q and v, the first entries of the state; false where it does not converge.
    bool operator()(double t, double* state) const;
    // How far the velocities of a state are off the constraints: (δᵀMδ / vᵀMv)^½, one step of it.
    double part_off(double t, std::span<const double> state) const;
    Extreme largest() const { return largest_; }

private:
    // c, then C by rows, then M by rows.
    struct Conditions {
        std::size_t rows = 0;
        std::optional<CompiledFunction> values = {};
    };

    bool move(const Conditions& conditions, double t, double* state, std::size_t first) const;

    std::size_t n_;
    Conditions positions_, velocities_;
    mutable Extreme largest_;
    mutable std::vector<double> in_, out_;
};

// Whether the state of these equations is q and all velocities, so that a projection makes sense.
bool keeps_all_velocities(const System& system, const Equations& equations);

}  // namespace rattleback
