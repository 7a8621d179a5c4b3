#include "app/chosen_form.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/usage.hpp"
#include "base/errors.hpp"
#include "base/suggest.hpp"
#include "equations/formulations.hpp"

namespace rattleback {
namespace {

constexpr const char* preferred = "benenti";
constexpr const char* second = "lagrange_multipliers";

}  // namespace

ChosenForm default_form(const System& system) {
    if (system.principle == Principle::Vakonomic)
        return {"vakonomic", "The form is vakonomic, the principle of the model."};
    const auto why_not = formulation(preferred).refusal(system);
    if (!why_not) return {preferred, fmt::format("The form is {}, the default.", preferred)};
    const auto rows = applicable(system);
    if (rows.empty())
        throw DerivationError(fmt::format("no formulation can treat this system: {}.", *why_not));
    const auto wanted = std::ranges::find(rows, second, &Formulation::name);
    const Formulation* const row = wanted == rows.end() ? rows.front() : *wanted;
    return {std::string(row->name),
            fmt::format("The form is {}, because {} cannot treat this system: {}.", row->name,
                        preferred, *why_not)};
}

std::vector<std::string_view> form_names() {
    std::vector<std::string_view> names;
    for (const Formulation& f : formulations()) names.push_back(f.name);
    return names;
}

void add_form_option(Arguments& arguments, std::string& form) {
    arguments.option("--form", form, "The formulation; benenti where it applies",
                     {.name = "NAME", .choices = form_names()});
}

void check_form_name(const std::string& name) {
    const auto known = form_names();
    const std::vector<std::string> names(known.begin(), known.end());
    if (std::ranges::find(names, name) != names.end()) return;
    throw UsageError(fmt::format("there is no formulation '{}'{}", name,
                                 did_you_mean_or_all(name, names, "formulations")));
}

}  // namespace rattleback
