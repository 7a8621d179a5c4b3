#include "files/trajectory_table.hpp"

namespace rattleback {

TrajectoryTable table_of(const Trajectory& trajectory) {
    TrajectoryTable table{trajectory.columns, Rows(0)};
    const auto& names = trajectory.multiplier_names;
    const auto& velocities = trajectory.velocity_names;
    const std::size_t coordinates = velocities.size();  // as many
    table.columns.insert(table.columns.begin() + static_cast<std::ptrdiff_t>(coordinates),
                         velocities.begin(), velocities.end());
    table.columns.insert(table.columns.end(), names.begin(), names.end());
    table.rows = Rows(table.columns.size());
    table.rows.reserve(trajectory.times.size());
    for (std::size_t i = 0; i < trajectory.times.size(); ++i) {
        const auto state = trajectory.states[i];
        table.rows.append(state.first(coordinates));
        if (!velocities.empty()) table.rows.append(trajectory.velocities[i]);
        table.rows.append(state.subspan(coordinates));
        if (!names.empty()) table.rows.append(trajectory.multipliers[i]);
    }
    return table;
}

std::vector<double> flat(const Rows& rows) {
    std::vector<double> entries;
    entries.reserve(rows.size() * rows.width());
    for (std::size_t i = 0; i < rows.size(); ++i)
        entries.insert(entries.end(), rows[i].begin(), rows[i].end());
    return entries;
}

}  // namespace rattleback
