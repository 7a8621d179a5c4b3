// How the eigenvalues of small motions move as a parameter varies, and where stability changes.
//
// At each value of the parameter p the state linearized about is the model's initial one, which may
// be a formula of p, completed so that the constraints hold. Eigenvalues of neighbouring values are
// joined to branches, nearest first.
//
// A critical value is one at which an eigenvalue meets the imaginary axis and the number of growing
// modes changes, or a real one passes zero. Between two values of the sweep it is located as a root:
//
//   Zero         of the lowest coefficient of det(s − A) that does not vanish throughout: a product
//                of eigenvalues that is smooth even where λ and −λ meet at 0, as of a rolling disc
//   Oscillation  of Re λ of a complex pair
//   Collision    two imaginary pairs meet and leave the axis: by bisection of the number of growing
//                modes; Re λ behaves like √(p − p₀) there and has no sign to change
//
// Where such a number changes its sign through infinity, or by a jump (sign_changes.hpp), that is said
// instead: eigenvalues of a mass p pass infinity at p = 0.
//
// What begins and ends between two neighbouring values of the sweep is seen only where those numbers
// come nearest to zero there, beside what they are at the values around.
#pragma once

#include "base/keep_going.hpp"
#include "dynamics/linearization.hpp"

namespace rattleback {

enum class AxisCrossing : std::uint8_t { Zero, Oscillation, Collision, Infinity, Jump };

// As in JSON: "zero".
std::string_view name_of(AxisCrossing crossing);

struct CriticalValue {
    double value = 0;
    AxisCrossing crossing = AxisCrossing::Zero;
    double frequency = 0;                              // |Im λ| there
    std::size_t growing_below = 0, growing_above = 0;  // modes, at the neighbouring values
    Sentence sentence = {};
};

struct RootLocus {
    std::string parameter;
    std::vector<double> values;
    std::vector<std::vector<Complex>> branches = {};  // one per eigenvalue, along the values
    std::vector<std::size_t> growing = {};            // modes, at each value
    std::vector<CriticalValue> critical = {};         // in ascending order
    bool was_left = false;  // before all values were done: critical ones were not looked for
};

// Throws NumericalError, naming the value, where the state is no steady motion; DerivationError when
// there is no such parameter. `values` ascend; of a sweep that was left the result has those done.
RootLocus root_locus(const System& system, const std::string& parameter,
                     const std::vector<double>& values, const std::string& form = {},
                     const KeepGoing& keep_going = {});

// The system with another value of one parameter; formulas of it follow.
System with_parameter(System system, const Expr& parameter, double value);

}  // namespace rattleback
