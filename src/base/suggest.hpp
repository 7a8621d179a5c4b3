// "did you mean": the known name nearest to one that is not known.
//
// Distance is the number of single-character insertions, deletions, replacements and swaps of
// neighbours. A name is offered only when it is near: one slip in a short name, two in a name of
// six characters or more; and it has something in common: x is not offered for y. Nothing is ever replaced silently; this only makes a message kinder.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rattleback {

// The nearest candidate, or an empty string when none is near.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

// "; did you mean 'phi'?", or nothing.
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

// The same, or where nothing is near all of them: "; the methods are auto, taylor, …".
std::string did_you_mean_or_all(std::string_view name, std::span<const std::string> candidates,
                                std::string_view what);

}  // namespace rattleback
