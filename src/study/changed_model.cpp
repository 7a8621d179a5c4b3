#include "study/changed_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/control_characters.hpp"
#include "base/suggest.hpp"
#include "expr/tokens.hpp"
#include "model/branch_wish.hpp"
#include "model/expectation.hpp"
#include "model/latent_names.hpp"
#include "model/quantities.hpp"
#include "model/read_table.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// The names in a formula or an equation. What cannot be read names nothing: whoever builds the model
// says so.
struct NameInFormula {
    std::string name;
    std::size_t primes;
};

std::vector<NameInFormula> names_in(const Written& formula) {
    std::vector<NameInFormula> names;
    Tokens tokens(formula.source);
    try {
        for (Token token = tokens.next(); token.kind != TokenKind::End; token = tokens.next())
            if (token.kind == TokenKind::Name)
                names.push_back({std::string(tokens.text(token.without_primes())), token.primes});
    } catch (const ModelError&) {
        return {};
    }
    return names;
}

// The order of its constraints, where that is above two.
std::size_t most_primes(const Description& description) {
    std::size_t most = 0;
    for (const ConstraintDescription& c : description.constraints)
        for (const NameInFormula& each : names_in(c.equation)) most = std::max(most, each.primes);
    return most;
}

// What may have an initial value.
std::vector<std::string> variable_names(const Description& description) {
    std::vector<std::string> names;
    const std::size_t order = std::max<std::size_t>(most_primes(description), 2);
    for (const Written& q : description.coordinates)
        for (std::size_t primes = 0; primes < order; ++primes)
            names.push_back(q.text() + std::string(primes, '\''));
    if (description.parametrization)
        for (const Written& z : description.parametrization->variables) names.push_back(z.text());
    std::ranges::copy(latent_names(description), std::back_inserter(names));
    for (std::size_t i = 0; i < description.constraints.size(); ++i)
        names.push_back(branch_name(name_of_constraint(description, i)));
    return names;
}

auto find_name(std::vector<Assignment>& list, const std::string& name) {
    return std::ranges::find_if(list, [&](const Assignment& a) { return a.name.text() == name; });
}

bool set_parameter(Description& description, const Assignment& setting) {
    const auto found = find_name(description.parameters, setting.name.text());
    if (found == description.parameters.end()) return false;
    found->formula = setting.formula;
    return true;
}

bool set_function(Description& description, const Assignment& setting) {
    const auto found = std::ranges::find_if(
        description.functions,
        [&](const FunctionDescription& f) { return f.name.text() == setting.name.text(); });
    if (found == description.functions.end()) return false;
    description.functions.erase(found);
    description.definitions.insert(description.definitions.begin(), setting);
    return true;
}

bool set_initial_value(Description& description, const Assignment& setting) {
    const auto names = variable_names(description);
    if (std::ranges::find(names, setting.name.text()) == names.end()) return false;
    const auto found = find_name(description.initial, setting.name.text());
    if (found != description.initial.end())
        found->formula = setting.formula;
    else
        description.initial.push_back(setting);
    std::erase_if(description.expect,
                  [](const Assignment& a) { return a.formula.text() != constant_word; });
    return true;
}

[[noreturn]] void refuse(const Description& description, const std::string& name) {
    auto names = variable_names(description);
    for (const Assignment& p : description.parameters) names.push_back(p.name.text());
    for (const FunctionDescription& f : description.functions) names.push_back(f.name.text());
    // x' is no misspelt x.
    std::erase_if(names,
                  [&](const std::string& n) { return n.ends_with('\'') != name.ends_with('\''); });
    const std::string advice = did_you_mean(name, names);
    throw RequestError(
        "values", fmt::format("the model has nothing called '{}' that can be set{}", name,
                              advice.empty() ? "; parameters and initial values can" : advice));
}

bool names_one_of(const std::vector<Written>& formulas, const std::vector<std::string>& names) {
    return std::ranges::any_of(formulas, [&](const Written& formula) {
        return std::ranges::any_of(names_in(formula), [&](const NameInFormula& each) {
            return std::ranges::find(names, each.name) != names.end();
        });
    });
}

// Where a formula is wrong, its place is told in the value of this name.
Written written(const std::string& text, const std::string& name) {
    return SourceText{.text = text, .file = name};
}

