#include "study/quantity_rate.hpp"

#include <algorithm>

#include "base/interruption.hpp"
#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/input.hpp"
#include "expr/parse.hpp"
#include "geometry/parametrization.hpp"
#include "model/quantities.hpp"
#include "rattleback/errors.hpp"
#include "structure/run_branch.hpp"

namespace rattleback {
namespace {

void explain(QuantityRate& result, const System& system) {
    const auto symbols = symbols_of(result.rate.value);
    const auto occurs = [&](const Expr& z) {
        return std::ranges::find(system.v, z) == system.v.end() &&
               std::ranges::find(symbols, z) != symbols.end();
    };
    try {
        const Parametrization manifold = parametrize(system);
        result.branch = manifold.branch;
        if (std::ranges::none_of(manifold.z, occurs)) return;
        for (std::size_t i = 0; i < manifold.inverse.size(); ++i)
            if (occurs(manifold.z[i]))
                result.meanings.push_back({manifold.z[i], simplify(manifold.inverse[i])});
        for (std::size_t i = 0; manifold.inverse.empty() && i < system.size(); ++i)
            result.meanings.push_back({system.v[i], simplify(manifold.psi[i])});
    } catch (const DerivationError&) {  // the rate is written in velocities
    }
}

}  // namespace

Names names_of(const System& system) {
    Names names{.any = false, .symbols = {"t"}};
    for (const Expr& q : system.q) names.coordinates.emplace_back(q.name());
    for (const Parameter& p : system.parameters) names.symbols.emplace_back(p.symbol.name());
    if (system.parametrization)
        for (const Expr& z : system.parametrization->variables)
            names.symbols.emplace_back(z.name());
    for (const auto& [name, meaning] : system.definitions) names.definitions.emplace(name, meaning);
    for (const Input& each : system.inputs) names.inputs.emplace(each.name, each.value);
    for (const Expr& f : system.functions) {
        if (is_input(f)) {
            names.inputs.insert_or_assign(std::string(input_name(f)), f);
            continue;
        }
        names.definitions.emplace(f.name(), f);
        names.functions.emplace(f.name(), static_cast<int>(f.args().size()));
    }
    for (std::size_t i = 1; i <= system.constraints.size(); ++i)
        if (system.principle == Principle::Vakonomic)
            names.symbols.push_back("lambda" + std::to_string(i));
    for (const Quantity& quantity : quantities_of(system))
        names.symbols.emplace_back(quantity.symbol.name());
    for (const HigherConstraint& h : system.higher)
        for (const Expr& mu : h.latent) names.symbols.emplace_back(mu.name());
    return names;
}

QuantityRate rate_of(const Description& description, const std::string& quantity,
                     const Attention& attention) {
    const StopScope scope(attention.stop);
    auto [system, notes] = understood(build(description, InputsAs::ByName));
    const Expr expression = parse({.text = quantity, .file = "QUANTITY"}, names_of(system));
    QuantityRate result{.quantity = quantity,
                        .rate = rate_along_motion(system, expression),
                        .notes = std::move(notes)};
    explain(result, system);
    return result;
}

}  // namespace rattleback
