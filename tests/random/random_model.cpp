#include "random/random_model.hpp"

#include <cmath>
#include <stdexcept>

#include "random/random_constraints.hpp"
#include "random/random_free_motion.hpp"
#include "support/true_run.hpp"

namespace rattleback::testing {
namespace {

constexpr Real regular = 1e-2L;

FormulaText random_potential(RandomSource& random, const std::vector<std::string>& coordinates) {
    FormulaText potential;
    for (const std::string& q : coordinates) {
        if (!random.one_in(2)) continue;
        const std::string k = random.mass();
        potential = sum(potential, of_one(k + "*@^2/2", k + "*@", q));
    }
    return random.one_in(3) ? potential : sum(potential, smooth(random, coordinates));
}

}  // namespace

ModelText with_potential(ModelText model, const FormulaText& potential, PotentialWriting writing) {
    if (potential.is_zero()) return model;
    if (model.lagrangian.empty() && writing == PotentialWriting::InLagrangian)
        writing = PotentialWriting::AsPotential;
    switch (writing) {
        case PotentialWriting::InLagrangian:
            model.lagrangian += " - (" + potential.text + ")";
            break;
        case PotentialWriting::AsPotential: model.potentials.push_back(potential.text); break;
        case PotentialWriting::AsForce:
            if (model.forces.empty()) model.forces.assign(model.coordinates.size(), "0");
            for (std::size_t i = 0; i < model.coordinates.size(); ++i)
                model.forces[i] += " - (" + potential.partial(model.coordinates[i]) + ")";
            break;
    }
    return model;
}

RandomModel random_system(RandomSource& random) {
    RandomModel result;
    const std::size_t n = random.one_in(8) ? 5 : random.between(2, 4);
    for (std::size_t i = 1; i <= n; ++i)
        result.model.coordinates.push_back("q" + std::to_string(i));
    add_free_motion(random, result);
    add_forces(random, result);
    add_constraints(random, result);
    result.potential = random_potential(random, result.model.coordinates);
    return result;
}

std::optional<State> random_start(RandomSource& random, const System& system) {
    TrueMotion motion(system);
    for (int attempt = 0; attempt < 20; ++attempt) {
        State near;
        for (std::size_t i = 0; i < system.size(); ++i) {
            near.q.push_back(random.unit());
            near.v.push_back(random.unit());
        }
        const State state = on_constraints(system, near);
        bool is_moderate = true;
        for (std::size_t i = 0; i < system.size(); ++i)
            is_moderate = is_moderate && std::fabs(state.q[i]) < 3 && std::fabs(state.v[i]) < 3;
        if (!is_moderate || !(motion.violation(state) < 1e-16L)) continue;
        const RegularMotion found = motion.at(state);
        bool is_calm = true;
        for (const Real a : found.motion.a) is_calm = is_calm && std::fabs(a) < 50;
        if (is_calm && found.regularity > regular) return state;
    }
    return {};
}

RandomModel random_model(std::uint64_t seed) {
    RandomSource random(seed);
    for (int attempt = 0; attempt < 50; ++attempt) {
        RandomModel result = random_system(random);
        result.writing = static_cast<PotentialWriting>(random.below(3));
        result.without_potential = result.model;
        result.model = with_potential(result.model, result.potential, result.writing);
        const auto start = random_start(random, built(result.model));
        if (!start) continue;
        result.model.q = start->q;
        result.model.v = start->v;
        result.model.until = static_cast<Real>(random.between(1, 3));
        return result;
    }
    throw std::runtime_error("no system with a regular start was found for this seed");
}

}  // namespace rattleback::testing
