// The verbs of the command line, one row each.
//
// A command declares its arguments on its own CLI11 subcommand and returns what to run. Data goes
// to stdout, and only when all of it is there; messages go to stderr. Exit codes: 0 all is well,
// 1 a check failed or has no answer, 2 wrong usage, 3 the user's text is wrong, 130 interrupted.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <span>
#include <string_view>

namespace rattleback {

using Action = std::function<int()>;

struct Command {
    std::string_view name;
    std::string_view summary;
    std::string_view example;  // a line that works as it stands
    Action (*declare)(CLI::App& arguments);
    bool takes_formulas = false;  // which may begin with a minus sign
};

std::span<const Command> commands();
const Command* find_command(std::string_view name);

Action declare_check(CLI::App& arguments);
Action declare_compare(CLI::App& arguments);
Action declare_derive(CLI::App& arguments);
Action declare_differentiate(CLI::App& arguments);
Action declare_equilibria(CLI::App& arguments);
Action declare_export(CLI::App& arguments);
Action declare_linearize(CLI::App& arguments);
Action declare_manual(CLI::App& arguments);
Action declare_models(CLI::App& arguments);
Action declare_plot(CLI::App& arguments);
Action declare_prove(CLI::App& arguments);
Action declare_rate(CLI::App& arguments);
Action declare_report(CLI::App& arguments);
Action declare_simplify(CLI::App& arguments);
Action declare_simulate(CLI::App& arguments);

// What is shown when rattleback is called with nothing.
int tour();

}  // namespace rattleback
