// Equations e = 0 of a place, of which those that give a variable by the others are put into the rest.
//
//     {x' + y', x'*z' + y'}  →  x' = −y', and y'*(1 − z') = 0 is left
//
// An equation gives x where it is x times a number and something free of x. What is left may factor
// where the equations as they are do not, or never vanish: then the place is several, or none. An
// equation that the others imply in this way says nothing beside them.
#pragma once

#include "expr/derivative.hpp"

namespace rattleback {

class SolvedEquations {
public:
    // An equation that is left when the solved ones are put into it, and which one it was.
    struct Left {
        Expr equation;
        std::size_t of = 0;
    };

    // `constant`: symbols that no equation is solved for. Throws NumericalError where what is solved
    // for meets a pole.
    SolvedEquations(const ExprVector& equations, const ExprVector& constant);

    const std::vector<Left>& left() const { return left_; }
    // Whether e vanishes with them, as far as is seen at once.
    bool imply(const Expr& e) const;
    bool imply(const ExprVector& equations) const;

private:
    std::vector<Replacement> solved_;  // in the order of putting in
    std::vector<Left> left_;
};

// Without those that the others imply, of which the shorter ones are kept.
ExprVector without_implied(ExprVector equations, const ExprVector& constant);

}  // namespace rattleback
