#include "model/build_steps.hpp"
#include "model/size_limits.hpp"

#include <fmt/format.h>

#include "expr/derivative.hpp"
#include "model/drives.hpp"
#include "model/energy.hpp"
#include "model/input_smoothness.hpp"

namespace rattleback {
namespace {

// In what is asked of the motion, `energy` is p·v − L, unless the model has that name for something.
void define_energy(Vocabulary& names, System& system) {
    const std::string name = "energy";
    if (names.knows(name)) return;
    const Expr energy = energy_of(system);
    names.declare(name, NameKind::Definition);
    names.define(name, energy);
    system.definitions.emplace_back(name, energy);
}

// By the names of inputs: of their values nothing can be differentiated.
void read_drives(const Description& description, InputsAs inputs, System& system) {
    if (system.inputs.empty()) return;
    if (inputs == InputsAs::ByName) {
        system.drives = drives_of(system);
        find_needed_orders(system);
        return;
    }
    const System by_names = build(description, InputsAs::ByName);
    system.drives = with_values(by_names.drives, system.inputs);
    for (std::size_t i = 0; i < system.inputs.size(); ++i)
        system.inputs[i].needed = by_names.inputs[i].needed;
}

System built(const Description& description, InputsAs inputs) {
    check_counts(description);
    System system;
    system.description = description;
    Vocabulary names;
    read_names(description, inputs, names, system);
    read_free_motion(description, names, system);
    read_forces(description, names, system);
    read_springs(description, names, system);
    read_constraints(description, names, system);
    read_contacts(description, names, system);
    read_parametrization(description, names, system);
    check_formulas(system);
    read_reaction_law(description, names, system);
    read_drives(description, inputs, system);
    define_energy(names, system);
    read_quantities(description, names, system);
    read_requests(description, names, system);
    read_plots(description, names, system);
    read_drawings(description, names, system);
    return system;
}

}  // namespace

// A formula that has a value may have a derivative that has none.
System build(const Description& description, InputsAs inputs) {
    try {
        return built(description, inputs);
    } catch (const NumericalError& error) {
        throw ModelError(
            fmt::format("what is made of the model's formulas has no value: {}", error.what()),
            description.file);
    }
}

}  // namespace rattleback
