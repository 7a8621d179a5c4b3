#include "model/fresh_names.hpp"

#include <algorithm>

namespace rattleback {
namespace {

bool uses_name(const System& system, const std::string& name) {
    const auto is_named = [&](const Expr& e) { return e.name() == name; };
    return std::ranges::any_of(system.q, is_named) ||
           std::ranges::any_of(system.parameters, is_named, &Parameter::symbol) ||
           std::ranges::any_of(system.functions, is_named) ||
           std::ranges::find(system.inputs, name, &Input::name) != system.inputs.end() ||
           std::ranges::any_of(system.higher,
                               [&](const HigherConstraint& h) {
                                   return std::ranges::any_of(h.latent, is_named);
                               }) ||
           (system.parametrization &&
            std::ranges::any_of(system.parametrization->variables, is_named));
}

}  // namespace

std::vector<std::string> fresh_names(const System& system, std::string stem, std::size_t count) {
    const auto is_taken = [&] {
        for (std::size_t i = 1; i <= count; ++i)
            if (uses_name(system, stem + std::to_string(i))) return true;
        return false;
    };
    while (is_taken()) stem += '_';
    std::vector<std::string> names;
    for (std::size_t i = 1; i <= count; ++i) names.push_back(stem + std::to_string(i));
    return names;
}

}  // namespace rattleback
