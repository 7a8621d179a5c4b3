#include "study/derive_forms.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/interruption.hpp"
#include "base/remembered.hpp"
#include "base/suggest.hpp"
#include "base/work_limit.hpp"
#include "equations/form_choice.hpp"
#include "expr/sentence_error.hpp"
#include "model/branch_wish.hpp"
#include "structure/run_branch.hpp"
#include "study/changed_model.hpp"

namespace rattleback {
namespace {

DerivedForms without_forms(const Description& description) {
    auto [system, notes] = system_of_equations(build(description, InputsAs::ByName));
    return {std::move(system), std::move(notes), {}};
}

}  // namespace

std::vector<std::string_view> form_names() {
    std::vector<std::string_view> names;
    for (const Formulation& f : formulations()) names.push_back(f.name);
    return names;
}

void check_form_name(const std::string& name) {
    const auto known = form_names();
    const std::vector<std::string> names(known.begin(), known.end());
    if (std::ranges::find(names, name) != names.end()) return;
    throw RequestError(fmt::format("there is no formulation '{}'{}", name,
                                   did_you_mean_or_all(name, names, "formulations")));
}

Description in_form(const Description& description, const std::string& form) {
    if (form.empty()) return description;
    check_form_name(form);
    return with_principle(description, formulation(form).principle());
}

BranchChoice system_of_equations(const System& system) {
    if (system.functions.empty() && names_its_start(system)) {
        try {
            return run_branch(system);
        } catch (const NumericalError&) {  // of the start, or of the model: then it is thrown again
        }
    }
    return understood(system);
}

namespace {

// Of one among many; who names it waits for it.
constexpr std::uint64_t work_of_form = 5'000'000;

void add_form(const Formulation& row, DerivedForms& derived) {
    try {
        const WorkLimit limit(work_of_form);
        derived.forms.push_back({&row, derive(derived.system, row.name)});
    } catch (const TooMuchWork&) {
        derived.notes.push_back(sentence(
            "The form '{}' is left out, because it takes much work; '--form {}' derives it.",
            row.name, row.name));
    }
}

}  // namespace

DerivedForms derive_forms(const Description& description, const Attention& attention) {
    const StopScope scope(attention.stop);
    const RememberScope remember;
    DerivedForms result = without_forms(description);
    const auto rows = applicable(result.system);
    for (const Formulation* row : rows) {
        if (attention.progress)
            attention.progress(
                static_cast<double>(result.forms.size()) / static_cast<double>(rows.size()),
                std::string(row->name));
        add_form(*row, result);
    }
    if (result.forms.empty() && !rows.empty()) throw TooMuchWork();
    return result;
}

DerivedForms derive_form(const Description& description, const std::string& name,
                         const Attention& attention) {
    const StopScope scope(attention.stop);
    const RememberScope remember;
    DerivedForms result = without_forms(in_form(description, name));
    const FormChoice choice = chosen_form(result.system, name);
    const Sentence why = choice.sentence();
    if (choice.why == FormChoice::Why::Asked && !why.empty()) result.notes.push_back(why);
    result.forms.push_back({&formulation(choice.name), derive(result.system, choice.name)});
    return result;
}

Refusal refusal_of(const Description& description, const std::string& form) {
    try {
        return formulation(form).refusal(
            system_of_equations(build(in_form(description, form), InputsAs::ByName)).system);
    } catch (const NumericalError& error) {  // there is no motion
        return said_by(error);
    }
}

}  // namespace rattleback
