#include "compiled/python_source.hpp"

#include <fmt/format.h>

#include "compiled/operation_text.hpp"

namespace rattleback {
namespace {

std::string definition(const NamedTape& function) {
    const Tape& tape = function.tape;
    std::string text = fmt::format(
        "def {}(x):\n    \"\"\"{} numbers in, {} out\n\n{}    \"\"\"\n"
        "    x = np.asarray(x, dtype=float)\n    out = np.empty(({},) + x.shape[1:])\n",
        function.name, tape.inputs.size(), tape.outputs.size(), input_list(tape, Language::Python),
        tape.outputs.size());
    for (const Line& line : lines(tape, Language::Python))
        text += fmt::format("    {} = {}\n", line.name, line.value);
    for (std::size_t i = 0; i < tape.outputs.size(); ++i)
        text += fmt::format("    out[{}] = {}\n", i,
                            operand_text(tape, tape.outputs[i], Language::Python));
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
