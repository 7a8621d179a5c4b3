// The norms of norms.hpp in numbers, at one state: where forces depend on the directions w/|w| of
// velocities, how large |w| is, what its independent parts ω and their slopes are, and which direction
// e belongs to a state or to an η of unit size.
#pragma once

#include "compiled/equations_of_motion.hpp"
#include "trajectory/norms.hpp"

namespace rattleback {

class NormValues {
public:
    NormValues(std::vector<NormAtState> norms, const Expr& t, const EquationsOfMotion& motion);

    std::size_t size() const { return norms_.size(); }
    std::size_t parts(std::size_t norm) const { return norms_[norm].parts.size(); }

    void look(const double* inputs) { code_(inputs, seen_.data()); }

    double size_of(std::size_t norm) const;                      // |w|
    std::vector<double> weights(std::size_t norm) const;         // δ
    double part(std::size_t norm, std::size_t a) const;          // ωₐ
    double part_by_time(std::size_t norm, std::size_t a) const;  // ∂ωₐ/∂t
    std::span<const double> part_by_state(std::size_t norm, std::size_t a) const;
    // e where the norm is not zero, and of an η.
    std::vector<double> direction(std::size_t norm) const;
    std::vector<double> direction(std::size_t norm, std::span<const double> eta) const;
    // η of unit size along it.
    std::vector<double> unit(std::size_t norm, std::vector<double> eta) const;

private:
    static ExprVector wanted(const std::vector<NormAtState>& norms, const Expr& t,
                             const ExprVector& state);
    const double* at(std::size_t norm) const { return seen_.data() + first_[norm]; }

    std::vector<NormAtState> norms_;
    std::size_t state_size_;
    CompiledFunction code_;
    std::vector<std::size_t> first_;  // of each norm in what is seen
    std::vector<double> seen_;        // Q, w, δ, P, and of each ωₐ its value and derivatives
};

}  // namespace rattleback