// Whatever is drawn or waited for of these names.
void leave_out_requests(const std::vector<std::string>& names, Description& description) {
    std::erase_if(description.plots, [&](const PlotDescription& plot) {
        return names_one_of(plot.x, names) || names_one_of(plot.y, names);
    });
    std::erase_if(description.events,
                  [&](const EventDescription& event) { return names_one_of({event.when}, names); });
}

void leave_out_initial(const std::vector<std::string>& names, Description& description) {
    std::erase_if(description.initial, [&](const Assignment& a) {
        return std::ranges::find(names, a.name.text()) != names.end();
    });
}

// Multipliers, speeds and forces at contacts, which vakonomic motion has not, and what is made of them.
void leave_out_multipliers(Description& description) {
    if (description.plots.empty() && description.events.empty() && description.definitions.empty())
        return;
    Description model = description;
    model.plots.clear();
    model.events.clear();
    leave_out_initial(latent_names(description), model);
    const System system = build(model);
    const auto is_left_out = [](const Quantity& q) {
        return q.kind != QuantityKind::Reaction && q.kind != QuantityKind::Gauss &&
               q.kind != QuantityKind::GaussPart;
    };
    std::vector<std::string> names;
    for (const Quantity& q : quantities_of(system))
        if (is_left_out(q)) names.emplace_back(q.symbol.name());
    for (const auto& [name, meaning] : system.definitions) {
        if (std::ranges::none_of(quantities_in(system, {&meaning, 1}), is_left_out)) continue;
        names.push_back(name);
        std::erase_if(description.definitions,
                      [&](const Assignment& a) { return a.name.text() == names.back(); });
    }
    leave_out_requests(names, description);
}

}  // namespace

Description with_values(Description description, std::span<const NewValue> values) {
    for (const auto& [name, formula] : values) {
        const Assignment setting{written(name, name), written(formula, name)};
        if (!set_parameter(description, setting) && !set_function(description, setting) &&
            !set_initial_value(description, setting))
            refuse(description, name);
    }
    return description;
}

Description with_inputs(Description description, std::span<const NewValue> inputs) {
    for (const auto& [name, value] : inputs) {
        const auto found = std::ranges::find(description.inputs, name,
                                             [](const auto& each) { return each.name.text(); });
        if (found == description.inputs.end()) {
            std::vector<std::string> names;
            for (const InputDescription& each : description.inputs)
                names.push_back(each.name.text());
            throw RequestError("input", fmt::format("the model has no input '{}'{}", name,
                                                    did_you_mean_or_all(name, names, "inputs")));
        }
        InputDescription& input = *found;
        const bool is_file = names_a_table(value);
        if (!is_file)
            input = {.name = input.name, .formula = written(value, name)};
        else
            read_table_anywhere(value, input);
        std::erase_if(description.expect,
                      [](const Assignment& a) { return a.formula.text() != constant_word; });
    }
    return description;
}

Description with_principle(Description description, Principle principle) {
    const bool is_other = principle != principle_of(description);
    if (is_other) description.expect.clear();
    if (is_other && principle == Principle::Vakonomic) leave_out_multipliers(description);
    description.principle = std::string(name_of(principle));
    if (principle == Principle::Vakonomic) return description;
    const auto latent = latent_names(description);
    leave_out_initial(latent, description);
    leave_out_requests(latent, description);
    return description;
}

void require_functions(const Description& description) {
    if (description.functions.empty()) return;
    const std::string& name = description.functions.front().name.text();
    throw RequestError(
        "values",
        fmt::format("the model leaves the function '{0}' open; give it a value, as in {0}=2 "
                    "or with a formula of the coordinates",
                    name));
}

void require_no_tables(const Description& description) {
    for (const InputDescription& each : description.inputs)
        if (!each.table.empty() || !each.times.empty())
            throw RequestError(
                "input", fmt::format("the input '{0}' is a table, and this asks for formulas; give "
                                     "it one, as in {0}=0.1",
                                     each.name.text()));
}

std::string title_of(const Description& description) {
    const std::string& title = description.title.text();
    if (!title.empty()) return title;
    return on_one_line(std::filesystem::path(description.file).stem().string());
}

}  // namespace rattleback
