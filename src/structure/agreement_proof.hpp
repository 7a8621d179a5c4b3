// Exact proofs that a formulation has the motion of a reference, on the constraint manifold.
//
// The reference is G ż = Z with accelerations a = Ψ ż + σ, for v = ψ(t, q, z), Ψ = ∂ψ/∂z; or the
// equations with multipliers, where there is no normal form. A formulation is brought onto the same
// manifold: OnManifold. Three proofs are tried:
//   · by combination: rows of the form, combined, are identically G ż − Z, and other combinations say
//     that a = Ψ ż + σ; no system is solved, so this is for large ones;
//   · by virtual displacements: rows of the form, combined, are identically Maggi's equations
//     Γᵀ(M a − f) = 0, A a + β = 0, which the reference has been proved to satisfy;
//   · by solution: the reference is solved exactly, and the form's equations hold with the result.
#pragma once

#include <optional>

#include "geometry/parametrization.hpp"
#include "structure/agreement.hpp"

namespace rattleback {

// A formulation written in t, q and the z of the manifold v = ψ(t, q, z).
struct OnManifold {
    ExprVector speeds, velocities, unknowns, right, accelerations;
    ExprMatrix matrix;

    OnManifold(const System& system, const Parametrization& manifold, const Equations& equations);
};

struct Reference {
    std::string form;
    Parametrization manifold;
    Equations equations;
    OnManifold on;
    ExprMatrix tests;  // rows that the reaction does not meet: Ψᵀ, or a basis of W
    // Its unknowns, once they were asked for; nothing inside where they cannot be found.
    mutable std::optional<std::optional<ExprVector>> solution = {};
};

// A formulation as the reference, on a manifold.
Reference refer_to(const System& system, const Formulation& form, const Parametrization& manifold);

class AgreementProof {
public:
    AgreementProof(const System& system, const AgreementOptions& options)
        : system_(system), options_(options) {}

    // Each form has the same work for its proofs, until enough was spent on others in vain: then
    // what the expressions show is still proved, and no more.
    void begin_form() const {
        first_step_ = steps_taken();
        const bool go_on = in_vain_ < options_.work_in_vain * 1'000'000;
        last_step_ = first_step_ + (go_on ? options_.work * 1'000'000 : 0);
    }
    void end_in_vain() const { in_vain_ += steps_taken() - first_step_; }

    bool proved_zero(const Expr& e) const;
    bool all_zero(const ExprVector& entries) const;
    bool determines_unknowns(const OnManifold& on) const;  // at a generic state
    bool by_combination(const Equations& equations, const OnManifold& on,
                        const Reference& reference) const;
    bool by_virtual_displacements(const Equations& equations, const OnManifold& on,
                                  const Reference& reference) const;
    bool by_solution(const Equations& equations, const OnManifold& on,
                     const Reference& reference) const;

private:
    Limits limits_left() const;
    const std::optional<ExprVector>& solution_of(const Reference& reference) const;
    std::size_t generic_rank(const ExprMatrix& matrix) const;
    ExprVector rates(const Equations& equations, const Reference& reference,
                     const ExprVector& a) const;
    bool implies_manifold(const OnManifold& on, const ExprVector& known, const ExprVector& rows,
                          const Reference& reference) const;
    bool implies_maggi(const Equations& equations, const OnManifold& on,
                       const Parametrization& manifold) const;
    ExprVector multipliers(const ExprMatrix& columns, const ExprVector& rest) const;

    const System& system_;
    AgreementOptions options_;
    mutable std::uint64_t first_step_ = 0, last_step_ = 0, in_vain_ = 0;
    mutable std::optional<bool> reference_is_maggi_;
};

}  // namespace rattleback
