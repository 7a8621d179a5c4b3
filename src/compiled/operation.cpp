#include "compiled/operation.hpp"

#include <cmath>
#include <limits>

namespace rattleback {

int operands(Op op) {
    switch (op) {
        case Op::MultiplyAdd:
        case Op::MultiplySubtract:
        case Op::NegatedMultiplyAdd: return 3;
        case Op::Add:
        case Op::Subtract:
        case Op::Multiply:
        case Op::Divide:
        case Op::Power:
        case Op::Atan2: return 2;
        case Op::Negate:
        case Op::Abs:
        case Op::Acos:
        case Op::Asin:
        case Op::Atan:
        case Op::Cos:
        case Op::Cosh:
        case Op::Erf:
        case Op::Exp:
        case Op::Log:
        case Op::Sign:
        case Op::Sin:
        case Op::Sinh:
        case Op::Sqrt:
        case Op::Tan:
        case Op::Tanh:
        case Op::SinCos:
        case Op::PairedCosine: return 1;
    }
    return 0;
}

double result_of(Op op, const std::array<double, 3>& args) {
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

Op operation(FunctionId id) {
    switch (id) {
        case FunctionId::Abs: return Op::Abs;
        case FunctionId::Acos: return Op::Acos;
        case FunctionId::Asin: return Op::Asin;
        case FunctionId::Atan: return Op::Atan;
        case FunctionId::Atan2: return Op::Atan2;
        case FunctionId::Cos: return Op::Cos;
        case FunctionId::Cosh: return Op::Cosh;
        case FunctionId::Erf: return Op::Erf;
        case FunctionId::Exp: return Op::Exp;
        case FunctionId::Log: return Op::Log;
        case FunctionId::Sign: return Op::Sign;
        case FunctionId::Sin: return Op::Sin;
        case FunctionId::Sinh: return Op::Sinh;
        case FunctionId::Sqrt: return Op::Sqrt;
        case FunctionId::Tan: return Op::Tan;
        case FunctionId::Tanh: return Op::Tanh;
    }
    return Op::Abs;
}

}  // namespace rattleback
