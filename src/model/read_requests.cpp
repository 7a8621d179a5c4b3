#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/suggest.hpp"
#include "expr/evaluate.hpp"
#include "expr/graph.hpp"
#include "expr/meaning.hpp"
#include "expr/substitute.hpp"
#include "model/branch_wish.hpp"
#include "model/build_steps.hpp"
#include "model/dependence.hpp"
#include "model/expectation.hpp"
#include "model/integral_formula.hpp"
#include "model/number_range.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr Scope of_initial_value{.what = "an initial value"};
constexpr Scope of_constant{.what = "a constant of the motion",
                            .order = 2,
                            .time = true,
                            .auxiliary = true,
                            .latent = true,
                            .quantities = true};
constexpr Scope of_expected{.what = "an expected closed form", .time = true};
constexpr Scope of_generator{.what = "the generator of a symmetry", .order = 1};
constexpr Scope of_event{.what = "an event",
                         .order = 2,
                         .time = true,
                         .auxiliary = true,
                         .latent = true,
                         .quantities = true};

using Pairs = std::vector<std::pair<Expr, Expr>>;

void refuse_second(const Written& name, const Expr& variable, const Pairs& before) {
    const bool given =
        std::ranges::any_of(before, [&](const auto& p) { return p.first == variable; });
    if (given) refuse(name, fmt::format("{} is given twice", quoted(name.text())));
}

// The value has to be a number once the parameters have theirs.
void check_value(const Written& formula, const Expr& value, const System& system) {
    std::vector<Replacement> values;
    for (const Parameter& p : system.parameters) values.emplace_back(p.symbol, p.value);
    const double number = located(formula, "this initial value does not exist",
                                  [&] { return evaluate(substitute(value, values), Values{}); });
    if (!std::isfinite(number)) refuse(formula, "this initial value is not a finite real number");
}

void refuse_latent_variable(const Written& name, const Vocabulary& names, const System& system) {
    const bool missing = system.principle == Principle::Nonholonomic &&
                         name.text().starts_with("lambda") && !names.knows(name.text()) &&
                         !name.text().ends_with('\'');
    if (missing)
        refuse(name, fmt::format("unknown name {}; latent variables are of vakonomic motion, which "
                                 "is chosen by principle = \"vakonomic\" in [dynamics]",
                                 quoted(name.text())));
}

// z is a function of v: giving both would say one thing twice.
void refuse_both(const std::vector<Assignment>& given, const System& system) {
    const Written *velocity = nullptr, *auxiliary = nullptr;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const Expr& variable = system.initial[i].first;
        const auto& z = system.parametrization->variables;
        if (variable.order() == 1) velocity = &given[i].name;
        if (std::ranges::find(z, variable) != z.end()) auxiliary = &given[i].name;
        if (velocity != nullptr && auxiliary != nullptr)
            refuse(given[i].name,
                   fmt::format("the velocity {} and the auxiliary variable '{}' both have an "
                               "initial value, and one follows from the other; give velocities "
                               "or auxiliary variables",
                               velocity->text(), auxiliary->text()));
    }
}

void read_initial(const Description& description, const Vocabulary& names, System& system) {
    for (const Assignment& given : description.initial) {
        const auto& [name, formula] = given;
        if (constraint_of_branch(name.text())) {
            read_branch(given, names, system);
            continue;
        }
        refuse_latent_variable(name, names, system);
        const int order = system.higher.empty() ? 1 : system.higher[0].constraint.order - 1;
        const Expr variable = names.variable(
            name, {.order = order, .auxiliary = true, .latent = true},
            order == 1
                ? "initial values are given for coordinates, velocities and auxiliary variables"
                : "initial values are given for coordinates and their derivatives of lower order "
                  "than the constraints");
        refuse_second(name, variable, system.initial);
        const Expr value = names.formula(formula, of_initial_value);
        check_value(formula, value, system);
        system.initial.emplace_back(variable, value);
    }
    if (system.parametrization) refuse_both(description.initial, system);
}

