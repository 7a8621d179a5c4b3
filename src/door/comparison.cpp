#include "rattleback/comparison.hpp"

#include "rattleback/errors.hpp"
#include "study/compare_runs.hpp"
#include "writing/run_comparison_text.hpp"

namespace rattleback {

ComparedMotions::ComparedMotions(std::string title, RunComparison found)
    : title_(std::move(title)), found_(std::make_shared<const RunComparison>(std::move(found))) {}

bool ComparedMotions::agree() const { return found_->agree(); }
bool ComparedMotions::differ() const { return found_->differ(); }
double ComparedMotions::error() const { return found_->noise; }
std::vector<double> ComparedMotions::times() const { return found_->comparison.times; }
std::vector<double> ComparedMotions::distances() const { return found_->comparison.distances; }
std::string ComparedMotions::text() const { return run_comparison_text(title_, *found_); }
std::string ComparedMotions::json() const { return run_comparison_json(*found_); }

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
    return {first.title(), std::move(*found)};
}

}  // namespace rattleback
