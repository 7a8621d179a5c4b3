#include "trajectory/drive_values.hpp"

#include "base/interruption.hpp"
#include "expr/sentence_error.hpp"
#include "model/drives.hpp"
#include "rattleback/errors.hpp"
#include "trajectory/values_along.hpp"
#include "trajectory/while_waited_for.hpp"

namespace rattleback {

void add_drives(const System& system, const Equations& equations, const std::stop_token& stop,
                Trajectory& trajectory) {
    const StopScope by_samples{std::stop_token()};  // the run that was ended is told all the same
    ExprVector quantities;
    std::vector<std::string> names;
    for (const auto& [name, value] : drive_quantities(system)) {
        names.push_back(name);
        quantities.push_back(value);
    }
    if (names.empty()) return;
    try {
        WhileWaitedFor waited(stop);
        trajectory.drives = values_at_samples({system, equations, trajectory}, quantities, waited);
        trajectory.drive_names = std::move(names);
        waited.tell("what drives exert and deliver", trajectory);
    } catch (const DerivationError& error) {
        trajectory.notes.push_back(
            "What the drives of inputs exert is not told: " + said_by(error) + ".");
    }
}

}  // namespace rattleback
