#include "compiled/operation.hpp"

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
