// The samples of a run as rows of numbers, one after the other, whole or piece by piece.
//
// A row is t, the columns of trajectory_table.hpp, the reactions, what drives exert and deliver, and the
// forces at contacts. A run that was too long for the memory gives them in pieces, as often as it is asked.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "trajectory/trajectory.hpp"

namespace rattleback {

struct SampleNames {
    std::vector<std::string> columns = {}, reactions = {}, drives = {};
    std::vector<std::string> contacts = {};  // empty where no sample has such forces

    bool operator==(const SampleNames&) const = default;
    std::size_t width() const {
        return 1 + columns.size() + reactions.size() + drives.size() + contacts.size();
    }

    template <typename Archive>
    friend void fields(Archive& archive, SampleNames& x) {
        archive(x.columns, x.reactions, x.drives, x.contacts);
    }
};

SampleNames sample_names(const Trajectory& trajectory);
// All of them have the width of the names.
Rows sample_rows(const Trajectory& trajectory, const SampleNames& names);

struct Samples {
    SampleNames names = {};
    std::size_t count = 0;
    std::function<void(const std::function<void(const Rows& rows)>& take)> pieces = {};
};

// In one piece. The trajectory must live as long.
Samples samples_of(const Trajectory& trajectory);

}  // namespace rattleback
