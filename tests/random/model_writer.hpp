// A model before it is a file: texts in the order of docs/models.md, and the file written from them.
//
// Everything that the program is given goes through this text, as if a user had written it; and what
// happens to a model in relations.hpp happens to these texts.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/system.hpp"
#include "support/motion_oracle.hpp"

namespace rattleback::testing {

struct ParticleText {
    std::string mass;
    std::vector<std::string> position;
    std::vector<std::string> force;  // may be empty
};

struct ConstraintText {
    std::string left, right = "0";
    std::vector<std::string> reaction = {};  // one entry per coordinate; empty: ideal
};

struct ModelText {
    std::vector<std::string> coordinates;
    std::string lagrangian;  // empty where particles or bodies say the free motion
    std::vector<ParticleText> particles;
    std::vector<std::string> forces;      // one entry per coordinate; empty: none
    std::vector<std::string> potentials;  // of further forces
    std::vector<ConstraintText> constraints;
    std::vector<std::vector<std::string>> vanishes_on;  // a basis of W, one entry per coordinate
    std::string top;                                    // lines before all tables
    std::string tables;  // frames, bodies, contacts, as they stand in the file
    Vector q, v;         // at the start
    Real until = 1;
};

// Every formula with names replaced, and nothing else.
ModelText rewritten(ModelText model, const std::map<std::string, std::string>& by);

std::string model_file_text(const ModelText& model);

System built(const ModelText& model);

// 20 digits behind the leading one, as a formula may have them.
std::string decimal(Real x);

}  // namespace rattleback::testing
