// The last of what was made, for whoever may want the same again: a few of them, for any number of threads.
//
//     for (const auto& each : kept_.all()) if (each->serves(question)) return each;
//     kept_.add(make(question));
//
// Two threads that want the same at once may make it twice. What is no longer kept lives as long as
// somebody has it.
#pragma once

#include <deque>
#include <memory>
#include <mutex>

namespace rattleback {

template <typename T>
class LastKept {
public:
    using Kept = std::shared_ptr<const T>;

    // The youngest first.
    std::deque<Kept> all() const {
        const std::lock_guard lock(mutex_);
        return kept_;
    }

    void add(Kept made) {
        const std::lock_guard lock(mutex_);
        kept_.push_front(std::move(made));
        if (kept_.size() > most) kept_.pop_back();
    }

private:
    static constexpr std::size_t most = 64;

    mutable std::mutex mutex_;
    std::deque<Kept> kept_;
};

}  // namespace rattleback
