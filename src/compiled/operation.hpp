// The value of one instruction, by libm: what every backend must reproduce.
//
// The interpreter runs on this, but for sines and cosines, and the builder folds constants with it. Fused operations round
// once. A switch without a default, so that the compiler asks for a new operation's case.
#pragma once

#include <array>
#include <cmath>
#include <limits>

#include "compiled/tape.hpp"

namespace rattleback {

// The operation that computes a function of the formula language.
Op operation(FunctionId id);

// args holds a, b and c, those that the operation has. A SinCos gives the sine; a PairedCosine is
// given the argument of its SinCos.
inline double result_of(Op op, const std::array<double, 3>& args) {
    const auto [a, b, c] = args;
    switch (op) {
        case Op::Add: return a + b;
        case Op::Subtract: return a - b;
        case Op::Multiply: return a * b;
        case Op::Divide: return a / b;
        case Op::Negate: return -a;
        case Op::MultiplyAdd: return std::fma(a, b, c);
        case Op::MultiplySubtract: return std::fma(a, b, -c);
        case Op::NegatedMultiplyAdd: return std::fma(-a, b, c);
        case Op::Power: return std::pow(a, b);
        case Op::Abs: return std::fabs(a);
        case Op::Acos: return std::acos(a);
        case Op::Asin: return std::asin(a);
        case Op::Atan: return std::atan(a);
        case Op::Atan2: return std::atan2(a, b);
        case Op::Cosh: return std::cosh(a);
        case Op::Erf: return std::erf(a);
        case Op::Exp: return std::exp(a);
        case Op::Log: return std::log(a);
        case Op::Sign: return a > 0 ? 1 : a < 0 ? -1 : a;
        case Op::Sin:
        case Op::SinCos: return std::sin(a);
        case Op::Cos:
        case Op::PairedCosine: return std::cos(a);
        case Op::Sinh: return std::sinh(a);
        case Op::Sqrt: return std::sqrt(a);
        case Op::Tan: return std::tan(a);
        case Op::Tanh: return std::tanh(a);
    }
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace rattleback
