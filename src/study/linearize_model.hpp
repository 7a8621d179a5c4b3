// Small motions of a model about its steady state, and what becomes of them as a parameter varies.
//
//     const SmallMotions small = linearize_model(read_model("models/rolling_disc.toml"));
//     small.about.verdict;                                            // sentences
//
// The state is the model's initial one, completed, with the values of `at` in the place of its own. It
// must be an equilibrium or a steady motion.
#pragma once

#include <optional>

#include "dynamics/root_locus.hpp"
#include "rattleback/attention.hpp"
#include "rattleback/requests.hpp"
#include "study/changed_model.hpp"

namespace rattleback {

struct SmallMotions {
    std::string title;
    Linearization about;
    std::optional<RootLocus> locus = {};  // of a sweep that was ended before: of the values done
};

// Throws RequestError for names that the model has not, NotSteady, and what build and linearize throw.
SmallMotions linearize_model(const Description& description, const LinearizeRequest& request = {},
                             const Attention& attention = {});

}  // namespace rattleback
