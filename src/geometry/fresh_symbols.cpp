#include "geometry/fresh_symbols.hpp"

#include <algorithm>

namespace rattleback {
namespace {

bool uses_name(const System& system, const std::string& name) {
    const auto is_named = [&](const Expr& e) { return e.name() == name; };
    return std::ranges::any_of(system.q, is_named) ||
           std::ranges::any_of(system.parameters, is_named, &Parameter::symbol) ||
           std::ranges::any_of(system.functions, is_named) ||
           std::ranges::any_of(system.higher,
                               [&](const HigherConstraint& h) {
                                   return std::ranges::any_of(h.latent, is_named);
                               }) ||
           (system.parametrization &&
            std::ranges::any_of(system.parametrization->variables, is_named));
}

}  // namespace

ExprVector fresh_symbols(const System& system, std::string stem, std::size_t count) {
    const auto is_taken = [&] {
        for (std::size_t i = 1; i <= count; ++i)
            if (uses_name(system, stem + std::to_string(i))) return true;
        return false;
    };
    while (is_taken()) stem += '_';
    ExprVector symbols;
    for (std::size_t i = 1; i <= count; ++i) symbols.push_back(symbol(stem + std::to_string(i)));
    return symbols;
}

}  // namespace rattleback
