#include "compiled/c_source.hpp"

#include <fmt/format.h>

#include <cctype>

#include "compiled/operation_text.hpp"

namespace rattleback {
namespace {

std::string declaration(const NamedTape& function) {
    return fmt::format("void {}(const double *in, double *out)", function.name);
}

std::string definition(const NamedTape& function) {
    const Tape& tape = function.tape;
    std::string text = declaration(function) + " {\n";
    if (tape.inputs.empty()) text += "    (void)in;\n";
    if (tape.outputs.empty()) text += "    (void)out;\n";
    for (const Line& line : lines(tape, Language::C))
        text += fmt::format("    const double {} = {};\n", line.name, line.value);
    for (std::size_t i = 0; i < tape.outputs.size(); ++i)
        text +=
            fmt::format("    out[{}] = {};\n", i, operand_text(tape, tape.outputs[i], Language::C));
    return text + "}\n";
}

std::string guard(const std::string& unit) {
    std::string result = "RATTLEBACK_";
    for (const char c : unit)
        result += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return result + "_H";
}

}  // namespace

CSource c_source(const std::string& unit, std::span<const NamedTape> functions) {
    check_identifier(unit);
    CSource result;
    result.header = fmt::format(
        "/* Written by Rattleback. */\n#ifndef {0}\n#define {0}\n\n"
        "#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n",
        guard(unit));
    result.source =
        fmt::format("/* Written by Rattleback. */\n#include \"{}.h\"\n\n#include <math.h>\n", unit);
    for (const NamedTape& function : functions) {
        check_identifier(function.name);
        result.header += fmt::format("/* {} numbers in, {} out\n{} */\n{};\n\n",
                                     function.tape.inputs.size(), function.tape.outputs.size(),
                                     input_list(function.tape, Language::C), declaration(function));
        result.source += "\n" + definition(function);
    }
    result.header += "#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
    return result;
}

}  // namespace rattleback
