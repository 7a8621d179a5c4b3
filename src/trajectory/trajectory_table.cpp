#include "trajectory/trajectory_table.hpp"

#include <algorithm>

namespace rattleback {

TrajectoryTable table_of(const Trajectory& trajectory) {
    const auto& state_names = trajectory.columns;
    const auto& names = trajectory.multiplier_names;
    const auto& velocities = trajectory.velocity_names;
    const std::size_t coordinates = velocities.size();  // as many
    std::vector<std::size_t> others;
    for (std::size_t j = coordinates; j < state_names.size(); ++j)
        if (std::ranges::find(velocities, state_names[j]) == velocities.end()) others.push_back(j);
    TrajectoryTable table;
    table.columns.assign(state_names.begin(),
                         state_names.begin() + static_cast<std::ptrdiff_t>(coordinates));
    table.columns.insert(table.columns.end(), velocities.begin(), velocities.end());
    for (const std::size_t j : others) table.columns.push_back(state_names[j]);
    table.columns.insert(table.columns.end(), names.begin(), names.end());
    table.rows = Rows(table.columns.size());
    table.rows.reserve(trajectory.times.size());
    for (std::size_t i = 0; i < trajectory.times.size(); ++i) {
        const auto state = trajectory.states[i];
        table.rows.append(state.first(coordinates));
        if (!velocities.empty()) table.rows.append(trajectory.velocities[i]);
        for (const std::size_t j : others) table.rows.append(state.subspan(j, 1));
        if (!names.empty()) table.rows.append(trajectory.multipliers[i]);
    }
    return table;
}

std::vector<std::string> contact_columns(const Trajectory& trajectory) {
    std::vector<std::string> columns;
    for (const std::string& name : trajectory.contact_names)
        for (const char* axis : {" x", " y", " z"}) columns.push_back(name + axis);
    return columns;
}

std::vector<double> flat(const Rows& rows) {
    std::vector<double> entries;
    entries.reserve(rows.size() * rows.width());
    for (std::size_t i = 0; i < rows.size(); ++i)
        entries.insert(entries.end(), rows[i].begin(), rows[i].end());
    return entries;
}

}  // namespace rattleback
