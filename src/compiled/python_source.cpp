#include "compiled/python_source.hpp"

#include <fmt/format.h>

#include "compiled/operation_text.hpp"

namespace rattleback {
namespace {

std::string definition(const NamedTape& function) {
    const Tape& tape = function.tape;
    const LanguageSyntax& syntax = syntax_of(Language::Python);
    TapeNames names{.stem = "v"};
    for (std::size_t i = 0; i < tape.inputs.size(); ++i)
        names.inputs.push_back(entry_text(syntax, "x", i));
    const TapeText code = tape_text(tape, syntax, names);
    std::string text = fmt::format(
        "def {}(x):\n    \"\"\"{} numbers in, {} out\n\n{}    \"\"\"\n"
        "    x = np.asarray(x, dtype=float)\n    out = np.empty(({},) + x.shape[1:])\n",
        function.name, tape.inputs.size(), tape.outputs.size(), input_list(tape, names.inputs),
        tape.outputs.size());
    for (const Line& line : code.lines) text += fmt::format("    {} = {}\n", line.name, line.value);
    for (std::size_t i = 0; i < tape.outputs.size(); ++i)
        text += fmt::format("    out[{}] = {}\n", i, code.outputs[i]);
    return text + "    return out\n";
}

}  // namespace

std::string python_source(std::span<const NamedTape> functions) {
    std::string result = "# Written by Rattleback.\nimport numpy as np\n";
    for (const NamedTape& function : functions) {
        check_identifier(function.name);
        result += "\n\n" + definition(function);
    }
    return result;
}

}  // namespace rattleback
