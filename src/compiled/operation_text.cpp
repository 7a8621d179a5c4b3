#include "compiled/operation_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/errors.hpp"
#include "expr/print_text.hpp"

namespace rattleback {
namespace {

struct Row {
    Op op;
    const char *c, *python;
};

constexpr std::array<Row, 25> table{{
    {Op::Add, "{0} + {1}", "{0} + {1}"},
    {Op::Subtract, "{0} - {1}", "{0} - {1}"},
    {Op::Multiply, "{0} * {1}", "{0} * {1}"},
    {Op::Divide, "{0} / {1}", "{0} / {1}"},
    {Op::Negate, "-{0}", "-{0}"},
    {Op::MultiplyAdd, "{0} * {1} + {2}", "{0} * {1} + {2}"},
    {Op::MultiplySubtract, "{0} * {1} - {2}", "{0} * {1} - {2}"},
    {Op::NegatedMultiplyAdd, "{2} - {0} * {1}", "{2} - {0} * {1}"},
    {Op::Power, "pow({0}, {1})", "np.power({0}, {1})"},
    {Op::Abs, "fabs({0})", "np.abs({0})"},
    {Op::Acos, "acos({0})", "np.arccos({0})"},
    {Op::Asin, "asin({0})", "np.arcsin({0})"},
    {Op::Atan, "atan({0})", "np.arctan({0})"},
    {Op::Atan2, "atan2({0}, {1})", "np.arctan2({0}, {1})"},
    {Op::Cos, "cos({0})", "np.cos({0})"},
    {Op::Cosh, "cosh({0})", "np.cosh({0})"},
    {Op::Exp, "exp({0})", "np.exp({0})"},
    {Op::Log, "log({0})", "np.log({0})"},
    {Op::Sin, "sin({0})", "np.sin({0})"},
    {Op::Sinh, "sinh({0})", "np.sinh({0})"},
    {Op::Sqrt, "sqrt({0})", "np.sqrt({0})"},
    {Op::Tan, "tan({0})", "np.tan({0})"},
    {Op::Tanh, "tanh({0})", "np.tanh({0})"},
    {Op::SinCos, "sin({0})", "np.sin({0})"},
    {Op::PairedCosine, "cos({0})", "np.cos({0})"},  // of the argument of its SinCos
}};

static_assert([] {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (static_cast<std::size_t>(table[i].op) != i) return false;
    return true;
}());

std::string instruction_text(const Tape& tape, const Instruction& step, Language language) {
    const Row& row = table[static_cast<std::size_t>(step.op)];
    const Place a = step.op == Op::PairedCosine
                        ? tape.instructions[step.a - tape.first_instruction()].a
                        : step.a;
    const char* pattern = language == Language::C ? row.c : row.python;
    return fmt::format(fmt::runtime(pattern), operand_text(tape, a, language),
                       operand_text(tape, step.b, language), operand_text(tape, step.c, language));
}

}  // namespace

std::string constant_text(double value, Language language) {
    const bool c = language == Language::C;
    if (std::isnan(value)) return c ? "NAN" : "np.nan";
    if (std::isinf(value))
        return std::string(value < 0 ? "(-" : "(") + (c ? "INFINITY)" : "np.inf)");
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text[0] == '-' ? "(" + text + ")" : text;
}

std::string operand_text(const Tape& tape, Place place, Language language) {
    if (place < tape.first_constant())
        return fmt::format("{}[{}]", language == Language::C ? "in" : "x", place);
    if (place < tape.first_instruction())
        return constant_text(tape.constants[place - tape.first_constant()], language);
    return fmt::format("v{}", place);
}

std::vector<Line> lines(const Tape& tape, Language language) {
    std::vector<Line> result;
    for (std::size_t i = 0; i < tape.instructions.size(); ++i)
        result.push_back({fmt::format("v{}", tape.first_instruction() + i),
                          instruction_text(tape, tape.instructions[i], language)});
    return result;
}

std::string input_list(const Tape& tape, Language language) {
    std::string result;
    for (Place i = 0; i < tape.inputs.size(); ++i)
        result +=
            fmt::format("    {} is {}\n", operand_text(tape, i, language), to_text(tape.inputs[i]));
    return result;
}

void check_identifier(const std::string& name) {
    const auto letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    const auto allowed = [&](char c) { return letter(c) || (c >= '0' && c <= '9'); };
    if (name.empty() || !letter(name[0]) || !std::ranges::all_of(name, allowed))
        throw NumericalError("'" + name + "' cannot be the name of a function in C or Python");
}

}  // namespace rattleback
