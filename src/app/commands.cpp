#include "app/commands.hpp"

#include <array>

namespace rattleback {

std::span<const Command> commands() {
    static constexpr std::array<Command, 3> table{{
        {"differentiate", "The derivative of a formula by a symbol",
         "rattleback differentiate \"m*x'^2/2 - k*x^2/2\" --by \"x'\"", declare_differentiate},
        {"prove", "Proves or refutes that two formulas are equal",
         "rattleback prove \"sin(a+b)^2 + cos(a+b)^2 = 1\"", declare_prove},
        {"simplify", "The shortest exactly equal way of writing a formula",
         "rattleback simplify \"m*cos(a)*cos(b) + m*sin(a)*sin(b)\" --as latex", declare_simplify},
    }};
    return table;
}

}  // namespace rattleback
