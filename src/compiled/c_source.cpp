#include "compiled/c_source.hpp"

#include <fmt/format.h>

#include <cctype>

#include "compiled/operation_text.hpp"

namespace rattleback {
namespace {

std::string declaration(const NamedTape& function) {
    return fmt::format("void {}(const double *in, double *out)", function.name);
}

std::vector<std::string> input_names(const Tape& tape) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < tape.inputs.size(); ++i)
        names.push_back(entry_text(syntax_of(Language::C), "in", i));
    return names;
}

std::string definition(const NamedTape& function) {
    const Tape& tape = function.tape;
    const TapeText code =
        tape_text(tape, syntax_of(Language::C), {.inputs = input_names(tape), .stem = "v"});
    std::string text = declaration(function) + " {\n";
    if (tape.inputs.empty()) text += "    (void)in;\n";
    if (tape.outputs.empty()) text += "    (void)out;\n";
    for (const Line& line : code.lines)
        text += fmt::format("    const double {} = {};\n", line.name, line.value);
    for (std::size_t i = 0; i < tape.outputs.size(); ++i)
        text += fmt::format("    out[{}] = {};\n", i, code.outputs[i]);
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
                                     input_list(function.tape, input_names(function.tape)),
                                     declaration(function));
        result.source += "\n" + definition(function);
    }
    result.header += "#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
    return result;
}

}  // namespace rattleback
