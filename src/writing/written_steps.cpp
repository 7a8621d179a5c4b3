#include "writing/written_steps.hpp"

#include <algorithm>

#include "exact/reading_cost.hpp"
#include "exact/simplify.hpp"
#include "expr/flattened.hpp"
#include "expr/graph.hpp"
#include "writing/abbreviations.hpp"
#include "writing/written_equations.hpp"

namespace rattleback {
namespace {

constexpr double longest_entry = 250;  // reading cost: about three lines
constexpr SimplifyOptions short_formulas{.limits = {.terms = 300, .work = 100},
                                         .largest_graph = 300};

// Nodes of all the entries of a form that are simplified; the others are shown as they were derived.
// A bicycle has hundreds, and none of them becomes short.
constexpr std::size_t most_effort = 6'000;

// Goes through the entries of all steps and keeps those that are too long, in their order.
class Entries {
public:
    std::optional<Expr> shown(const Expr& entry) {
        effort_ += graph_size({&entry, 1});
        const Expr simple = effort_ > most_effort ? entry : simplify(entry, short_formulas);
        if (reading_cost(simple) <= longest_entry) return simple;
        open_.push_back(entry);  // simplified, it would no longer share its parts with others
        return {};
    }
    const ExprVector& open() const { return open_; }

private:
    std::size_t effort_ = 0;
    ExprVector open_;
};

bool is_zero_matrix(const WrittenStep& step) {
    const auto is_zero = [](const std::optional<Expr>& e) { return e && e->is_zero(); };
    return !step.value.empty() && std::ranges::all_of(step.value, [&](const auto& row) {
        return std::ranges::all_of(row, is_zero);
    });
}

WrittenStep written(const Step& step, Entries& entries) {
    WrittenStep result{.symbols = {step.symbol}, .meaning = step.meaning, .value = {}};
    for (const ExprVector& row : step.value) {
        auto& line = result.value.emplace_back();
        for (const Expr& e : row) line.push_back(entries.shown(e));
    }
    result.vanishes = is_zero_matrix(result);
    return result;
}

// A stem that no symbol of the steps has.
std::string stem_for(const Equations& equations, const std::vector<Step>& steps) {
    ExprVector all = equations.q;
    for (const Step& step : steps) append(all, step.value);
    return unused_stem("p", all);
}

void fill(std::vector<WrittenStep>& steps, const ExprVector& open) {
    std::size_t next = 0;
    for (WrittenStep& step : steps)
        for (auto& row : step.value)
            for (std::optional<Expr>& entry : row)
                if (!entry) entry = open[next++];
}

}  // namespace

WrittenSteps written_steps(const Equations& equations) {
    WrittenSteps result;
    Entries entries;
    const std::vector<Step> steps = equations.all_steps();
    for (const Step& step : steps) {
        WrittenStep next = written(step, entries);
        WrittenStep* const last = result.steps.empty() ? nullptr : &result.steps.back();
        if (last != nullptr && last->vanishes && next.vanishes && last->meaning == next.meaning)
            last->symbols.push_back(step.symbol);
        else
            result.steps.push_back(std::move(next));
    }
    if (entries.open().empty()) return result;
    Abbreviated found = abbreviate(entries.open(), shortest_named, stem_for(equations, steps));
    result.is_complete = written_size(found) <= longest_read;
    if (!result.is_complete) return result;
    fill(result.steps, found.formulas);
    result.abbreviations = std::move(found.definitions);
    return result;
}

}  // namespace rattleback
