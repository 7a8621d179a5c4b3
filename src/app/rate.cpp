#include "structure/rate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "base/errors.hpp"
#include "exact/certify.hpp"
#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "geometry/parametrization.hpp"
#include "structure/jumps.hpp"
#include "structure/run_branch.hpp"
#include "writing/wrapped_line.hpp"

namespace rattleback {
namespace {

// What a quantity may be written in: all that the model has names for.
Names names_of(const System& system) {
    Names names{.any = false, .symbols = {"t"}};
    for (const Expr& q : system.q) names.coordinates.emplace_back(q.name());
    for (const Parameter& p : system.parameters) names.symbols.emplace_back(p.symbol.name());
    if (system.parametrization)
        for (const Expr& z : system.parametrization->variables)
            names.symbols.emplace_back(z.name());
    for (const auto& [name, meaning] : system.definitions) names.definitions.emplace(name, meaning);
    for (const Expr& f : system.functions) {
        names.definitions.emplace(f.name(), f);
        names.functions.emplace(f.name(), static_cast<int>(f.args().size()));
    }
    for (std::size_t i = 1; i <= system.constraints.size(); ++i)
        if (system.principle == Principle::Vakonomic)
            names.symbols.push_back("lambda" + std::to_string(i));
    return names;
}

// The branch that was taken, what the auxiliary variables in the rate are: z in terms of the
// velocities, or the velocities in terms of z where that has no inverse.
struct Meanings {
    std::string branch;
    std::vector<Equation> equations;
    std::vector<std::string> notes = {};  // how the model was understood
};

Meanings meanings_in(const Expr& rate, const System& system) {
    const auto symbols = symbols_of(rate);
    const auto occurs = [&](const Expr& z) {
        return std::ranges::find(system.v, z) == system.v.end() &&
               std::ranges::find(symbols, z) != symbols.end();
    };
    try {
        const Parametrization manifold = parametrize(system);
        Meanings result{.branch = manifold.branch, .equations = {}};
        if (std::ranges::none_of(manifold.z, occurs)) return result;
        for (std::size_t i = 0; i < manifold.inverse.size(); ++i)
            if (occurs(manifold.z[i]))
                result.equations.push_back({manifold.z[i], simplify(manifold.inverse[i])});
        for (std::size_t i = 0; manifold.inverse.empty() && i < system.size(); ++i)
            result.equations.push_back({system.v[i], simplify(manifold.psi[i])});
        return result;
    } catch (const DerivationError&) {  // the rate is written in velocities
        return {};
    }
}

std::string verdict_text(const Rate& rate) {
    std::string text = rate.scope.is_general() ? "" : with_the_numbers(rate.scope) + ": ";
    const std::string it_is =
        rate.is_conserved() ? "it is conserved" : "it is constant" + between_jumps(rate.jumps);
    const std::string after = rate.is_conserved() ? "" : " There it may jump.";
    switch (rate.zero.verdict) {
        case Verdict::Zero: text += fmt::format("Proved: {}.{}\n", it_is, after); break;
        case Verdict::Certified:
            text += fmt::format("Certified: {}; this is false with a probability below {}.{}\n",
                                it_is, probability_text(rate.zero.log_probability), after);
            break;
        case Verdict::NonZero:
            text += rate.scope.open_for_numbers
                        ? "It is not conserved for all values of the parameters; whether it is for "
                          "those of the model is not decided.\n"
                        : "It is not conserved.\n";
            break;
        case Verdict::Unknown:
            text += fmt::format("Whether it is conserved is not decided: {}.\n", rate.zero.reason);
            break;
    }
    if (rate.in_general)
        text += fmt::format("{}: its rate is {}.\n", for_other_values(rate.scope),
                            to_text(*rate.in_general));
    return text;
}

std::string as_text(const std::string& formula, const Rate& rate, const Meanings& meanings) {
    std::string text = wrapped_line(fmt::format("d/dt ({}) = {}   along the motion ({})", formula,
                                                to_text(rate.value), rate.form),
                                    6) +
                       "\n";
    if (!meanings.branch.empty()) text += fmt::format("on {}\n", meanings.branch);
    for (std::size_t i = 0; i < meanings.equations.size(); ++i)
        text += fmt::format("{} {}\n", i == 0 ? "where" : "     ", to_text(meanings.equations[i]));
    text += verdict_text(rate);
    for (const std::string& note : meanings.notes) text += note + "\n";
    return text;
}

// The parameters whose values matter, if any.
nlohmann::ordered_json holds_for(const ValueScope& scope) {
    if (scope.is_general()) return "general values";
    return scope.fixed;
}

std::string as_json(const std::string& formula, const Rate& rate, const Meanings& meanings) {
    nlohmann::ordered_json json{
        {"quantity", formula}, {"rate", to_text(rate.value)}, {"form", rate.form}};
    json["branch"] = meanings.branch;
    json["where"] = nlohmann::json::array();
    for (const Equation& e : meanings.equations)
        json["where"].push_back({to_text(e.left), to_text(e.right)});
    const bool may_jump = rate.zero.holds() && !rate.is_conserved();
    const bool is_open = rate.zero.verdict == Verdict::NonZero && rate.scope.open_for_numbers;
    json["conserved"] = rate.zero.verdict == Verdict::Unknown || may_jump || is_open
                            ? nlohmann::ordered_json()
                            : nlohmann::ordered_json(rate.is_conserved());
    if (rate.zero.verdict == Verdict::Certified)
        json["error_probability"] = std::pow(10, rate.zero.log_probability);
    if (rate.zero.verdict == Verdict::Unknown) json["because"] = rate.zero.reason;
    if (is_open)
        json["because"] = "whether it is zero for the values of the parameters is not decided";
    if (may_jump) json["because"] = "it is constant only" + between_jumps(rate.jumps);
    json["holds_for"] = holds_for(rate.scope);
    json["notes"] = meanings.notes;
    if (rate.in_general) json["rate_in_general"] = to_text(*rate.in_general);
    return json.dump() + "\n";
}

int run(const std::string& model, const std::string& formula, bool json) {
    const auto [system, notes] = understood(load_model(model));
    const Expr quantity = parse({.text = formula, .file = "QUANTITY"}, names_of(system));
    const Rate rate = rate_along_motion(system, quantity);
    Meanings meanings = meanings_in(rate.value, system);
    meanings.notes = notes;
    fmt::print("{}", (json ? as_json : as_text)(formula, rate, meanings));
    return rate.is_conserved() ? 0 : 1;
}

}  // namespace

Action declare_rate(Arguments& arguments) {
    auto model = std::make_shared<std::string>(), formula = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    add_model_argument(arguments, *model);
    arguments.word("QUANTITY", *formula, "A formula of the model's names");
    arguments.flag("--json", *json, "Write one JSON object");
    return [model, formula, json] { return run(*model, *formula, *json); };
}

}  // namespace rattleback
