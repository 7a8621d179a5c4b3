// A Chaplygin sleigh, written in C++: derived, checked, moved, and asked for its stability.
#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <rattleback/rattleback.hpp>

using namespace rattleback;

int main() {
    const Model sleigh({
        .title = "Chaplygin sleigh",
        .coordinates = {"x", "y", "phi"},
        .parameters = {{"m", "1"}, {"J", "1/2"}, {"a", "1/4"}},
        .definitions = {{"cx", "x' - a*phi'*sin(phi)"}, {"cy", "y' + a*phi'*cos(phi)"}},
        .lagrangian = "m*(cx^2 + cy^2)/2 + J*phi'^2/2",
        .constraints = {{.name = "blade", .equation = "x'*sin(phi) - y'*cos(phi) = 0"}},
        .initial = {{"x'", "1"}, {"phi'", "1"}},
        .simulate = {.until = 20},
    });

    std::cout << "forms that apply:";
    for (const FormOfMotion& form : forms_of_motion())
        if (!form.refusal(sleigh)) std::cout << ' ' << form.name;
    std::cout << "\n\nmass matrix of the smallest form:\n";
    for (const FormulaVector& row : derive(sleigh).matrix()) {
        for (const Formula& entry : row) std::cout << "  " << entry.simplified().text();
        std::cout << '\n';
    }

    const QuantityFinding energy = follow(sleigh, "m*(cx^2 + cy^2)/2 + J*phi'^2/2");
    std::cout << "\nthe energy is " << (energy.is_conserved() ? "conserved" : "not conserved")
              << '\n';

    const Motion motion = simulate(sleigh);
    const auto spin = motion.values("abs(phi')");
    std::cout << std::setprecision(3) << "it stops turning: from " << spin.front() << " to "
              << spin.back() << '\n';
    const auto checks = motion.checks();
    std::cout << std::ranges::count_if(checks, &CheckedQuantity::holds) << " of " << checks.size()
              << " checks hold\n";

    const LinearizedMotion ahead =
        linearize(sleigh, {.at = {{"phi'", "0"}}, .sweep = SweepRequest{"a", {-1, -0.5, 0.5, 1}}});
    for (const double a : ahead.critical_values())
        std::cout << "gliding straight ahead changes its stability at a = " << a << '\n';
}
