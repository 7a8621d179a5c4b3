// The rates of a motion at a state, with rigorous bounds: is it steady there, or only slow?
//
// V = exp(−1/x²) has forces below 10⁻¹⁶ wherever |x| < 0.15, and none of these states is an equilibrium. In
// numbers of double precision a rate that small looks like what rounding leaves of zero. Evaluated in
// ball arithmetic it is what it is; a solution f(y) = 0 that is known to a part ε of y has
//
//     |fᵢ| ≤ a few ε·Σⱼ |∂fᵢ/∂yⱼ|·|yⱼ| ,
//
// or as much as the double-precision rates, by which it was found, differ from the exact ones.
#pragma once

#include "compiled/equations_of_motion.hpp"
#include "exact/ball.hpp"

namespace rattleback {

class ExactRates {
public:
    // Of the variables at these places of the state (q, speeds).
    ExactRates(const System& system, const Equations& equations,
               const std::vector<std::size_t>& variables);

    // One ball for each variable; not finite where there is no value.
    std::vector<Ball> at(std::span<const double> state) const;

private:
    ExprVector state_;  // the symbols of it
    ThroughLinearSystem rates_;
};

}  // namespace rattleback
