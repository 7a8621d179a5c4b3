// A tape: expressions as straight-line code, the form that every backend runs or translates.
//
// Values have places. Inputs come first, then constants, then one value per instruction, in order:
//
//     place 0 … inputs−1,   inputs … inputs+constants−1,   then instruction 0, 1, 2, …
//
// An instruction reads only places before its own. Nothing is computed twice, nothing is computed in
// vain, constants are folded to doubles, and the order keeps a value near its uses. It depends on
// the expressions alone, never on addresses: two runs give the same tape.
//
// A sine and a cosine of the same argument are one SinCos, whose value is the sine, and directly
// after it the PairedCosine that reads it. A product that is used once, in a sum, is fused with it:
// MultiplyAdd and its kin round once. Divisors that occur more than once are inverted once.
//
//     const Tape tape = record(ExprVector{x, y}, ExprVector{x*sin(y), x*cos(y)});
//
// Powers with integer and half-integer exponents are products and square roots; other powers are
// those of std::pow. A value outside the domain of a function is NaN, as in C.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/derivative.hpp"
#include "expr/functions.hpp"

namespace rattleback {

enum class Op : std::uint8_t {
    Add,
    Subtract,
    Multiply,
    Divide,
    Negate,
    MultiplyAdd,         // a·b + c, rounded once
    MultiplySubtract,    // a·b − c
    NegatedMultiplyAdd,  // c − a·b
    Power,               // a^b
    Abs,
    Acos,
    Asin,
    Atan,
    Atan2,  // of y = a, x = b
    Cos,
    Cosh,
    Erf,
    Exp,
    Log,
    Sign,  // −1, 0 or 1
    Sin,
    Sinh,
    Sqrt,
    Tan,
    Tanh,
    SinCos,        // sin(a); the next instruction is its PairedCosine
    PairedCosine,  // cos of what the SinCos at place a had as its argument
};

using Place = std::uint32_t;

struct Instruction {
    Op op;
    Place a = 0, b = 0, c = 0;  // as many as operands(op); the others are 0
    friend bool operator==(const Instruction&, const Instruction&) = default;
};

int operands(Op op);  // 1, 2 or 3

struct Tape {
    ExprVector inputs;
    std::vector<double> constants;
    std::vector<Instruction> instructions;
    std::vector<Place> outputs;

    Place first_constant() const { return static_cast<Place>(inputs.size()); }
    Place first_instruction() const { return static_cast<Place>(inputs.size() + constants.size()); }
    std::size_t places() const { return first_instruction() + instructions.size(); }
    // Arithmetic operations and calls; a fused operation is one, and a SinCos with its pair is one.
    std::size_t operations() const;
};

// Whether two tapes are the same code; the names of their inputs may differ.
bool same_code(const Tape& a, const Tape& b);
std::uint64_t code_hash(const Tape& tape);

// Inputs are symbols, or applications of unspecified functions whose values will be given. Throws
// NumericalError naming a symbol or function in `outputs` that is no input, or an input given twice.
Tape record(std::span<const Expr> inputs, std::span<const Expr> outputs);

}  // namespace rattleback
