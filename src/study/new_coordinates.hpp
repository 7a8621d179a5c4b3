// A model in other coordinates, as a model.
//
//     in_coordinates(read_model("models/skate.toml"), {{"x", "r*cos(theta)"}, {"y", "r*sin(theta)"}})
//
// Old coordinates are given as formulas of new ones, of t, of parameters and of those that stay; what is not
// given stays. How they are read is coordinate_request.hpp, how each part of a model is changed
// geometry/coordinate_map.hpp; particles and bodies become a Lagrangian, contacts constraints.
//
// The start is the same state: exactly, with the model's letters, where q = φ(t, Q) can be solved so,
// else in numbers.
#pragma once

#include <span>

#include "expr/sentence.hpp"
#include "rattleback/attention.hpp"
#include "rattleback/description.hpp"
#include "rattleback/requests.hpp"

namespace rattleback {

struct NewCoordinates {
    Description description;
    Sentences left_out;  // what the new model does not say
};

// Throws RequestError for formulas that are no coordinates, or none at the start.
NewCoordinates in_coordinates(const Description& description, std::span<const NewValue> old,
                              const Attention& attention = {});

}  // namespace rattleback
