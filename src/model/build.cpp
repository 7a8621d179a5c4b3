#include "model/build_steps.hpp"

namespace rattleback {

System build(const Description& description) {
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
    read_reaction_law(description, names, system);
    read_requests(description, names, system);
    read_drawings(description, names, system);
    return system;
}

}  // namespace rattleback
