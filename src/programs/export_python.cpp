#include <array>

#include "programs/export_language.hpp"

namespace rattleback {
namespace {

constexpr std::string_view module = R"({{heading}}
{{made_known}}from dataclasses import dataclass

import numpy as np


@dataclass
class Parameters:
    """The parameters, with the values of the model."""
{{fields}}


def initial_state():
    """Where the motion of the model begins, with the default parameters."""
    state = np.empty({{states}})
{{initial}}
    return state

{{functions}}
)";

constexpr std::string_view rates = R"(
def rates(t, state, p):
    """d(state)/dt."""
    unknowns = np.linalg.solve(mass_matrix(t, state, p), forcing(t, state, p))
    return np.concatenate([velocities(t, state, p), unknowns[:{{speeds}}]])
)";

constexpr std::string_view jacobian = R"(
def jacobian(t, state, p):
    """The Jacobian of the rates: row i, column j is d(rate i)/d(state j)."""
    matrix = mass_matrix(t, state, p)
    unknowns = np.linalg.solve(matrix, forcing(t, state, p))
    change = np.linalg.solve(matrix, forcing_by_state(t, state, p, unknowns))
    return np.vstack([velocities_by_state(t, state, p), change[:{{speeds}}]])
)";

constexpr std::string_view example = R"({{mark}}
import {{model}} as model

COLUMNS = [
{{columns}}
]


def step(t, h, state, p):
    """One step of the classical Runge-Kutta method."""
    k1 = model.rates(t, state, p)
    k2 = model.rates(t + h / 2, state + h / 2 * k1, p)
    k3 = model.rates(t + h / 2, state + h / 2 * k2, p)
    k4 = model.rates(t + h, state + h * k3, p)
    return state + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def main():
    until, steps, lines = {{until}}, {{steps}}, 10
    p = model.Parameters(){{hint}}
    state = model.initial_state()
    began = model.invariants(0.0, state, p)

    def show(t):
        """The time, the state, and how far the invariants are from where they began."""
        drift = model.invariants(t, state, p) - began
        print(f"{t:7g}", *(f"{x:16.9g}" for x in state), *(f"{x:16.1e}" for x in drift))

    print(f"{COLUMNS[0]:>7}", *(f"{name:>16}" for name in COLUMNS[1:]))
    show(0.0)
    for i in range(steps):
        state = step(until * i / steps, until / steps, state, p)
        if (i + 1) % (steps // lines) == 0:
            show(until * (i + 1) / steps)


if __name__ == "__main__":
    main()
)";

constexpr std::array<FileTemplate, 2> files{{{"{{model}}.py", module}, {"example.py", example}}};

}  // namespace

constinit const ExportLanguage export_python{
    .language = Language::Python,
    .comment = {"# ", "# ", ""},
    .run = "python3 example.py",
    .function_head = "\ndef {{function}}(t, state, p{{unknowns}}):\n    \"\"\"{{meaning}}\"\"\"\n",
    .function_tail = "    return {{output}}\n",
    .new_vector = "    {{output}} = np.empty({{rows}})\n",
    .new_matrix = "    {{output}} = np.zeros(({{rows}}, {{width}}))\n",
    .unknowns_argument = ", unknowns",
    .field = "    {{name}}: float = {{value}}{{remark}}",
    .default_value = "",
    .hint = "Parameters({{name}}={{value}})",
    .no_parameters = "",
    .solve = "",
    .solved_rates = rates,
    .solved_jacobian = jacobian,
    .declaration = "",
    .erf = "import math\n",
    .continuation = "",
    .files = files};

}  // namespace rattleback