void read_expected(const Description& description, const Vocabulary& names, System& system) {
    for (const auto& [name, formula] : description.expect) {
        if (formula.text() == constant_word && !names.knows(constant_word)) {
            system.expect.emplace_back(formula_with_integrals(name, names, of_constant),
                                       constant_of_motion());
            continue;
        }
        const Expr variable =
            names.variable(name, {.order = 2, .latent = true, .quantities = true},
                           "closed forms are expected of coordinates, velocities, accelerations "
                           "and reactions; of other quantities, that they are \"constant\"");
        refuse_second(name, variable, system.expect);
        system.expect.emplace_back(variable, formula_with_integrals(formula, names, of_expected));
    }
}

void read_symmetries(const Description& description, const Vocabulary& names, System& system) {
    for (const auto& written : description.symmetries) {
        if (written.generator.empty())
            refuse(place_of(written.place, description, "[[symmetry]]"),
                   "the symmetry has no generator; give one, as in generator = { x = \"1\" }");
        const std::string name = written.name.empty()
                                     ? fmt::format("symmetry {}", system.symmetries.size() + 1)
                                     : written.name.text();
        system.symmetries.push_back(
            {name, read_direction(written.generator, names, system, of_generator)});
    }
}

// An event happens at an instant: where two sides become equal, not while one is larger.
void refuse_condition(const Written& when) {
    const std::string text = when.text();
    const auto sign = text.find_first_of("<>");
    const bool is_condition = sign != std::string::npos;
    if (!is_condition && text.find('=') != std::string::npos) return;
    std::string equation = text + " = 0";
    if (is_condition) {
        const auto after = text.find_first_not_of("<>=", sign);
        equation =
            text.substr(0, sign) + "=" + (after == std::string::npos ? "" : text.substr(after));
    }
    refuse(when, fmt::format("an event is an equation, and happens when it comes to hold: \"{}\"{}",
                             equation,
                             !is_condition       ? ""
                             : text[sign] == '>' ? " with direction = \"rising\""
                                                 : " with direction = \"falling\""));
}

int direction_of(const Written& written) {
    const std::array<std::string, 3> known{"rising", "falling", "both"};
    if (written.empty() || written.text() == known[2]) return 0;
    if (written.text() == known[0]) return 1;
    if (written.text() == known[1]) return -1;
    const std::string near = did_you_mean(written.text(), known);
    refuse(written, fmt::format("unknown direction {}{}", quoted(written.text()),
                                near.empty() ? "; it is rising, falling or both" : near));
}

void read_events(const Description& description, const Vocabulary& names, System& system) {
    for (const auto& written : description.events) {
        if (written.when.empty())
            refuse(place_of(written.place, description, "[[event]]"),
                   "the event does not say when; give an equation, as in when = \"x = 0\"");
        refuse_condition(written.when);
        const Equation when = asked_equation(written.when, names, of_event, system);
        const Expr crossing = located(written.when, "this equation has no value",
                                      [&] { return when.left - when.right; });
        const auto changes = [&](const Expr& e) {
            return std::ranges::find(system.parameters, e, &Parameter::symbol) ==
                   system.parameters.end();
        };
        if (std::ranges::none_of(symbols_of(crossing), changes))
            refuse(written.when, "nothing in this equation changes with time, so it has no event");
        system.events.push_back(
            {.name = written.name.empty() ? written.when.text() : written.name.text(),
             .expression = crossing,
             .direction = direction_of(written.direction),
             .stop = written.stop});
    }
}

// Of a description made in C++; the reader of a file points at the number itself.
void check_options(const Description& description) {
    const SimulateDescription& simulate = description.simulate;
    const auto check = [&](const char* name, std::optional<double> number,
                           const NumberRange& range) {
        if (number && !range.has(*number))
            throw ModelError(fmt::format("'{}' is {}; it has to be {}", name, *number, range.text),
                             description.file);
    };
    check("until", simulate.until, positive_numbers);
    check("output", simulate.output, positive_numbers);
    check("rtol", simulate.rtol, relative_tolerances);
    check("atol", simulate.atol, positive_numbers);
}

}  // namespace

void read_requests(const Description& description, const Vocabulary& names, System& system) {
    read_initial(description, names, system);
    read_expected(description, names, system);
    read_symmetries(description, names, system);
    read_events(description, names, system);
    check_options(description);
}

}  // namespace rattleback
