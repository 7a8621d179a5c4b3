// The motion of a system by plain numbers, and the comparison of Equations with it.
//
// true_motion takes nothing from src but the formulas of L, F and b: it puts numbers into
//
//     d/ds (∂L/∂vᵢ) − ∂L/∂qᵢ = Fᵢ + Rᵢ   along the curve  q + v s + a s²/2
//
// and into the constraints, differentiated along the same curve. ∂/∂vᵢ, ∂/∂qᵢ are complex steps,
// d/ds of them a difference quotient of order six: in long double the error is about 1e-16. Both
// are affine in a, so a handful of values of a gives the linear system, which is solved by
// elimination with full pivoting. No mass matrix, no A, no β of the program is used.
//
//     const System system = build({…});
//     const State state = on_constraints(system, {.t = 0, .q = {0, 1, 2}, .v = {1, 1, 1}});
//     expect_motion(maggi(system), system, state);
#pragma once

#include <complex>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "equations/equations.hpp"
#include "model/system.hpp"
#include "support/oracle_value.hpp"

namespace rattleback::testing {

using Real = long double;
using Complex = std::complex<Real>;
using Vector = std::vector<Real>;
using Matrix = std::vector<Vector>;

struct State {
    Real t = 0;
    Vector q, v;
    Vector z = {};  // only where the speeds of a form cannot be found from v
};

struct Motion {
    Vector a, reaction;
};

// A solution of matrix · x = right, 0 where it is free. Dependent equations are left out.
Vector solution(Matrix m, Vector right);

// The values of t, q, v and the parameters.
std::unordered_map<Expr, Real> values_of(const System& system, const State& state);

// Formulas along the curve through a state with a given acceleration.
class Curve {
public:
    Curve(const System& system, State state, Vector a);

    // At the parameter s of the curve, with `shift` added to the symbol `shifted`.
    Complex value(const Expr& e, Complex s, const Expr& shifted = 0, Complex shift = 0) const;
    Real rate(const Expr& e, Real s = 0) const;
    Real partial(const Expr& e, const Expr& x, Real s = 0) const;

    // d/ds at s = 0 of a function of s.
    static Real difference_quotient(const std::function<Real(Real)>& g);

    // d/dt ∂L/∂vᵢ − ∂L/∂qᵢ − Fᵢ.
    Real lagrange_equation(std::size_t i) const;
    // A constraint, differentiated until accelerations appear.
    Real constraint(const Constraint& c) const;

private:
    const System& system_;
    State state_;
    Vector a_;
};

// One Newton step after the other: q onto the positional constraints, v onto the others, by the
// shortest way.
State on_constraints(const System& system, State state);

// M a − R = f, A a = −β, and the law for R, with unknowns a, R and one multiplier per constraint.
Motion true_motion(const System& system, const State& state);

// What Equations say at a state: values of their speeds, then the linear solve, then the map back.
class Evaluated {
public:
    Evaluated(const Equations& equations, const System& system, const State& state);

    Real operator()(const Expr& e) const;
    Vector operator()(const ExprVector& entries) const;

private:
    std::unordered_map<Expr, Real> values_;
};

Motion motion_of(const Equations& equations, const System& system, const State& state);

void expect_near(const Vector& actual, const Vector& expected, const std::string& what,
                 Real tolerance = 1e-13L);

// The value of an intermediate result.
inline ExprMatrix step(const Equations& equations, std::string_view symbol) {
    for (const Step& s : equations.all_steps())
        if (s.symbol == symbol) return s.value;
    throw std::logic_error("there is no step " + std::string(symbol));
}

// That the Equations have the velocities, the accelerations and the reactions of the true motion,
// and as many equations as unknowns.
void expect_motion(const Equations& equations, const System& system, const State& state,
                   Real tolerance = 1e-13L);

}  // namespace rattleback::testing
