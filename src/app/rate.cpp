#include "analysis/rate.hpp"

#include <fmt/format.h>

#include <memory>

#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"

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
    for (const Expr& f : system.functions) names.definitions.emplace(f.name(), f);
    for (std::size_t i = 1; i <= system.constraints.size(); ++i)
        if (system.principle == Principle::Vakonomic)
            names.symbols.push_back("lambda" + std::to_string(i));
    return names;
}

int run(const std::string& model, const std::string& formula) {
    const System system = load_model(model);
    const Rate rate =
        rate_along_motion(system, parse({.text = formula, .file = "QUANTITY"}, names_of(system)));
    fmt::print("d/dt ({}) = {}   along the motion ({})\n", formula, to_text(rate.value), rate.form);
    switch (rate.zero.verdict) {
        case Verdict::Zero: fmt::print("Proved: it is conserved.\n"); return 0;
        case Verdict::NonZero: fmt::print("It is not conserved.\n"); return 1;
        case Verdict::Unknown:
            fmt::print("Whether it is conserved is not decided: {}.\n", rate.zero.reason);
            return 1;
    }
    return 1;
}

}  // namespace

Action declare_rate(CLI::App& arguments) {
    auto model = std::make_shared<std::string>(), formula = std::make_shared<std::string>();
    arguments.add_option("MODEL", *model, "A model file, or the name of a gallery model")
        ->required();
    arguments.add_option("QUANTITY", *formula, "A formula of the model's names")->required();
    return [model, formula] { return run(*model, *formula); };
}

}  // namespace rattleback
