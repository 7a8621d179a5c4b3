#include "model/latent_names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rattleback {

std::vector<std::string> latent_names(const Description& description) {
    // A rolling body has up to four constraints.
    const std::size_t most = description.constraints.size() + description.frames.size() +
                             description.knife_edges.size() + 4 * description.rollings.size();
    std::vector<std::string> names;
    for (std::size_t i = 1; i <= most; ++i) names.push_back(fmt::format("lambda{}", i));
    std::erase_if(names, [&](const std::string& name) {
        return std::ranges::any_of(description.coordinates,
                                   [&](const Written& q) { return q.text() == name; });
    });
    return names;
}

}  // namespace rattleback
