// Ways to write a model otherwise that leave its motion as it is.
//
// Each takes a random model and gives another one, and the way back from its states and reactions to
// those of the first. A relation that makes no sense for a model gives nothing: a single constraint
// cannot be permuted.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "random/judged_run.hpp"
#include "random/random_model.hpp"

namespace rattleback::testing {

struct RelatedModel {
    ModelText model;
    WayBack back = {};  // to the first model
    // A time of the first model is t₀ + unit · (its time); samples of the first before t₀ are not there.
    Real time_zero = 0, time_unit = 1;
    double atol_factor = 1;  // of the absolute tolerance, where lengths are small
};

struct ModelRelation {
    std::string_view name;
    std::optional<RelatedModel> (*apply)(RandomSource& random, const RandomModel& model,
                                         const Judge& judge);
};

std::span<const ModelRelation> model_relations();

// The run of the related model, taken back to the first one and judged there.
RunVerdict related_run(Judge& judge, const RelatedModel& related, RunRequest request);

}  // namespace rattleback::testing
