#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "expr/evaluate.hpp"
#include "expr/input.hpp"
#include "expr/meaning.hpp"
#include "expr/substitute.hpp"
#include "model/build_steps.hpp"
#include "model/drives.hpp"
#include "model/input_table.hpp"
#include "model/principle.hpp"
#include "model/quantities.hpp"
#include "model/vector_functions.hpp"

namespace rattleback {
namespace {

void declare_coordinates(const Description& description, Vocabulary& names, System& system) {
    if (description.coordinates.empty())
        throw ModelError(
            "the model has no coordinates; it begins with them, as in coordinates = [\"x\", \"y\"]",
            description.file);
    for (const Written& name : description.coordinates) {
        names.declare(name, NameKind::Coordinate);
        names.allow(name.text());
        system.q.push_back(symbol(name.text()));
        system.v.push_back(symbol(name.text(), 1));
        system.a.push_back(symbol(name.text(), 2));
    }
}

// One latent variable per constraint; a rolling body has up to four.
void declare_latent_variables(const Description& description, Vocabulary& names) {
    const std::size_t most = description.constraints.size() + description.frames.size() +
                             description.knife_edges.size() + 4 * description.rollings.size();
    for (std::size_t i = 1; i <= most; ++i) {
        const Written name = fmt::format("lambda{}", i);
        try {
            names.declare(name, NameKind::Latent);
        } catch (const ModelError&) {
            if (i > description.constraints.size()) return;
            const auto& constraint = description.constraints[i - 1];
            refuse(place_of(constraint.place, description, "[[constraint]]"),
                   fmt::format("the latent variable of this constraint is named 'lambda{}' in "
                               "vakonomic motion, but that is the name of something else",
                               i));
        }
        names.allow(name.text());
    }
}

void read_parameters(const Description& description, Vocabulary& names, System& system) {
    std::vector<Replacement> values;
    for (const auto& [name, formula] : description.parameters) {
        if (formula.empty())
            refuse(name, fmt::format("the parameter '{}' has no value", name.text()));
        const Expr read = names.formula(formula, {.what = "a parameter"});
        const std::string problem = fmt::format("the parameter '{}' has no value", name.text());
        const Expr value = located(formula, problem, [&] { return substitute(read, values); });
        const double number = located(formula, problem, [&] { return evaluate(value, Values{}); });
        if (!std::isfinite(number))
            refuse(formula,
                   fmt::format("the value of the parameter '{}' is not a finite real number",
                               name.text()));
        names.allow(name.text());
        system.parameters.push_back({symbol(name.text()), value});
        values.emplace_back(symbol(name.text()), value);
    }
}

void read_functions(const Description& description, Vocabulary& names, System& system) {
    for (const auto& [name, arguments] : description.functions) {
        if (arguments.empty())
            refuse(name, fmt::format("the function '{0}' has no arguments; name them, as in {0} = "
                                     "[\"{1}\"]",
                                     name.text(), description.coordinates[0].text()));
        ExprVector args;
        for (const Written& argument : arguments) {
            args.push_back(
                names.variable(argument, {.order = 1, .time = true},
                               "arguments of a function are coordinates, velocities and t"));
            if (std::ranges::find(args.begin(), args.end() - 1, args.back()) != args.end() - 1)
                refuse(argument, fmt::format("the function '{}' has the argument {} twice",
                                             name.text(), argument.text()));
        }
        system.functions.push_back(unspecified(name.text(), args));
        names.define_function(name.text(), system.functions.back());
    }
}

// Σ cᵢ (t − origin)ⁱ, with names that no formula can have.
void make_polynomial(Input& input) {
    const auto letter = [&](std::string_view what) {
        input.letters.push_back(symbol(fmt::format("{} {}", input.name, what)));
        return input.letters.back();
    };
    Expr value = 0;
    const std::size_t count = input.table->coefficients();
    for (std::size_t i = 0; i < count; ++i) letter(fmt::format("{}", i));
    const Expr passed = symbol("t") - letter("from");
    for (std::size_t i = count; i-- > 0;) value = input.letters[i] + passed * value;
    input.value = value;
}

Input read_input(const InputDescription& written, const Vocabulary& names) {
    const bool has_data = !written.table.empty() || !written.times.empty();
    if (has_data && !written.formula.empty())
        refuse(written.formula, fmt::format("the input '{}' is a formula or a table, and not both",
                                            written.name.text()));
    if (!has_data)
        for (const Written* each :
             {&written.time, &written.value, &written.interpolation, &written.beyond})
            if (!each->empty())
                refuse(*each, fmt::format("the input '{}' has no table to which this belongs",
                                          written.name.text()));
    Input input{
        .name = written.name.text(), .value = 0, .is_open = !has_data && written.formula.empty()};
    if (has_data) {
        input.table = std::make_shared<const InputTable>(written);
        make_polynomial(input);
    } else if (!input.is_open) {
        input.value = names.formula(written.formula, {.what = "an input", .time = true});
    }
    return input;
}

// Those of the piece with which a run begins.
void add_letters(const Input& input, System& system) {
    if (!input.table) return;
    const std::vector<double> values = values_of_letters(input.table->piece(0));
    for (std::size_t i = 0; i < values.size(); ++i)
        system.parameters.push_back({input.letters[i], floating(values[i])});
}

// By their values, or by their names; an input may have those before it in its formula.
void read_inputs(const Description& description, InputsAs as, Vocabulary& names, System& system) {
    for (const InputDescription& written : description.inputs) {
        Input input = read_input(written, names);
        names.define_input(input.name, input.value);
        if (as == InputsAs::ByValue) add_letters(input, system);
        system.inputs.push_back(std::move(input));
    }
    if (as == InputsAs::ByValue) return;
    for (const Input& each : system.inputs) {
        system.functions.push_back(input(each.name));
        names.define_input(each.name, system.functions.back());
    }
}

constexpr Scope of_definition{.what = "a definition", .order = 2, .time = true};

void define(const Written& name, const Expr& value, Vocabulary& names, System& system) {
    names.define(name.text(), value);
    system.definitions.emplace_back(name.text(), value);
}

// Itself, or by a definition before it.
bool has_quantities(const Written& formula, const Description& description,
                    const Vocabulary& names) {
    if (formula.text().size() > longest_formula) return false;
    Tokens tokens(formula.source);
    for (Token token = tokens.next(); token.kind != TokenKind::End; token = tokens.next()) {
        if (token.kind != TokenKind::Name) continue;
        const std::string name(tokens.text(token.without_primes()));
        if (names.is_late(name) || (!names.knows(name) && may_be_quantity(name, description)))
            return true;
    }
    return false;
}

// Those with vectors come after the frames, the others before, and those of the motion last.
void read_definitions(const Description& description, bool with_vectors, Vocabulary& names,
                      System& system) {
    for (const auto& [name, formula] : description.definitions) {
        const bool has_vectors =
            !description.frames.empty() && uses_vector_functions(formula.text());
        if (has_vectors != with_vectors) continue;
        if (has_quantities(formula, description, names)) {
            names.postpone(name.text());
            continue;
        }
        define(name, names.formula(formula, of_definition), names, system);
    }
}

// Why a name is that of no quantity of this motion; empty where that is not known.
std::string why_no_quantity(const std::string& name, const System& system) {
    if (!may_be_quantity(name, system.description)) return {};
    if (system.principle == Principle::Vakonomic)
        return "vakonomic motion has latent variables in the place of multipliers, lambda1, …";
    const bool is_of_contact = name[1] == '_' && name[0] != 'R';
    if (is_of_contact && !system.contacts.empty() && is_generalized(system))
        return "the reaction law of the model does not tell the forces at its contacts";
    return {};
}

template <typename Read>
auto explained(const Written& text, const System& system, const Read& read) {
    try {
        return read();
    } catch (const UnknownName& error) {
        const auto [begin, end] = error.where();
        const std::string why = why_no_quantity(text.text().substr(begin, end - begin), system);
        if (why.empty() || error.has_advice()) throw;
        throw ModelError(fmt::format("{}; {}", error.message(), why), text.source, error.where());
    }
}

}  // namespace

Expr asked_formula(const Written& text, const Vocabulary& names, const Scope& scope,
                   const System& system) {
    return explained(text, system, [&] { return names.formula(text, scope); });
}

Equation asked_equation(const Written& text, const Vocabulary& names, const Scope& scope,
                        const System& system) {
    return explained(text, system, [&] { return names.equation(text, scope); });
}

Written place_of(const Written& place, const Description& description, std::string_view header) {
    if (!place.empty()) return place;
    return SourceText{.text = std::string(header), .file = description.file};
}

void read_quantities(const Description& description, Vocabulary& names, System& system) {
    for (const Quantity& quantity : quantities_of(system)) {
        const std::string name(quantity.symbol.name());
        if (names.knows(name)) continue;
        names.declare(name, NameKind::Quantity);
        names.allow(name);
    }
    for (const auto& [name, value] : drive_quantities(system)) {
        if (names.knows(name)) continue;
        names.declare(name, NameKind::Definition);
        define(name, value, names, system);
    }
    Scope scope = of_definition;
    scope.quantities = true;
    for (const auto& [name, formula] : description.definitions)
        if (names.is_late(name.text()))
            define(name, asked_formula(formula, names, scope, system), names, system);
}

void read_names(const Description& description, InputsAs inputs, Vocabulary& names,
                System& system) {
    system.t = symbol("t");
    system.principle = principle_of(description);
    declare_coordinates(description, names, system);
    for (const auto& parameter : description.parameters)
        names.declare(parameter.name, NameKind::Parameter);
    for (const auto& function : description.functions)
        names.declare(function.name, NameKind::Function);
    for (const auto& input : description.inputs) names.declare(input.name, NameKind::Input);
    for (const auto& definition : description.definitions)
        names.declare(definition.name, NameKind::Definition);
    if (!description.frames.empty()) {
        names.declare("ground", NameKind::Frame);
        names.allow("ground");
    }
    for (const auto& frame : description.frames) {
        if (frame.name.empty())
            refuse(place_of(frame.place, description, "[[frame]]"), "the frame has no name");
        names.declare(frame.name, NameKind::Frame);
    }
    if (description.parametrization)
        for (const Written& variable : description.parametrization->variables) {
            names.declare(variable, NameKind::Auxiliary);
            names.allow(variable.text());
        }
    if (system.principle == Principle::Vakonomic) declare_latent_variables(description, names);

    read_parameters(description, names, system);
    read_functions(description, names, system);
    read_inputs(description, inputs, names, system);
    read_definitions(description, false, names, system);
    read_frames(description, names, system);
    read_definitions(description, true, names, system);
}

ExprVector read_components(const std::vector<Assignment>& components, const Vocabulary& names,
                           const System& system, const Scope& scope) {
    ExprVector result(system.size());
    std::vector<bool> given(system.size());
    for (const auto& [name, formula] : components) {
        const Expr coordinate =
            names.variable(name, {.order = 0}, "components are named by coordinates");
        const auto found = std::ranges::find(system.q, coordinate);
        const auto i = static_cast<std::size_t>(found - system.q.begin());
        if (given[i])
            refuse(name, fmt::format("the component {} is given twice", quoted(name.text())));
        given[i] = true;
        result[i] = names.formula(formula, scope);
    }
    return result;
}

ExprVector read_direction(const std::vector<Assignment>& components, const Vocabulary& names,
                          const System& system, const Scope& scope) {
    ExprVector result = read_components(components, names, system, scope);
    const bool zero = std::ranges::all_of(
        result, [](const Expr& e) { return is_zero(e, {.limits = quick_proof}).proved_zero(); });
    if (zero) refuse(components[0].name, fmt::format("every component of {} is zero", scope.what));
    return result;
}

}  // namespace rattleback
