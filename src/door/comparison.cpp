#include "rattleback/comparison.hpp"

#include "door/door.hpp"
#include "rattleback/errors.hpp"
#include "study/complaints.hpp"
#include "writing/run_comparison_text.hpp"

namespace rattleback {

struct ComparedMotions::Held {
    std::string title;
    RunComparison found;
};

bool ComparedMotions::agree() const { return held_->found.agree(); }
bool ComparedMotions::differ() const { return held_->found.differ(); }
double ComparedMotions::error() const { return held_->found.noise; }
std::vector<double> ComparedMotions::times() const { return held_->found.comparison.times; }
std::vector<double> ComparedMotions::distances() const { return held_->found.comparison.distances; }
std::vector<std::string> ComparedMotions::complaints() const {
    return to_texts(complaints_of(held_->found));
}
std::string ComparedMotions::text() const {
    return run_comparison_text(held_->title, held_->found);
}
std::string ComparedMotions::json() const { return run_comparison_json(held_->found); }

ComparedMotions compare(const Model& first, const Model& second, const CompareRequest& request,
                        const Attention& attention) {
    ComparisonRequest sides{.sides = {SideRequest{.description = first.description(),
                                                  .run = request.runs[0],
                                                  .name = "the first"},
                                      SideRequest{.description = second.description(),
                                                  .run = request.runs[1],
                                                  .name = "the second"}},
                            .until = request.until,
                            .intervals = request.intervals};
    auto found = compare_runs(sides, attention);
    if (!found) throw Interrupted();
    return Door::made<ComparedMotions>(first.title(), std::move(*found));
}

}  // namespace rattleback
