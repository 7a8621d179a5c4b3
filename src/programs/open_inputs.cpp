#include "programs/open_inputs.hpp"

#include <algorithm>

#include "equations/replaced.hpp"
#include "expr/evaluate.hpp"
#include "expr/input.hpp"
#include "model/drives.hpp"
#include "model/input_table.hpp"
#include "model/specialized.hpp"

namespace rattleback {
namespace {

bool is_open(const Input& input) { return input.is_open || input.table; }

// With which the example begins, and stays.
Expr first_value(const Input& input, int order) {
    if (!input.table || order > 0) return 0;
    const InputTable::Piece piece = input.table->piece(0);
    double sum = 0;
    for (std::size_t i = piece.coefficients.size(); i-- > 0;)
        sum = sum * (0 - piece.origin) + piece.coefficients[i];
    return floating(sum);
}

}  // namespace

bool has_open_inputs(const System& system) { return std::ranges::any_of(system.inputs, is_open); }

MotionOfProgram with_open_inputs(const System& by_name, const Equations& equations) {
    std::vector<Input> inputs = by_name.inputs;
    std::vector<Parameter> fields;
    for (Input& each : inputs) {
        if (!is_open(each)) continue;
        for (int order = 0; order <= each.needed; ++order)
            fields.push_back({symbol(each.name, order), first_value(each, order)});
    }
    std::vector<Replacement> replacements;
    for (const Replacement& known : values_of(inputs)) {
        const Expr& node = known.first;
        const auto of = std::ranges::find(inputs, input_name(node), &Input::name);
        replacements.emplace_back(
            node, is_open(*of) ? symbol(input_name(node), input_order(node)) : known.second);
    }
    MotionOfProgram result{with_inputs_replaced(by_name, replacements),
                           with_replaced(equations, replacements)};
    result.system.parameters.insert(result.system.parameters.end(), fields.begin(), fields.end());
    return result;
}

}  // namespace rattleback
