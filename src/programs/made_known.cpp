#include "programs/made_known.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace rattleback {
namespace {

// What makes an operation known to a language that lacks it.
std::string_view made_known(Op op, const ExportLanguage& language) {
    switch (op) {
        case Op::Erf: return language.erf;
        case Op::Add:
        case Op::Subtract:
        case Op::Multiply:
        case Op::Divide:
        case Op::Negate:
        case Op::MultiplyAdd:
        case Op::MultiplySubtract:
        case Op::NegatedMultiplyAdd:
        case Op::Power:
        case Op::Abs:
        case Op::Acos:
        case Op::Asin:
        case Op::Atan:
        case Op::Atan2:
        case Op::Cos:
        case Op::Cosh:
        case Op::Exp:
        case Op::Log:
        case Op::Sign:
        case Op::Sin:
        case Op::Sinh:
        case Op::Sqrt:
        case Op::Tan:
        case Op::Tanh:
        case Op::SinCos:
        case Op::PairedCosine: return "";
    }
    return "";
}

}  // namespace

std::string made_known(std::span<const ExportFunction> functions, const ExportLanguage& language) {
    std::set<std::string_view> lines;
    for (const ExportFunction& f : functions)
        for (const Instruction& step : f.tape.instructions)
            lines.insert(made_known(step.op, language));
    return fmt::format("{}", fmt::join(lines, ""));
}

}  // namespace rattleback
