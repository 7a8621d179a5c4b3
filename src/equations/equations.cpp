#include "equations/equations.hpp"

namespace rattleback {

std::vector<Step> Equations::all_steps() const {
    std::vector<Step> result = steps;
    if (!more_steps) return result;
    for (Step& step : more_steps()) result.push_back(std::move(step));
    return result;
}

}  // namespace rattleback
