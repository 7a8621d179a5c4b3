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

struct SmallMotions;
struct Equilibria;

class RATTLEBACK_API LinearizedMotion {
public:
    explicit LinearizedMotion(SmallMotions found);

    std::vector<std::string> variables() const;  // independent ones
    std::vector<std::vector<double>> matrix() const;
    std::vector<std::complex<double>> eigenvalues() const;
    std::string verdict() const;  // sentences
    // Of the parameter of a sweep: where stability changes, ascending.
    std::vector<double> critical_values() const;
    std::string text() const;
    std::string json() const;

private:
    std::shared_ptr<const SmallMotions> found_;
};

RATTLEBACK_API LinearizedMotion linearize(const Model& model, const LinearizeRequest& request = {},
                                          const Attention& attention = {});

struct SteadyState {
    std::map<std::string, double> at;  // coordinates and velocities
    std::string verdict;               // of its stability, in sentences
};

class RATTLEBACK_API SteadyStates {
public:
    SteadyStates(std::string title, Equilibria found);

    std::vector<SteadyState> states() const;  // that nearest to the initial state first
    std::string text() const;
    std::string json() const;

private:
    std::string title_;
    std::shared_ptr<const Equilibria> found_;
};

// That no more were found does not show that there are none.
RATTLEBACK_API SteadyStates equilibria(const Model& model, const EquilibriaRequest& request = {},
                                       const Attention& attention = {});

}  // namespace rattleback
