// The forces of a model as reactions of constraints of second order [D Theorem IV].
//
//     constrain_model(read_model("combat.toml"), ForceSplit::Coordinates)
//
// has the constraints, what is to be said of them (where they say nothing, since the force vanishes, and
// that they are not unique), and the model with the constraints in the place of the forces.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "equations/force_as_reaction.hpp"
#include "expr/sentence.hpp"
#include "rattleback/attention.hpp"

namespace rattleback {

struct ConstrainedModel {
    std::string title;
    System system;  // with the constraints
    std::vector<ForceConstraint> constraints;
    Sentences sentences;
};

// "whole", "forces", "coordinates", as in ForceSplit.
std::span<const std::string_view> force_splits();

// Throws RequestError where there is no way of this name.
ForceSplit force_split(const std::string& name);

// Throws DerivationError where the model has constraints already or no such force.
ConstrainedModel constrain_model(const Description& description,
                                 ForceSplit split = ForceSplit::Whole,
                                 const Attention& attention = {});

}  // namespace rattleback
