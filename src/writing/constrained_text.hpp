// Forces as constraints, as text and as one JSON object:
//
//     {"title": "…", "constraints": [{"name": "force", "force": {"x": "-c*x'"}, "equation": "…"}],
//      "sentences": ["…"]}
#pragma once

#include "study/constrain_model.hpp"

namespace rattleback {

std::string constrained_model_text(const ConstrainedModel& model);
std::string constrained_model_json(const ConstrainedModel& model);

}  // namespace rattleback
