// A mechanical system: complete and valid, or never built.
//
// Coordinates q, velocities v = q̇ and accelerations a = q̈ are the symbols x, x', x''; time is t;
// parameters are symbols with values. The free motion is given by a Lagrangian L(t,q,v), any
// regular one, and generalized forces F(t,q,v) beside it. Constraints are b = 0, of order 0, 1 or
// 2: the highest prime that occurs. What kind they are is found here, not asked for. Those of a
// higher order stand apart: they restrict no state and no acceleration, but how reactions change.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "expr/derivative.hpp"
#include "expr/equation.hpp"
#include "model/bodies.hpp"
#include "model/drawings.hpp"
#include "rattleback/description.hpp"

namespace rattleback {

struct Parameter {
    Expr symbol;
    Expr value;  // a number, or a formula of numbers such as sqrt(2)
};

struct Particle {
    std::string name;
    Expr mass;
    ExprVector position;  // r(t, q)
    ExprVector force;     // as many components; zero where none was given
};

// Where a body touches something, and what the force there does: Σ μ · direction over the constraints.
struct Contact {
    std::string name;
    std::size_t frame;
    Vector3 point;  // in components of the ground
    struct Part {
        std::size_t constraint;
        Vector3 direction;  // in components of the ground
    };
    std::vector<Part> parts;
    // The direction in which the coordinates keep the body, so that nothing is known of the force.
    std::optional<Vector3> unknown;
    // Of the surface, towards the body; not of unit length. None at a knife edge, which has no surface.
    std::optional<Vector3> normal = {};
    std::optional<Expr> mu = {};  // the coefficient of friction that there is
    bool unilateral = false;      // the surface pushes and does not pull
};

// How a constraint depends on its highest derivatives: v for order 1, a for order 2, where it is
// Linear or Affine. A positional φ(t, q) is taken by its time derivative, ∂φ/∂q v + ∂φ/∂t: Linear,
// or Affine when it moves.
enum class Dependence : std::uint8_t { Linear, Affine, Homogeneous, Nonlinear };

struct Constraint {
    std::string name;
    Equation written;  // as the user wrote it
    // left − right, to be zero; in normal form where only that shows that it is linear or affine
    Expr expression;
    int order = 1;  // 0 positional, 1 kinematic, 2 second order
    Dependence dependence = Dependence::Nonlinear;
    Number degree;  // of homogeneity in the velocities, when Linear (1) or Homogeneous
    // The coordinate whose velocity is given explicitly, v_dep = α(t, q, other velocities).
    std::optional<std::size_t> explicit_for;
    std::optional<ExprVector> reaction;  // direction of a generalized reaction, one entry per q
};

// C_i(t, q, v) q⁽ᵖ⁾ⁱ + c = 0 of order p > 2. Its reaction is μ N, with μ and its first p − 3
// derivatives part of the state; N = C where it is ideal.
struct HigherConstraint {
    Constraint constraint;
    ExprVector direction;  // N, one entry per q
    ExprVector latent;     // μ, μ', …: p − 2 of them
};

class InputTable;  // input_table.hpp

// A known function of time s(t). What the formulas of the system have in the place of s, s', … is its
// value, or, where they are to be written, its name (expr/input.hpp).
struct Input {
    std::string name;
    Expr value;  // a formula of t and parameters; 0 where the input is open
    bool is_open = false;
    int needed = -1;  // the highest derivative that the motion or its drive needs; −1: none
    // A table is a polynomial between its times, with letters for its coefficients and for the time from
    // which it counts: parameters, which have other values in each piece.
    std::shared_ptr<const InputTable> table = {};
    ExprVector letters = {};
    // What the forces of the model exert along s, where s moves what they act on; by name only.
    Expr force = {};
};

// What moves an input, by its own Lagrange equation (model/drives.hpp).
struct Drive {
    std::string input;
    Expr rate;                  // s'
    Expr momentum;              // ∂L/∂s'
    Expr whole;                 // d/dt ∂L/∂s' − ∂L/∂s − F_s: of the drive and the reactions
    std::optional<Expr> force;  // of the drive alone, with multipliers
};

// v = ψ(t, q, z).
struct GivenParametrization {
    ExprVector variables;   // z
    ExprVector velocities;  // ψ, one per coordinate
};

struct Symmetry {
    std::string name;
    ExprVector generator;  // ξ_Q(q), or a section ξ(q, v); one entry per coordinate
};

enum class Principle : std::uint8_t { Nonholonomic, Vakonomic };

struct Event {
    std::string name;
    Expr expression;    // crosses zero
    int direction = 0;  // +1 rising, −1 falling, 0 both
    bool stop = false;
};

struct PlottedCurve {
    Expr x, y;  // in t, q, v and, where there are any, z and λ
};

struct PlotWindow {
    std::optional<std::pair<double, double>> x, y;  // from, to
};

enum class PlotAxes : std::uint8_t { AsSuits, Equal, Free };

struct Plot {
    std::string title;
    std::vector<PlottedCurve> curves;
    PlotWindow window;
    PlotAxes axes = PlotAxes::AsSuits;
};

struct System {
    Description description;  // title, reference, plots, options of simulate, and all texts
    ExprVector q, v, a;
    Expr t;
    std::vector<Parameter> parameters;
    std::vector<std::pair<std::string, Expr>> definitions;  // abbreviations, already put in
    std::vector<Expr>
        functions;  // unspecified, applied to their arguments: A(q1, q2); inputs by name
    std::vector<Input> inputs;
    std::vector<Drive> drives;  // of the inputs that move something
    Expr lagrangian;
    ExprVector force;  // F, without what is in L; particles' forces are included
    std::vector<Particle> particles;
    std::vector<Frame> frames;  // the first is the ground
    std::vector<Body> bodies;
    Vector3 gravity;  // acceleration of bodies, in components of the ground
    std::vector<Constraint> constraints;
    std::vector<HigherConstraint> higher;  // all of one order
    std::vector<Contact> contacts;
    std::vector<ExprVector> reaction_vanishes_on;  // a basis of W; empty: see the constraints
    std::optional<GivenParametrization> parametrization;
    Principle principle = Principle::Nonholonomic;
    // q, v, or a latent variable → value; beside higher constraints q'', q''', … too
    std::vector<std::pair<Expr, Expr>> initial;
    std::vector<std::pair<Expr, Expr>> expect;  // q or v → closed form in t and parameters
    std::vector<Symmetry> symmetries;
    std::vector<Event> events;
    std::vector<Plot> plots;
    std::vector<Drawing> drawings;
    Vector3 up = unit_vector(2);  // against gravity, where the model has one

    std::size_t size() const { return q.size(); }
    const std::string& title() const { return description.title.text(); }
    // The derivatives of q of this order, as symbols.
    ExprVector derivatives(int order) const;
    // q → v, v → a, t → 1: along these the derivative of an expression is its time derivative.
    std::vector<Replacement> by_time() const;
    // The same with a = 0.
    std::vector<Replacement> by_time_without_accelerations() const;
};

// What formulas have in the place of inputs: what is computed needs their values, what is written or
// proved for any of them their names.
enum class InputsAs : std::uint8_t { ByValue, ByName };

// Checks all that the user wrote and throws ModelError at the first fault.
System build(const Description& description, InputsAs inputs = InputsAs::ByValue);

// Whether reactions follow another law than d'Alembert–Chetaev's.
bool is_generalized(const System& system);

}  // namespace rattleback
