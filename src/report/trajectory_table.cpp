#include "report/trajectory_table.hpp"

namespace rattleback {

TrajectoryTable table_of(const Trajectory& trajectory) {
    TrajectoryTable table{trajectory.columns, Rows(0)};
    const auto& names = trajectory.multiplier_names;
    table.columns.insert(table.columns.end(), names.begin(), names.end());
    table.rows = Rows(table.columns.size());
    table.rows.reserve(trajectory.times.size());
    for (std::size_t i = 0; i < trajectory.times.size(); ++i) {
        table.rows.append(trajectory.states[i]);
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
