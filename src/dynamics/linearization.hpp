// Small motions about an equilibrium or a steady motion.
//
//     δẏ = A δy ,      y independent: some of the coordinates and speeds
//
// The state is that of a form with independent speeds, (q, u); cyclic coordinates are left out
// (essential_motion.hpp). About a state where the rates of the rest vanish, f(y) = 0, displacements
// on the constraints c(y) = 0 are δy = B δx: some variables x are independent and the others follow
// by elimination of ∂c/∂y with pivots. Then
//
//     A = (∂f/∂y · B)_x ,     ∂f/∂y from  G ∂u̇ = ∂(right) − (∂G) u̇
//
// with the derivatives of the expression graph: nothing is differenced, and no small number is chosen.
// Where the form in u does not apply, or fails at the state, the equations with multipliers are used
// in the same way, in all coordinates and velocities, with all constraints in c, cleared of their
// denominators. The eigenvalues are
// the same but for zeros: a direction that is no longer cyclic has one.
//
// What that says of stability: stability_verdict.hpp. Conservative nonholonomic systems may have decaying
// modes (a rattleback, a bicycle), so asymptotic stability needs no friction here.
#pragma once

#include "dynamics/essential_motion.hpp"
#include "dynamics/model_sizes.hpp"
#include "dynamics/spectrum.hpp"
#include "expr/sentence.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {

struct InVelocities;

struct Linearization {
    ExprVector state;  // the independent variables
    RealMatrix a;
    Spectrum spectrum;
    Sentence verdict;  // of several sentences
    // The state linearized about: coordinates, velocities, and speeds that are no velocities.
    std::vector<std::pair<Expr, double>> at;
    ExprVector cyclic, dependent;     // what was left out, and what follows
    std::vector<Replacement> speeds;  // u1 → its meaning, no velocity itself
    RealMatrix mass;                  // G of G u̇ = …, one row per speed; empty in other forms
    std::string form;
    double residual = 0;  // the largest rate, relative to what the variables can explain
    Sentences notes;      // full sentences
};

// The state is neither an equilibrium nor a steady motion; the message names what changes most.
class NotSteady : public NumericalError {
public:
    using NumericalError::NumericalError;
};

// Linearizes about states of one system, at any values of its parameters; nothing is compiled twice.
class Linearizer {
public:
    // `form` is one of the formulations; empty: chosen. See EssentialMotion for `varying`.
    explicit Linearizer(const System& system, const std::string& form = {},
                        const std::optional<Expr>& varying = {});

    // Equations that are already derived, with their system.
    explicit Linearizer(const InVelocities& given, const std::optional<Expr>& varying = {});

    // `system` may have other values of parameters and other initial values than the one above.
    // Throws NotSteady, or NumericalError where the motion is not determined at the state or the
    // initial values are inconsistent.
    Linearization about(std::span<const double> state, const System& system) const;
    Linearization about_initial_state(const System& system) const;

    const Equations& equations() const { return equations_; }
    const EssentialMotion& motion() const { return motion_; }

private:
    void describe(std::span<const double> state, const System& system, Linearization& into) const;
    void refuse_switch(const Linearization& at, const System& system) const;

    Equations equations_;
    EssentialMotion motion_;
    ModelSizes sizes_;
};

// About the initial state; by default in the form with the fewest velocities, or in all of them where that
// fails (equations/form_choice.hpp).
Linearization linearize(const System& system, const std::string& form = {});

}  // namespace rattleback
