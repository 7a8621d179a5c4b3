#include "model/build_steps.hpp"
#include "model/size_limits.hpp"

#include <fmt/format.h>

#include "expr/derivative.hpp"
#include "model/energy.hpp"

namespace rattleback {
namespace {

// In what is asked of the motion, `energy` is p·v − L, unless the model has that name for something.
void define_energy(Vocabulary& names, System& system) {
    const std::string name = "energy";
    if (names.knows(name)) return;
    const Expr energy = energy_of(system.lagrangian, system.v);
    names.declare(name, NameKind::Definition);
    names.define(name, energy);
    system.definitions.emplace_back(name, energy);
}

System built(const Description& description) {
    check_counts(description);
    System system;
    system.description = description;
    Vocabulary names;
    read_names(description, names, system);
    read_free_motion(description, names, system);
    read_forces(description, names, system);
    read_springs(description, names, system);
    read_constraints(description, names, system);
    read_contacts(description, names, system);
    read_parametrization(description, names, system);
    check_formulas(system);
    read_reaction_law(description, names, system);
    define_energy(names, system);
    read_quantities(description, names, system);
    read_requests(description, names, system);
    read_plots(description, names, system);
    read_drawings(description, names, system);
    return system;
}

}  // namespace

// A formula that has a value may have a derivative that has none.
System build(const Description& description) {
    try {
        return built(description);
    } catch (const NumericalError& error) {
        throw ModelError(
            fmt::format("what is made of the model's formulas has no value: {}", error.what()),
            description.file);
    }
}

}  // namespace rattleback
