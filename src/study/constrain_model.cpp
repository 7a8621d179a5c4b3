#include "study/constrain_model.hpp"

#include <algorithm>
#include <array>

#include "base/interruption.hpp"
#include "base/suggest.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "model/initial_values.hpp"
#include "rattleback/errors.hpp"
#include "structure/singular_states.hpp"
#include "study/changed_model.hpp"

namespace rattleback {
namespace {

constexpr std::array<std::string_view, 3> splits{"whole", "forces", "coordinates"};

ExprMatrix forces_of(const std::vector<ForceConstraint>& constraints) {
    ExprMatrix rows;
    for (const ForceConstraint& c : constraints) rows.push_back(c.force);
    return rows;
}

Sentence said_of_multipliers(const std::vector<ForceConstraint>& constraints) {
    const std::size_t count = constraints.size();
    if (independent_rows(forces_of(constraints)).size() < count)
        return "These forces depend on each other, so that their constraints do: the reaction of "
               "all "
               "of them is the force, and how much of it each has is open.";
    return count == 1
               ? "Its multiplier is 1 and its reaction is the force, so that the motion is the "
                 "same."
               : "Each multiplier is 1 and each reaction is its force, so that the motion is the "
                 "same.";
}

// Where the model begins, a force that vanishes leaves the constraint without a say.
bool is_empty_at_start(const System& system, const std::vector<ForceConstraint>& constraints) {
    const auto start = initial_values(system);
    ExprMatrix rows;
    for (const ExprVector& force : forces_of(constraints)) rows.push_back(substitute(force, start));
    return independent_rows(rows).size() < independent_rows(forces_of(constraints)).size();
}

void add_degenerate_states(const ConstrainedModel& found, Sentences& sentences) {
    const auto places = singular_states(found.system).constraint_rank;
    if (places && !places->everywhere && !places->alternatives.empty())
        sentences.push_back(sentence(
            "Where {} less is required, and the motion is not determined: a run stops there.",
            in_words(*places)));
    if (!places)
        sentences.emplace_back(
            "Where they vanish or depend on each other was not found: that grew beyond its "
            "limits.");
}

// How many constraints each way of splitting makes.
std::size_t count(const System& system, ForceSplit split) {
    return force_constraints(system, split).size();
}

Sentence said_of_uniqueness(const System& system, ForceSplit split) {
    const std::size_t most =
        std::max({count(system, ForceSplit::Whole), count(system, ForceSplit::Forces),
                  count(system, ForceSplit::Coordinates)});
    if (most == 1) return {};
    return split == ForceSplit::Whole ? "This is not the only way: each part of the force may have "
                                        "a constraint of its own, with the same motion (split by "
                                        "forces or coordinates)."
                                      : "This is not the only way: other parts of the same force "
                                        "have other constraints, and the same motion.";
}

}  // namespace

std::span<const std::string_view> force_splits() { return splits; }

ForceSplit force_split(const std::string& name) {
    const auto found = std::ranges::find(splits, name);
    if (found != splits.end()) return static_cast<ForceSplit>(found - splits.begin());
    const std::vector<std::string> names(splits.begin(), splits.end());
    throw RequestError("split", "there is no way '" + name + "' to split a force" +
                                    did_you_mean_or_all(name, names, "ways"));
}

ConstrainedModel constrain_model(const Description& description, ForceSplit split,
                                 const Attention& attention) {
    require_no_tables(description);
    const StopScope scope(attention.stop);
    const System system = build(description);
    ConstrainedModel result{.title = title_of(description),
                            .system = with_force_as_reaction(system, split),
                            .constraints = force_constraints(system, split),
                            .sentences = {}};
    result.sentences.push_back(said_of_multipliers(result.constraints));
    add_degenerate_states(result, result.sentences);
    if (is_empty_at_start(system, result.constraints))
        result.sentences.emplace_back(
            "It is so at the start of the model, so that its motion cannot begin with the "
            "constraints alone.");
    if (Sentence others = said_of_uniqueness(system, split); !others.empty())
        result.sentences.push_back(std::move(others));
    return result;
}

}  // namespace rattleback
