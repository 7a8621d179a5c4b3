// What in the formulas of a motion stays the same along a run: functions of the parameters alone.
//
//     RunConstants constants(parameters);
//     constants.gathered(ExprVector{m*g*sin(theta)/J, a*x + b*x});   // c1·sin θ, c2·x
//     constants.values();                                            // m·g/J, a + b
//
// Every largest part that depends on parameters alone becomes a symbol, and the terms of a sum that
// differ in such parts only become one: so the arithmetic along the run is what it would be with
// numbers in the place of the parameters, though the formulas hold for all numbers. The values are
// computed once per run, exactly, and then rounded.
//
// One symbol stands for c and −c, and equal constants have one symbol. A parameter by itself, and a
// number, are left as they are.
#pragma once

#include <span>
#include <unordered_map>

#include "expr/derivative.hpp"

namespace rattleback {

class RunConstants {
public:
    explicit RunConstants(const ExprVector& parameters);

    ExprVector gathered(std::span<const Expr> expressions);

    const ExprVector& symbols() const { return symbols_; }
    const ExprVector& values() const { return values_; }  // in terms of the parameters

private:
    struct Split {  // constant·variable
        Expr constant, variable;
    };
    class Gathering;

    Expr named(const Expr& constant);
    Expr whole(const Split& split) { return named(split.constant) * split.variable; }

    std::unordered_map<Expr, bool> parameters_;
    std::unordered_map<Expr, Expr> known_;
    ExprVector symbols_, values_;
};

}  // namespace rattleback
