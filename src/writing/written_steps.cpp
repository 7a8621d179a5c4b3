#include "writing/written_steps.hpp"

#include <algorithm>

#include "exact/reading_cost.hpp"
#include "exact/simplify.hpp"
#include "expr/graph.hpp"

namespace rattleback {
namespace {

constexpr double longest_entry = 250;  // reading cost: about three lines
constexpr SimplifyOptions short_formulas{.limits = {.terms = 300, .work = 100},
                                         .largest_graph = 300};

// Nodes of all the entries of a form that are simplified; the others are shown as they were derived.
// A bicycle has hundreds, and none of them becomes short.
constexpr std::size_t most_effort = 6'000;

std::optional<Expr> shown(const Expr& entry, std::size_t& effort) {
    effort += graph_size({&entry, 1});
    const Expr simple = effort > most_effort ? entry : simplify(entry, short_formulas);
    if (reading_cost(simple) > longest_entry) return {};
    return simple;
}

bool is_zero_matrix(const WrittenStep& step) {
    const auto is_zero = [](const std::optional<Expr>& e) { return e && e->is_zero(); };
    return !step.value.empty() && std::ranges::all_of(step.value, [&](const auto& row) {
        return std::ranges::all_of(row, is_zero);
    });
}

WrittenStep written(const Step& step, std::size_t& effort) {
    WrittenStep result{.symbols = {step.symbol}, .meaning = step.meaning, .value = {}};
    for (const ExprVector& row : step.value) {
        auto& entries = result.value.emplace_back();
        for (const Expr& e : row) entries.push_back(shown(e, effort));
    }
    result.vanishes = is_zero_matrix(result);
    return result;
}

}  // namespace

bool WrittenStep::is_complete() const {
    return std::ranges::all_of(value, [](const auto& row) {
        return std::ranges::all_of(row, [](const auto& entry) { return entry.has_value(); });
    });
}

std::vector<WrittenStep> written_steps(const Equations& equations) {
    std::vector<WrittenStep> result;
    std::size_t effort = 0;
    for (const Step& step : equations.steps) {
        WrittenStep next = written(step, effort);
        WrittenStep* const last = result.empty() ? nullptr : &result.back();
        if (last != nullptr && last->vanishes && next.vanishes && last->meaning == next.meaning)
            last->symbols.push_back(step.symbol);
        else
            result.push_back(std::move(next));
    }
    return result;
}

}  // namespace rattleback
