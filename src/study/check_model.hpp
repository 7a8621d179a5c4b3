// Everything that is asked of a model: the sections of `check`.
//
//     for (const Section& section : check_model(read_model("models/skate.toml")).sections) …
//
// What is physically wrong, what the constraints are, what is conserved; the motion that the model asks
// for and what must hold along it; whether all formulations agree.
#pragma once

#include "study/findings.hpp"
#include "study/run_motion.hpp"

namespace rattleback {

struct ModelCheck {
    std::string title;
    std::vector<Section> sections;  // as far as the work came

    bool ok() const;
    const Section& section(const std::string& name) const;  // empty where there is none
};

ModelCheck check_model(const Description& description, const CheckRequest& request = {},
                       const Attention& attention = {});

}  // namespace rattleback
