// States that last: equilibria and steady motions, and the small motions about them.
//
//     for (const SteadyState& state : equilibria(wheel).states()) state.verdict;
//     const LinearizedMotion small = linearize(bicycle, {.sweep = SweepRequest{"v", {4, 5, 6, 7}}});
//     small.eigenvalues(), small.critical_values();
//
// A steady motion is one in which everything but cyclic coordinates is constant, as of a wheel that
// rolls straight ahead. linearize is about the model's initial state, which must be one; where it is
// not, a NumericalError names what changes.
#pragma once

#include <complex>

#include "rattleback/attention.hpp"
#include "rattleback/model.hpp"

namespace rattleback {

class RATTLEBACK_API LinearizedMotion {
public:
    std::vector<std::string> variables() const;  // independent ones
    std::vector<std::vector<double>> matrix() const;
    std::vector<std::complex<double>> eigenvalues() const;
    std::string verdict() const;  // sentences
    // Of the parameter of a sweep: where stability changes, ascending.
    std::vector<double> critical_values() const;
    // Its values, ascending, and the eigenvalues there, joined to branches: branches()[k][i] at swept()[i].
    std::vector<double> swept() const;
    std::vector<std::vector<std::complex<double>>> branches() const;
    std::string text() const;
    std::string json() const;

private:
    friend struct Door;
    struct Held;
    explicit LinearizedMotion(std::shared_ptr<const Held> held) : held_(std::move(held)) {}
    std::shared_ptr<const Held> held_;
};

RATTLEBACK_API LinearizedMotion linearize(const Model& model, const LinearizeRequest& request = {},
                                          const Attention& attention = {});

struct SteadyState {
    std::map<std::string, double> at;  // coordinates and velocities
    std::string verdict;               // of its stability, in sentences
};

class RATTLEBACK_API SteadyStates {
public:
    std::vector<SteadyState> states() const;  // that nearest to the initial state first
    std::string text() const;
    std::string json() const;

private:
    friend struct Door;
    struct Held;
    explicit SteadyStates(std::shared_ptr<const Held> held) : held_(std::move(held)) {}
    std::shared_ptr<const Held> held_;
};

// That no more were found does not show that there are none.
RATTLEBACK_API SteadyStates equilibria(const Model& model, const EquilibriaRequest& request = {},
                                       const Attention& attention = {});

}  // namespace rattleback
