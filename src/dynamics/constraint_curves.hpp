// Gauss's function along lines of accelerations, through those of a motion at one of its states.
//
//     G(s) = ½ ‖a + s d − a_free‖²_M ,     A d = 0
//
// M a_free = f. a is that of the equations of motion as they are solved, in whatever form; M, f and A are
// those of the core system: that G(0) is the least is Gauss's principle, and nothing here makes it so.
// The d are those of the speeds, where the form has as many as there are degrees of freedom:
// ∂a/∂ż_α = ψ_α; else a basis of ker A. Where the reaction vanishes on a space W ≠ D it is
//
//     G_W(s) = ½ ‖Π_D u‖²_M + ½ ‖Π_W⊥ u‖²_M ,   u = a + s d − a_free
//
// that is least at s = 0, and G is not [B Theorem 4; S Prop. 2].
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "trajectory/computed_motion.hpp"

namespace rattleback {

struct ConstraintCurve {
    Expr along;               // ż_α, or d1, d2, …
    std::vector<double> g;    // one per s
    std::vector<double> g_w;  // empty where the constraints are ideal
};

struct ConstraintCurves {
    double time = 0;
    double g = 0;  // at the motion
    std::optional<double> g_w = {};
    bool along_speeds = false;  // one line for each ż; else for each vector of a basis
    std::vector<double> s;
    std::vector<ConstraintCurve> curves;
};

// At the end of the run; s as far as it is told, else until G has grown to a few times its value. Throws
// NumericalError where the motion has no such function, or no free direction.
ConstraintCurves constraint_curves(const ComputedMotion& motion,
                                   std::optional<std::pair<double, double>> range = {});

}  // namespace rattleback
