// Long work that tells how far it is, and may be left before its end.
//
// Between two pieces the work says what share of it is done and what comes next, and hears whether
// to go on. What was found until then is its result.
#pragma once

#include <functional>
#include <string>

namespace rattleback {

using KeepGoing = std::function<bool(double share, const std::string& what)>;

inline bool goes_on(const KeepGoing& keep_going, std::size_t done, std::size_t all,
                    const std::string& what) {
    return !keep_going || keep_going(static_cast<double>(done) / static_cast<double>(all), what);
}

}  // namespace rattleback
