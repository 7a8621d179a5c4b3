#include "model/size_limits.hpp"

#include <fmt/format.h>

#include "expr/graph.hpp"
#include "model/build_steps.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

const Written& name_or_place(const Written& name) { return name; }
const Written& name_or_place(const Assignment& assignment) { return assignment.name; }
const Written& name_or_place(const FunctionDescription& function) { return function.name; }
const Written& name_or_place(const InputDescription& input) { return input.name; }
template <typename Item>
const Written& name_or_place(const Item& item) {
    return item.place;
}

template <typename Item>
void check(const std::vector<Item>& items, std::size_t most, const char* what,
           const Description& description) {
    if (items.size() <= most) return;
    refuse(place_of(name_or_place(items[most]), description, what),
           fmt::format("the model has {} {}; at most {} are supported", items.size(), what, most));
}

// Of all that is differentiated; functions that are left open are symbols here.
std::size_t parts_of(const System& system) {
    ExprVector formulas{system.lagrangian};
    formulas.insert(formulas.end(), system.force.begin(), system.force.end());
    for (const Constraint& c : system.constraints) formulas.push_back(c.expression);
    return graph_size(formulas);
}

}  // namespace

void check_counts(const Description& description) {
    check(description.coordinates, most_coordinates, "coordinates", description);
    check(description.constraints, most_constraints, "constraints", description);
    check(description.knife_edges, most_constraints, "knife edges", description);
    check(description.rollings, most_constraints, "rolling contacts", description);
    check(description.frames, most_frames, "frames", description);
    check(description.bodies, most_of_a_kind, "bodies", description);
    check(description.particles, most_of_a_kind, "particles", description);
    check(description.springs, most_of_a_kind, "springs", description);
    check(description.forces, most_of_a_kind, "forces", description);
    check(description.parameters, most_of_a_kind, "parameters", description);
    check(description.definitions, most_of_a_kind, "definitions", description);
    check(description.functions, most_of_a_kind, "functions", description);
    check(description.inputs, most_of_a_kind, "inputs", description);
    check(description.symmetries, most_of_a_kind, "symmetries", description);
    check(description.events, most_of_a_kind, "events", description);
    check(description.plots, most_of_a_kind, "plots", description);
    check(description.drawings, most_of_a_kind, "drawings", description);
}

void check_formulas(const System& system) {
    const std::size_t parts = parts_of(system);
    const auto n = static_cast<double>(system.size());
    if (parts > most_parts)
        throw ModelError(fmt::format("the formulas of the model have {} parts; at most {} are "
                                     "supported",
                                     parts, most_parts),
                         system.description.file);
    if (static_cast<double>(parts) * n * n > most_derivatives)
        throw ModelError(fmt::format("the formulas of the model have {} parts; with {} coordinates "
                                     "at most {:.0f} are supported",
                                     parts, system.size(), most_derivatives / (n * n)),
                         system.description.file);
}

}  // namespace rattleback
