// Equations as lines of text below one another, their equals signs aligned.
//
//     equation_lines(group, aligned_width({&group}, options), options)
//
// Groups that stand together share a width; a left side that is very wide does not widen the others.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "expr/equation.hpp"
#include "writing/text_options.hpp"

namespace rattleback {

// The width of the left sides, but for those that are too wide to align by.
std::size_t aligned_width(std::initializer_list<const std::vector<Equation>*> groups,
                          const TextOptions& options);

std::string equation_lines(const std::vector<Equation>& group, std::size_t width,
                           const TextOptions& options);

}  // namespace rattleback
