#include "study/derive_forms.hpp"

namespace rattleback {

std::vector<DerivedForm> derive_forms(const System& system, const std::string& name) {
    if (!name.empty()) return {{&formulation(name), derive(system, name)}};
    std::vector<DerivedForm> result;
    for (const Formulation* row : applicable(system))
        result.push_back({row, derive(system, row->name)});
    return result;
}

}  // namespace rattleback
