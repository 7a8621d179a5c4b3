// A value that is made at its first use, once, whichever thread comes first; all others wait for it.
//
//     MadeOnce<Table> table_;
//     const Table& table() const { return table_.value([&] { return Table(rows_); }); }
//
// Where making it throws, who comes next tries again.
#pragma once

#include <mutex>
#include <optional>

namespace rattleback {

template <typename T>
class MadeOnce {
public:
    template <typename Make>
    const T& value(const Make& make) const {
        const std::lock_guard lock(mutex_);
        if (!value_) value_.emplace(make());
        return *value_;
    }

private:
    mutable std::mutex mutex_;
    mutable std::optional<T> value_;
};

}  // namespace rattleback
