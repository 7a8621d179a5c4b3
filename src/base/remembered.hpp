// Results that a piece of work asks for more than once, kept while the work lasts.
//
//     const RememberScope scope;                              // where the work begins
//     …
//     thread_local Remembered<Key, Value> known;              // beside the function that is asked
//     return known.value(key, [&] { return computed(key); });
//
// A scope is over its thread and all that is called in it; of scopes within each other the outermost
// counts. With it goes all that was kept: what was computed and dropped takes no memory. Without one
// nothing is kept. Keys are compared whole, so that what is given is what would be computed.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace rattleback {

class RememberScope {
public:
    RememberScope();
    ~RememberScope();
    RememberScope(const RememberScope&) = delete;
    RememberScope& operator=(const RememberScope&) = delete;

    static bool is_open();
    // Called once, when the outermost scope of this thread ends.
    static void at_end(std::function<void()> forget);
};

template <typename Key, typename Value>
class Remembered {
public:
    template <typename Make>
    Value value(const Key& key, const Make& make) {
        const auto found = std::ranges::find(kept_, key, &std::pair<Key, Value>::first);
        if (found != kept_.end()) return found->second;
        Value made = make();
        if (!RememberScope::is_open()) return made;
        if (kept_.empty()) RememberScope::at_end([this] { kept_.clear(); });
        if (kept_.size() == most) kept_.erase(kept_.begin());
        kept_.emplace_back(key, made);
        return made;
    }

private:
    static constexpr std::size_t most = 4;
    std::vector<std::pair<Key, Value>> kept_;
};

}  // namespace rattleback
