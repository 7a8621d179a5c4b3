#include "writing/written_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "exact/reading_cost.hpp"
#include "exact/simplify.hpp"
#include "expr/flattened.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "writing/abbreviations.hpp"

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
    // A letter in the place of what is too long, that no formula has.
    Expr shown(const Expr& entry) {
        effort_ += graph_size({&entry, 1});
        const Expr simple = effort_ > most_effort ? entry : simplify(entry, short_formulas);
        if (reading_cost(simple) <= longest_entry) return simple;
        open_.push_back(entry);  // simplified, it would no longer share its parts with others
        return place(open_.size() - 1);
    }
    const ExprVector& open() const { return open_; }
    static Expr place(std::size_t i) { return symbol("entry " + std::to_string(i)); }

private:
    std::size_t effort_ = 0;
    ExprVector open_;
};

bool is_zero_matrix(const WrittenStep& step) {
    return !step.value.empty() && std::ranges::all_of(step.value, [&](const ExprVector& row) {
        return std::ranges::all_of(row, &Expr::is_zero);
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
std::string stem_for(const std::string& stem, const Equations& equations,
                     const std::vector<Step>& steps) {
    ExprVector all = equations.q;
    for (const Step& step : steps) append(all, step.value);
    return unused_stem(stem, all);
}

void fill(std::vector<WrittenStep>& steps, const ExprVector& open) {
    std::unordered_map<Expr, Expr> written;
    for (std::size_t i = 0; i < open.size(); ++i) written.emplace(Entries::place(i), open[i]);
    for (WrittenStep& step : steps)
        for (ExprVector& row : step.value)
            for (Expr& entry : row)
                if (const auto found = written.find(entry); found != written.end())
                    entry = found->second;
}

Sentence not_written(const ExprVector& letters, double size) {
    const Sentence all = letters.size() == 1
                             ? sentence("The letter {} stands for an entry that has", letters[0])
                             : sentence("The letters {} to {} stand for entries that have",
                                        letters[0], letters.back());
    return sentence(
        "{} {} parts even with abbreviations; as text, in the notation of formulas, {} whole.", all,
        std::llround(size), letters.size() == 1 ? "it is" : "they are");
}

}  // namespace

WrittenSteps written_steps(const Equations& equations, double longest) {
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
    Abbreviated found = abbreviate(entries.open(), shortest_named, stem_for("p", equations, steps));
    if (const double size = written_size(found); size > longest) {
        const std::string stem = stem_for("e", equations, steps);
        for (std::size_t i = 0; i < entries.open().size(); ++i)
            found.formulas[i] = symbol(stem + std::to_string(i + 1));
        result.remark = not_written(found.formulas, size);
    } else {
        result.abbreviations = std::move(found.definitions);
    }
    fill(result.steps, found.formulas);
    return result;
}

}  // namespace rattleback
