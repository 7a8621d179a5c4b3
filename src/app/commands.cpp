#include "app/commands.hpp"

#include <algorithm>
#include <array>

namespace rattleback {

std::span<const Command> commands() {
    static constexpr auto table = std::to_array<Command>({
        {"check", "What the constraints are, what is conserved, and whether all formulations agree",
         "rattleback check skate", declare_check},
        {"compare",
         "Where and how fast two motions part, of two principles, forms, methods or models",
         "rattleback compare skate --until 5", declare_compare},
        {"constrain", "The forces of a model as reactions of constraints of second order",
         "rattleback constrain lanchester_force", declare_constrain},
        {"derive", "The equations of motion of a model, in every form that applies",
         "rattleback derive skate --form benenti", declare_derive},
        {"differentiate", "The derivative of a formula by a symbol",
         "rattleback differentiate \"m*x'^2/2 - k*x^2/2\" --by \"x'\"", declare_differentiate,
         true},
        {"equilibria", "States of rest and steady motions, and whether they are stable",
         "rattleback equilibria chaplygin_sleigh", declare_equilibria},
        {"export", "The equations of motion as a program: C, C++, Python, Julia or MATLAB",
         "rattleback export skate --as python -o skate_python", declare_export},
        {"linearize", "Small motions about a steady one: matrix, eigenvalues, stability",
         "rattleback linearize chaplygin_sleigh --at \"x'=1, phi'=0\"", declare_linearize},
        {"manual", "This manual: a man page, Markdown, or completions for bash and zsh",
         "rattleback manual --as bash > ~/.local/share/bash-completion/completions/rattleback",
         declare_manual},
        {"models", "The models of the gallery, one line each", "rattleback models", declare_models},
        {"plot", "Draws the motion of a model as SVG, PNG or PDF",
         "rattleback plot skate --y x --y \"x'\" -o skate.svg", declare_plot},
        {"prove", "Proves or refutes that two formulas are equal",
         "rattleback prove \"sin(a+b)^2 + cos(a+b)^2 = 1\"", declare_prove, true},
        {"rate", "How fast a quantity changes along the motion, and whether it is conserved",
         "rattleback rate parallel_points_spring \"m1*v1 + m2*v2\"", declare_rate, true},
        {"report", "One HTML page with everything: equations, motion, plots, checks",
         "rattleback report skate -o skate.html", declare_report},
        {"series", "The power series of the motion at its start, exactly, to any order",
         "rattleback series skate --order 6", declare_series},
        {"simplify", "The shortest exactly equal way of writing a formula",
         "rattleback simplify \"m*cos(a)*cos(b) + m*sin(a)*sin(b)\" --as latex", declare_simplify,
         true},
        {"simulate", "Computes the motion of a model, checks it, and writes it to a file",
         "rattleback simulate skate --until 20 -o skate.csv", declare_simulate},
        {"transform", "A model in other coordinates, as a model file",
         "rattleback transform skate --set x=1 --let \"x = r*cos(a)\" --let \"y = r*sin(a)\"",
         declare_transform},
    });
    return table;
}

const Command* find_command(std::string_view name) {
    const auto row = std::ranges::find(commands(), name, &Command::name);
    return row == commands().end() ? nullptr : &*row;
}

}  // namespace rattleback
