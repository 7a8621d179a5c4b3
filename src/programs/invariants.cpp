#include "programs/invariants.hpp"

#include <algorithm>

#include "compiled/shortened.hpp"
#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "model/energy.hpp"
#include "structure/energy_balance.hpp"
#include "structure/momentum.hpp"

namespace rattleback {
namespace {

// A residual of which it is not proved in this time that it vanishes is written all the same.
constexpr Limits short_proof{.terms = 20'000, .work = 300};

std::string list_of(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

// Simplified where that is quick.
Expr shorter(const Expr& e) { return Graph(e).size() > largest_to_shorten ? e : simplify(e); }

// Where reactions do no work, without forces and without t. This needs no algebra, of which bodies in
// space would need much.
bool is_plainly_conserved(const System& system, const Expr& lagrangian) {
    return system.principle == Principle::Nonholonomic && reactions_do_no_work(system) &&
           std::ranges::all_of(system.force, [](const Expr& f) { return f.is_zero(); }) &&
           !depends_on(lagrangian, system.t);
}

void add_energy(const System& system, const EquationsOfMotion& motion, Invariants& result) {
    const Expr& l = system.lagrangian;
    Expr energy = energy_of(l, system.v);
    if (!is_plainly_conserved(system, l)) {
        const EnergyBalance balance = energy_balance(system);
        energy = balance.energy;
        if (balance.conserved == Answer::No)
            result.notes.emplace_back("The energy is not conserved.");
        if (balance.conserved == Answer::Unknown)
            result.notes.emplace_back("Whether the energy is conserved is not decided.");
    }
    result.kept.push_back({"energy", shorter(motion.at_state({&energy, 1})[0])});
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
        if (vanishes(values[i], short_proof) == Answer::Yes)
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
