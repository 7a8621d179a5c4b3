// The verbs of the command line, one row each.
//
// A command declares its arguments and returns what to run, which hears of signals by the LongWork that
// it is given (long_work.hpp). Data goes
// to stdout, and only when all of it is there; messages go to stderr. Exit codes: 0 all is well,
// 1 a check failed or has no answer, 2 wrong usage, 3 the user's text is wrong, 128 and the number
// of the signal that interrupted it, 130 for Ctrl-C.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "app/arguments.hpp"

namespace rattleback {

class LongWork;

using Action = std::function<int(LongWork& work)>;

struct Command {
    std::string_view name;
    std::string_view summary;
    std::string_view example;  // a line that works as it stands
    Action (*declare)(Arguments& arguments);
    bool takes_formulas = false;  // which may begin with a minus sign
};

std::span<const Command> commands();
const Command* find_command(std::string_view name);

Action declare_check(Arguments& arguments);
Action declare_compare(Arguments& arguments);
Action declare_constrain(Arguments& arguments);
Action declare_derive(Arguments& arguments);
Action declare_differentiate(Arguments& arguments);
Action declare_equilibria(Arguments& arguments);
Action declare_export(Arguments& arguments);
Action declare_linearize(Arguments& arguments);
Action declare_manual(Arguments& arguments);
Action declare_models(Arguments& arguments);
Action declare_plot(Arguments& arguments);
Action declare_prove(Arguments& arguments);
Action declare_rate(Arguments& arguments);
Action declare_report(Arguments& arguments);
Action declare_series(Arguments& arguments);
Action declare_simplify(Arguments& arguments);
Action declare_simulate(Arguments& arguments);
Action declare_transform(Arguments& arguments);

// What is shown when rattleback is called with nothing.
int tour(LongWork& work);

}  // namespace rattleback
