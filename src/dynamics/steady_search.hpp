// The search for steady motions in the variables of one form, from one state after the other.
//
// A solution of f(y) = 0, c(y) = 0 (equilibria.hpp) counts where the motion is determined and the
// variables of the form are good: beside their usual sizes at random states neither the determination
// of the accelerations nor a divisor of the form may vanish. On a sphere, described by x' and y', the
// speeds stand still at z = 0 while the motion does not; and a homogeneous constraint says nothing
// at rest. Where the derivatives of f are degenerate the rates are evaluated exactly (exact_rates.hpp):
// small forces are no equilibrium. Nor is a state beside a singular one, at which the steps end because
// the derivatives have no bound and not because the rates vanish.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "dynamics/linearization.hpp"
#include "dynamics/steady_family.hpp"

namespace rattleback {

struct SteadyMotion {
    std::vector<double> state;  // of the form of the linearization
    FamilySeen family = {};
    double residual = 0;    // the largest |f| or |c|
    bool at_rest = false;   // an equilibrium: all velocities vanish
    std::size_t tries = 0;  // that led here
    Linearization small;
    Sentences objections = {};  // why it could not be so: sentences
};

class SteadySearch {
public:
    // Throws NumericalError where the initial state has no value in the form.
    SteadySearch(const System& system, const InVelocities& form, std::uint64_t seed);
    ~SteadySearch();

    // What the search leads to; nothing where it leads nowhere.
    std::optional<SteadyMotion> from_initial_state() const;
    std::optional<SteadyMotion> from_random_state();
    // The same motion in the variables of this search; nothing where these have no value there.
    std::optional<SteadyMotion> in_form(const SteadyMotion& other) const;

    bool are_same(const SteadyMotion& a, const SteadyMotion& b) const;
    // Whether a walk on solutions leads from one to the other.
    bool are_connected(const SteadyMotion& a, const SteadyMotion& b) const;

private:
    class Search;
    std::unique_ptr<Search> search_;
};

}  // namespace rattleback
