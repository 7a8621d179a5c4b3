#include "geometry/range_questions.hpp"

#include <algorithm>
#include <tuple>

namespace rattleback {

Range RangeQuestions::ask(const Expr& e, const std::vector<Parameter>& parameters) {
    return asked_.emplace_back(e, range_of(e, parameters)).second;
}

bool RangeQuestions::answer_alike(const std::vector<Parameter>& parameters) const {
    const auto facts = [](const Range& r) {
        return std::tuple(r.low.has_value(), r.high.has_value(), r.nonzero, r.is_nonnegative(),
                          r.is_nonpositive());
    };
    return std::ranges::all_of(asked_, [&](const auto& question) {
        return facts(range_of(question.first, parameters)) == facts(question.second);
    });
}

}  // namespace rattleback
