// The motion without the coordinates that do not act back on it.
//
//     ẏ = f(y) ,    c(y) = 0 ,        y = the speeds, and the coordinates that f or c depend on
//
// A coordinate on which no other rate and no constraint depends is cyclic: where a rolling wheel is,
// and in which direction it rolls, changes nothing in how it leans. Cyclic coordinates are dropped,
// one after the other, because dropping x and y makes the heading cyclic too. What remains is
// essential. A steady motion is a constant y: wheels turn and headings change, but f(y) = 0
// [E. J. Routh, Stability of Motion, 1877; Ju. I. Neimark and N. A. Fufaev, ch. III and VI].
//
// That a coordinate does not occur is decided on the expressions: it is not written, or the
// derivative by it vanishes at random exact points, with rigorous bounds. No small number decides.
//
// In forms with independent speeds c holds the positional constraints; forms in all velocities have
// their rates and the kinematic constraints beside them. f and c and their derivatives are compiled
// once, with the parameters as inputs.
#pragma once

#include "dynamics/exact_slopes.hpp"

namespace rattleback {

// Matrices are stored by rows.
struct EssentialRates {
    std::vector<double> rates;        // f
    std::vector<double> rates_by_y;   // ∂f/∂y
    std::vector<double> constraints;  // c
    std::vector<double> constraints_by_y;
    std::vector<double> mass;  // G of G u̇ = …, in forms with independent speeds
    double determined = 0;     // 0 where the accelerations are not: see SolvedFunction
    bool are_finite() const;
};

class EssentialMotion {
public:
    // `varying` is a parameter that will have other values than the model's. Throws NumericalError
    // where the equations depend on time, or leave a function unspecified.
    EssentialMotion(const System& system, const Equations& equations,
                    const std::optional<Expr>& varying = {});

    // Places in the state (q, speeds) of the equations.
    const std::vector<std::size_t>& variables() const { return variables_; }
    const std::vector<std::size_t>& cyclic() const { return cyclic_; }
    // The whole state; a speed that is a velocity stands as that.
    const ExprVector& symbols() const { return symbols_; }
    bool is_coordinate(std::size_t place) const { return place < coordinates_; }
    std::size_t size() const { return variables_.size(); }

    EssentialRates at(std::span<const double> state, std::span<const double> parameters) const;
    // Of the same motion with these values of t and the parameters: see exact_slopes.hpp.
    std::optional<ExactSlopes::Entries> exact_slopes_at(
        std::span<const double> state, const std::vector<Replacement>& values) const {
        return exact_.at(state, values, variables_);
    }
    std::optional<ExactSlopes::Enclosures> enclosed_slopes_at(
        std::span<const double> state, const std::vector<Replacement>& values) const {
        return exact_.enclosed_at(state, values, variables_);
    }

private:
    void drop_cyclic(const Equations& equations, const ExprVector& conditions, const Expr& time);

    EquationsOfMotion motion_;
    SolvedFunction rates_, jacobian_;
    std::optional<CompiledFunction> conditions_;  // c, then ∂c/∂(q, speeds) by rows
    std::optional<CompiledFunction> mass_;
    ExactSlopes exact_;
    std::size_t coordinates_, condition_count_ = 0;
    ExprVector symbols_;
    std::vector<std::size_t> variables_, cyclic_;
};

}  // namespace rattleback
