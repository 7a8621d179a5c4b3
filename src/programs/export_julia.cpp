#include <array>

#include "programs/export_language.hpp"

namespace rattleback {
namespace {

constexpr std::string_view module = R"({{heading}}
module {{Model}}

{{made_known}}{{solve}}
"The parameters, with the values of the model."
Base.@kwdef mutable struct Parameters
{{fields}}
end

"Where the motion of the model begins, with the default parameters."
function initial_state()
    state = zeros({{states}})
{{initial}}
    return state
end

{{functions}}

end
)";

constexpr std::string_view rates = R"("d(state)/dt."
function rates(t, state, p)
    unknowns = mass_matrix(t, state, p) \ forcing(t, state, p)
    return [velocities(t, state, p); unknowns[1:{{speeds}}]]
end
)";

constexpr std::string_view jacobian =
    R"("The Jacobian of the rates: row i, column j is d(rate i)/d(state j)."
function jacobian(t, state, p)
    matrix = mass_matrix(t, state, p)
    unknowns = matrix \ forcing(t, state, p)
    change = matrix \ forcing_by_state(t, state, p, unknowns)
    return [velocities_by_state(t, state, p); change[1:{{speeds}}, :]]
end
)";

constexpr std::string_view example = R"({{mark}}
using Printf

include("{{model}}.jl")

const columns = [
{{columns}}
]

"One step of the classical Runge-Kutta method."
function step(t, h, state, p)
    k1 = {{Model}}.rates(t, state, p)
    k2 = {{Model}}.rates(t + h / 2, state + h / 2 * k1, p)
    k3 = {{Model}}.rates(t + h / 2, state + h / 2 * k2, p)
    k4 = {{Model}}.rates(t + h, state + h * k3, p)
    return state + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
end

"The time, the state, and how far the invariants are from where they began."
function show_line(t, state, p, began)
    @printf("%7g", t)
    for x in state
        @printf(" %16.9g", x)
    end
    for x in {{Model}}.invariants(t, state, p) - began
        @printf(" %16.1e", x)
    end
    println()
end

function main()
    stop, steps, lines = {{until}}, {{steps}}, 10
    p = {{Model}}.Parameters(){{hint}}
    state = {{Model}}.initial_state()
    began = {{Model}}.invariants(0.0, state, p)
    println(lpad(columns[1], 7), join(" " .* lpad.(columns[2:end], 16)))
    show_line(0.0, state, p, began)
    for i in 1:steps
        state = step(stop * (i - 1) / steps, stop / steps, state, p)
        if i % (steps ÷ lines) == 0
            show_line(stop * i / steps, state, p, began)
        end
    end
end

main()
)";

constexpr std::array<FileTemplate, 2> files{{{"{{model}}.jl", module}, {"example.jl", example}}};

}  // namespace

constinit const ExportLanguage export_julia{
    .language = Language::Julia,
    .comment = {"# ", "# ", ""},
    .run = "julia example.jl",
    .function_head = "\"{{meaning}}\"\nfunction {{function}}(t, state, p{{unknowns}})\n",
    .function_tail = "    return {{output}}\nend\n",
    .new_vector = "    {{output}} = zeros({{rows}})\n",
    .new_matrix = "    {{output}} = zeros({{rows}}, {{width}})\n",
    .unknowns_argument = ", unknowns",
    .field = "    {{name}}::Float64 = {{value}}{{remark}}",
    .default_value = "",
    .hint = "Parameters({{name}} = {{value}})",
    .no_parameters = "",
    .solve = "using LinearAlgebra\n\n",
    .solved_rates = rates,
    .solved_jacobian = jacobian,
    .declaration = "",
    .erf = "erf(x) = ccall(:erf, Float64, (Float64,), x)\n\n",
    .continuation = "",
    .files = files};

}  // namespace rattleback
