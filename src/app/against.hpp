// --against: what a model is compared with, another value or another model.
//
//     compare skate --set w=1 --against w=2 --against "x'=3"       the same model, with other values
//     compare skate --against sleigh                               a model with the same coordinates
//     compare skate --against sleigh --against m=2                 with other values, too
//
// The values of --set and --input hold for the model on both sides, and not for another model; those of --against
// on the other side only.
#pragma once

#include "app/arguments.hpp"
#include "app/settings.hpp"
#include "study/compare_runs.hpp"

namespace rattleback {

// Declares --against, which may be repeated.
void add_against_option(Arguments& arguments, std::vector<std::string>& against);

SideRequest model_side(const std::string& model, const Settings& settings);

// Throws UsageError where --against names more than one model.
SideRequest other_side(const std::string& model, const Settings& settings,
                       const std::vector<std::string>& against);

}  // namespace rattleback
