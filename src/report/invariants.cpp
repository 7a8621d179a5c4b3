#include "report/invariants.hpp"

#include "analysis/energy_balance.hpp"
#include "analysis/momentum.hpp"

namespace rattleback {
namespace {

std::string list_of(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

void add_energy(const System& system, const EquationsOfMotion& motion, Invariants& result) {
    const EnergyBalance balance = energy_balance(system);
    result.kept.push_back({"energy", motion.at_state({&balance.energy, 1})[0]});
    switch (balance.conserved) {
        case Answer::Yes: return;
        case Answer::No: result.notes.emplace_back("The energy is not conserved."); return;
        case Answer::Unknown:
            result.notes.emplace_back("Whether the energy is conserved is not decided.");
            return;
    }
}

void add_momenta(const System& system, const EquationsOfMotion& motion, Invariants& result) {
    if (system.symmetries.empty()) return;
    const Momenta found = momenta(system);
    for (std::size_t i = 0; i < found.symmetries.size(); ++i) {
        const Momentum& m = found.symmetries[i];
        if (m.conserved == Answer::Yes)
            result.kept.push_back(
                {"momentum " + system.symmetries[i].name, motion.at_state({&m.momentum, 1})[0]});
    }
}

void add_constraints(const System& system, const EquationsOfMotion& motion, Invariants& result) {
    std::vector<std::string> names, held;
    for (const Constraint& c : system.constraints) {
        if (c.order > 1) continue;
        names.push_back("constraint " + c.name);
        if (c.order == 0) names.push_back("rate of constraint " + c.name);
    }
    const ExprVector values = motion.constraint_values();
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (vanishes(values[i]) == Answer::Yes)
            held.push_back(names[i]);
        else
            result.kept.push_back({names[i], values[i]});
    }
    if (held.empty()) return;
    result.notes.push_back(std::string("By the choice of the state, ") + list_of(held) +
                           (held.size() == 1 ? " holds exactly." : " hold exactly."));
}

}  // namespace

Invariants invariants(const System& system, const EquationsOfMotion& motion) {
    Invariants result;
    add_energy(system, motion, result);
    add_momenta(system, motion, result);
    add_constraints(system, motion, result);
    return result;
}

}  // namespace rattleback
