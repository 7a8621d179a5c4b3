#include "trajectory/drive_values.hpp"

#include "expr/sentence_error.hpp"
#include "model/drives.hpp"
#include "rattleback/errors.hpp"
#include "trajectory/values_along.hpp"

namespace rattleback {

void add_drives(const System& system, const Equations& equations, Trajectory& trajectory) {
    ExprVector quantities;
    std::vector<std::string> names;
    for (const auto& [name, value] : drive_quantities(system)) {
        names.push_back(name);
        quantities.push_back(value);
    }
    if (names.empty()) return;
    try {
        trajectory.drives = values_at_samples({system, equations, trajectory}, quantities);
        trajectory.drive_names = std::move(names);
    } catch (const DerivationError& error) {
        trajectory.notes.push_back(
            "What the drives of inputs exert is not told: " + said_by(error) + ".");
    }
}

}  // namespace rattleback
