#include "model/decisions.hpp"

#include <algorithm>
#include <stdexcept>

#include "model/branch_wish.hpp"

namespace rattleback {
namespace {

thread_local Decisions* keeper = nullptr;

bool same_values(const std::vector<Parameter>& a, const std::vector<Parameter>& b) {
    return std::ranges::equal(a, b, {}, &Parameter::value, &Parameter::value);
}

}  // namespace

Decisions::Decisions(const System& system)
    : parameters_(system.parameters), initial_(system.initial) {}

Decisions* Decisions::kept() { return keeper; }

Decisions::Keeping::Keeping(Decisions* decisions) : before_(keeper) { keeper = decisions; }
Decisions::Keeping::~Keeping() { keeper = before_; }

void Decisions::keep(Question question) { entries_.push_back({.question = std::move(question)}); }

void Decisions::keep(Completion completion, const Sentences& notes) {
    entries_.push_back({.completion = std::move(completion)});
    notes_of_start_.insert(notes_of_start_.end(), notes.begin(), notes.end());
}

std::optional<CompletedSystem> Decisions::alike(const System& other) const try {
    if (rest_on_digits_ &&
        !(same_values(parameters_, other.parameters) && initial_ == other.initial))
        return {};
    const Keeping apart(nullptr);
    CompletedSystem now{other};
    for (const Entry& entry : entries_) {
        if (entry.question && !entry.question(now.system)) return {};
        if (!entry.completion) continue;
        CompletedSystem completed = entry.completion(now.system);
        now.system.initial = std::move(completed.system.initial);
        now.notes.insert(now.notes.end(), completed.notes.begin(), completed.notes.end());
    }
    return now;
} catch (const std::runtime_error&) {  // a question that has no answer
    return {};
}

std::vector<Parameter> with_values_of(std::vector<Parameter> parameters,
                                      const std::vector<Parameter>& values) {
    for (Parameter& p : parameters) {
        const auto found = std::ranges::find(values, p.symbol, &Parameter::symbol);
        if (found != values.end()) p.value = found->value;
    }
    return parameters;
}

System with_numbers_of(const System& formulas, const System& numbers) {
    System result = formulas;
    result.parameters = with_values_of(std::move(result.parameters), numbers.parameters);
    for (Assignment& written : result.description.parameters)
        for (const Assignment& p : numbers.description.parameters)
            if (p.name.text() == written.name.text()) written.formula = p.formula;
    const auto is_fulfilled = [&](const auto& entry) {
        return constraint_of_branch(std::string(entry.first.name())) &&
               std::ranges::find(formulas.initial, entry.first, &Replacement::first) ==
                   formulas.initial.end();
    };
    result.initial = numbers.initial;
    std::erase_if(result.initial, is_fulfilled);
    return result;
}

void look_at_numbers() {
    if (keeper != nullptr) keeper->rest_on_digits();
}

}  // namespace rattleback
