#include "compiled/run_tape.hpp"

#include "compiled/interpreter.hpp"

namespace rattleback {
namespace {

TapeParts parts_of(std::span<const Expr> inputs, std::span<const Expr> outputs,
                   std::size_t varying) {
    TapeBuilder builder(inputs);
    const std::vector<Value> values = builder.append(outputs);
    return builder.finish_in_parts(values, varying, values.size());
}

}  // namespace

// Constants stand directly behind the inputs: no place changes.
Tape with_numbers(const Tape& tape, std::span<const double> numbers) {
    Tape result = tape;
    result.inputs.resize(tape.inputs.size() - numbers.size());
    result.constants.insert(result.constants.begin(), numbers.begin(), numbers.end());
    return result;
}

RunTape::RunTape(std::span<const Expr> inputs, std::span<const Expr> outputs, std::size_t varying)
    : parts_(parts_of(inputs, outputs, varying)) {}

Tape RunTape::at(std::span<const double> numbers) const {
    const std::size_t given = numbers.size();
    std::vector<double> all(numbers.begin(), numbers.end()), places(parts_.once.places());
    all.resize(given + parts_.once.outputs.size());
    interpret(parts_.once, numbers.data(), all.data() + given, places.data());
    return with_numbers(parts_.along, all);
}

}  // namespace rattleback
