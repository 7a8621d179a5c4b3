#include "files/sample_rows.hpp"

#include <limits>

#include "trajectory/trajectory_table.hpp"

namespace rattleback {

SampleNames sample_names(const Trajectory& trajectory) {
    SampleNames names{table_of(trajectory).columns, trajectory.reaction_names,
                      trajectory.drive_names};
    if (trajectory.contacts.size() > 0) names.contacts = contact_columns(trajectory);
    return names;
}

Rows sample_rows(const Trajectory& trajectory, const SampleNames& names) {
    const Rows table = table_of(trajectory).rows;
    const std::vector<double> unknown(names.contacts.size(),
                                      std::numeric_limits<double>::quiet_NaN());
    Rows rows(names.width());
    rows.reserve(trajectory.times.size());
    for (std::size_t i = 0; i < trajectory.times.size(); ++i) {
        rows.append({&trajectory.times[i], 1});
        rows.append(table[i]);
        if (!names.reactions.empty()) rows.append(trajectory.reactions[i]);
        if (!names.drives.empty()) rows.append(trajectory.drives[i]);
        if (names.contacts.empty()) continue;
        if (i < trajectory.contacts.size())
            rows.append(trajectory.contacts[i]);
        else
            rows.append(unknown);
    }
    return rows;
}

Samples samples_of(const Trajectory& trajectory) {
    Samples samples{.names = sample_names(trajectory), .count = trajectory.times.size()};
    samples.pieces = [&trajectory, names = samples.names](const auto& take) {
        take(sample_rows(trajectory, names));
    };
    return samples;
}

}  // namespace rattleback
