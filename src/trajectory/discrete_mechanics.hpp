// Discrete Lagrange–d'Alembert mechanics by the midpoint rule: for long times.
//
// The action of a step is h L at the midpoint, q = (q₀+q₁)/2, v = (q₁−q₀)/h, and the constraints hold
// there [Cortés & Martínez, Nonlinearity 14 (2001) 1365–1392; McLachlan & Perlmutter, J. Nonlinear
// Sci. 16 (2006) 283–328]. As a map of (q, v) with momenta p = ∂L/∂v, p on the constraints at both ends:
//
//     p₀ + (h/2) A(q₀)ᵀλ₀ = ∂L/∂v − (h/2)(∂L/∂q + F) ,    b(q, v) = 0            at the midpoint
//     p₁ − (h/2) A(q₁)ᵀλ₁ = ∂L/∂v + (h/2)(∂L/∂q + F) ,    b(q₁, v₁) = 0 .
//
// The map is symmetric, of order 2, and reversible where the system is; without constraints it is
// symplectic. Its energy error stays bounded over long times for reversible systems, where that of a
// better method with a tolerance grows. For anything but long times take such a method.
//
// For ideal constraints that are linear or affine in the velocities; discrete_refusal says why not.
#pragma once

#include <optional>
#include <string>

#include "compiled/compiled_function.hpp"
#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

class Recorder;
struct OdeProblem;

// Why these equations cannot be stepped so; nothing when they can.
std::optional<std::string> discrete_refusal(const System& system, const Equations& equations);

// L, F and b with their derivatives, at a state.
class DiscreteMechanics {
public:
    explicit DiscreteMechanics(const System& system);
    // For a run with these values of the parameters.
    DiscreteMechanics with(std::span<const double> parameters) const;

    std::size_t coordinates() const { return n_; }
    std::size_t constraints() const { return k_; }
    const CompiledFunction& values() const { return *values_; }
    const std::vector<double>& parameters() const { return parameters_; }

private:
    std::size_t n_, k_ = 0;
    // Of q, v, t, parameters: ∂L/∂v, ∂L/∂q + F, b, then by rows the derivatives by q and by v of each.
    std::optional<CompiledFunction> values_;
    std::vector<double> parameters_;
};

void run_lagrange_dalembert(const OdeProblem& problem, Recorder& recorder);

}  // namespace rattleback
