#include <array>

#include "programs/export_language.hpp"

namespace rattleback {
namespace {

constexpr std::string_view parameters = R"({{heading}}
function p = {{model}}_parameters()
    p = struct();
{{defaults}}
end
)";

constexpr std::string_view initial = R"({{mark}}
% Where the motion of the model begins, with the default parameters.
function state = {{model}}_initial_state()
    state = zeros({{states}}, 1);
{{initial}}
end
)";

constexpr std::string_view function = R"({{mark}}
{{function_text}}
)";

constexpr std::string_view rates = R"(% d(state)/dt.
function rate = {{model}}_rates(t, state, p)
    unknowns = {{model}}_mass_matrix(t, state, p) \ {{model}}_forcing(t, state, p);
    rate = [{{model}}_velocities(t, state, p); unknowns(1:{{speeds}})];
end
)";

constexpr std::string_view jacobian =
    R"(% The Jacobian of the rates: row i, column j is d(rate i)/d(state j).
function jac = {{model}}_jacobian(t, state, p)
    matrix = {{model}}_mass_matrix(t, state, p);
    unknowns = matrix \ {{model}}_forcing(t, state, p);
    change = matrix \ {{model}}_forcing_by_state(t, state, p, unknowns);
    jac = [{{model}}_velocities_by_state(t, state, p); change(1:{{speeds}}, :)];
end
)";

constexpr std::string_view example = R"({{mark}}
t_end = {{until}};
p = {{model}}_parameters();{{hint}}
state = {{model}}_initial_state();
began = {{model}}_invariants(0, state, p);

% How large the entries of the state naturally are: zeros too have an error that does not matter.
sizes = zeros({{states}}, 1);
{{sizes}}
options = odeset('RelTol', 1e-9, 'AbsTol', 1e-11 * sizes);
[times, states] = ode45(@(t, state) {{model}}_rates(t, state, p), linspace(0, t_end, 11), state, ...
                        options);

% The time, the state, and how far the invariants are from where they began.
columns = { ...
{{columns}} ...
};
fprintf('%7s', columns{1});
fprintf(' %16s', columns{2:end});
fprintf('\n');
for i = 1:numel(times)
    fprintf('%7g', times(i));
    fprintf(' %16.9g', states(i, :));
    fprintf(' %16.1e', {{model}}_invariants(times(i), states(i, :)', p) - began);
    fprintf('\n');
end
)";

constexpr std::array<FileTemplate, 4> files{{{"{{model}}_parameters.m", parameters},
                                             {"{{model}}_initial_state.m", initial},
                                             {"{{model}}_{{function}}.m", function, true},
                                             {"{{model}}_example.m", example}}};

}  // namespace

constinit const ExportLanguage export_matlab{
    .language = Language::Matlab,
    .comment = {"% ", "% ", ""},
    .run = "octave {{model}}_example.m",
    .function_head =
        "% {{meaning}}\nfunction {{output}} = {{model}}_{{function}}(t, state, "
        "p{{unknowns}})\n",
    .function_tail = "end\n",
    .new_vector = "    {{output}} = zeros({{rows}}, 1);\n",
    .new_matrix = "    {{output}} = zeros({{rows}}, {{width}});\n",
    .unknowns_argument = ", unknowns",
    .field = "",
    .default_value = "    p.{{name}} = {{value}};{{remark}}",
    .hint = "p.{{name}} = {{value}};",
    .no_parameters = "",
    .solve = "",
    .solved_rates = rates,
    .solved_jacobian = jacobian,
    .declaration = "",
    .erf = "",
    .continuation = " ...",
    .files = files};

}  // namespace rattleback
