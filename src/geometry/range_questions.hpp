// Questions whose answers depend on the values of parameters, and how they were answered.
//
// Whether 1 + a y² vanishes somewhere depends on a. What was made after the answers, as a list of what
// must be watched, serves all values that answer alike.
#pragma once

#include "geometry/range.hpp"

namespace rattleback {

class RangeQuestions {
public:
    Range ask(const Expr& e, const std::vector<Parameter>& parameters);
    // In their signs, and in which bounds they have.
    bool answer_alike(const std::vector<Parameter>& parameters) const;

private:
    std::vector<std::pair<Expr, Range>> asked_;
};

}  // namespace rattleback
