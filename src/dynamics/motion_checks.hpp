// What must hold along a computed motion, and how far it is from holding.
//
//     options.integration.dense = true;
//     const Trajectory run = simulate(system, equations, options);
//     for (const MotionCheck& check : check_motion(system, equations, run)) …
//
//   energy                E − E₀, where nothing does work; else E − E₀ − ∫(−∂L/∂t + F·v + R·v) dt
//   energy of NAMES       the same of a part of the system (part_energies.hpp), where what is allowed
//                         of the whole energy is more than a hundredth of what the part has
//   momentum NAME         J − J₀ − ∫(ξ⁽¹⁾L + F·ξ + R·ξ) dt of each symmetry of the model
//   constraint NAME       its residual: φ and dφ/dt, b(t, q, v), A a + β, or C q⁽ᵖ⁾ + c
//   power of the reaction R·v, where it must vanish: ideal reactions of homogeneous constraints
//   Gauss                 |a − â| in the metric M, where â is the acceleration of the least
//                         constraint, found anew from M, f, A, β and N with pivots
//   expected NAME         the difference from the closed form that the model expects
//   constant NAME         F − F₀ of a quantity that the model expects to be constant
//
// Everything is computed from the model's own expressions by the interpreter of tapes, not by the
// code that computed the motion. Where the trajectory has dense output the integrals are taken along
// it and every step is looked at; without it the balances that need integrals are left out, and the
// samples are looked at. Vakonomic motion has 𝕃 = L − λ·b in the place of L, no reaction, and does
// not follow Gauss.
//
// A deviation is allowed that the tolerance of the run can explain: of a quantity Q of size s with the
// rate r, `steps` · (Σ (|∂Q/∂yᵢ| + h |∂r/∂yᵢ|) atolᵢ + rtol·s) times a factor, so that no unit matters.
// In a step of length h the integral of r errs by what the entries do: near a pole of a force by more
// than Q. s is the largest size up to the time of the deviation, or in the first half of the run. Runs with fixed steps promise no error, and nothing is required of
// them. Beside this, an expected formula has the rounding of its parts (formula_rounding.hpp): near its
// start w*t - sin(w*t) is smaller than what it is computed with. Where the tolerance is coarse, or the terms of Q grow without bound, as near a collision, more
// is allowed than a hundredth of what Q was made of before: then the check holds but decides nothing.
#pragma once

#include "dynamics/motion_states.hpp"
#include "equations/equations.hpp"
#include "model/system.hpp"
#include "trajectory/computed_motion.hpp"

namespace rattleback {

struct MotionCheck {
    std::string name;     // as text
    Watch watch;          // the same with its mathematics, and what is measured
    double largest = 0;   // deviation
    double time = 0;      // of the largest
    double allowed = 0;   // infinite where nothing is required
    bool decides = true;  // false: what is allowed is not small beside the quantity
    // All that was seen: the absolute deviation at these times, in the order of the run.
    std::vector<double> times = {}, deviations = {};
    bool holds() const { return largest <= allowed; }
};

std::vector<MotionCheck> check_motion(const System& system, const Equations& equations,
                                      const Trajectory& trajectory);

// Of a run in legs of which all were followed (checks_along.hpp); the last is given, with the method and
// the statistics of the whole. Parts of the system are not followed: where the energy of a part is hidden
// in the last leg, the check of the whole energy decides nothing.
class ChecksAlong;
std::vector<MotionCheck> checks_of_legs(const ChecksAlong& all, const ComputedMotion& last);

// A trajectory and what was found about it.
struct CheckedRun {
    const Trajectory& trajectory;
    std::span<const MotionCheck> checks;
};

}  // namespace rattleback
