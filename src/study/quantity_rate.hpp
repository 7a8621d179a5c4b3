// How a quantity that somebody writes changes along the motion of a model.
//
//     rate_of(read_model("models/skate.toml"), "x'^2 + y'^2").rate.is_conserved();
//
// The quantity is a formula of all that the model has names for: t, coordinates with up to two primes,
// parameters, abbreviations, functions, the variables of its parametrization, lambda1, … in vakonomic
// motion, and reactions and what follows from them (model/quantities.hpp).
#pragma once

#include "expr/parse.hpp"
#include "expr/sentence.hpp"
#include "rattleback/attention.hpp"
#include "structure/rate.hpp"

namespace rattleback {

struct QuantityRate {
    std::string quantity;  // as it was written
    Rate rate;
    Sentence branch = {};  // of the constraints, that the rate is for
    // What the auxiliary variables in the rate are: z in terms of the velocities, or the velocities in
    // terms of z where that has no inverse.
    std::vector<Equation> meanings = {};
    Sentences notes = {};  // how the model was understood
};

// What a quantity may be written in: all that the model has names for.
Names names_of(const System& system);

// Throws ModelError where the formula cannot be read, DerivationError where the motion has no closed form.
QuantityRate rate_of(const Description& description, const std::string& quantity,
                     const Attention& attention = {});

}  // namespace rattleback
