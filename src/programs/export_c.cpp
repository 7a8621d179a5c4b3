#include <array>

#include "programs/export_language.hpp"

namespace rattleback {
namespace {

constexpr std::string_view header = R"({{heading}}
#ifndef {{MODEL}}_H
#define {{MODEL}}_H

#ifdef __cplusplus
extern "C" {
#endif

enum { {{MODEL}}_STATES = {{states}}, {{MODEL}}_INVARIANTS = {{kept}} };

typedef struct {
{{fields}}
} {{model}}_parameters;

/* The values of the model. */
{{model}}_parameters {{model}}_default_parameters(void);

/* Where the motion of the model begins, with the default parameters. */
void {{model}}_initial_state(double state[{{states}}]);

{{declarations}}
#ifdef __cplusplus
}
#endif

#endif
)";

constexpr std::string_view source = R"({{mark}}
#{{include}} "{{model}}.h"

#include <math.h>
#include <string.h>

{{model}}_parameters {{model}}_default_parameters(void) {
    {{model}}_parameters p = {0};
{{defaults}}
    return p;
}

void {{model}}_initial_state(double state[{{states}}]) {
{{initial}}
}

{{solve}}
{{functions}}
)";

constexpr std::string_view solve =
    R"(/* Solves matrix * x = right for several right sides, the columns of x, by elimination with pivots. */
static void solve(double matrix[{{equations}}][{{equations}}], int columns, double *x) {
    enum { n = {{equations}} };
    for (int k = 0; k < n; ++k) {
        int pivot = k;
        for (int i = k + 1; i < n; ++i)
            if (fabs(matrix[i][k]) > fabs(matrix[pivot][k])) pivot = i;
        for (int j = 0; j < n; ++j) {
            const double entry = matrix[k][j];
            matrix[k][j] = matrix[pivot][j];
            matrix[pivot][j] = entry;
        }
        for (int j = 0; j < columns; ++j) {
            const double entry = x[k * columns + j];
            x[k * columns + j] = x[pivot * columns + j];
            x[pivot * columns + j] = entry;
        }
        for (int i = k + 1; i < n; ++i) {
            const double factor = matrix[i][k] / matrix[k][k];
            if (factor == 0) continue;
            for (int j = k; j < n; ++j) matrix[i][j] -= factor * matrix[k][j];
            for (int j = 0; j < columns; ++j) x[i * columns + j] -= factor * x[k * columns + j];
        }
    }
    for (int k = n - 1; k >= 0; --k)
        for (int j = 0; j < columns; ++j) {
            for (int i = k + 1; i < n; ++i) x[k * columns + j] -= matrix[k][i] * x[i * columns + j];
            x[k * columns + j] /= matrix[k][k];
        }
}

)";

constexpr std::string_view rates =
    R"(void {{model}}_rates(double t, const double state[{{states}}], const {{model}}_parameters *p,
        double rate[{{states}}]) {
    double matrix[{{equations}}][{{equations}}], unknowns[{{equations}}];
    {{model}}_mass_matrix(t, state, p, matrix);
    {{model}}_forcing(t, state, p, unknowns);
    solve(matrix, 1, unknowns);
    {{model}}_velocities(t, state, p, rate);
    for (int i = 0; i < {{speeds}}; ++i) rate[{{coordinates}} + i] = unknowns[i];
}
)";

constexpr std::string_view jacobian =
    R"(void {{model}}_jacobian(double t, const double state[{{states}}], const {{model}}_parameters *p,
        double jac[{{states}}][{{states}}]) {
    double matrix[{{equations}}][{{equations}}], copy[{{equations}}][{{equations}}];
    double unknowns[{{equations}}], change[{{equations}}][{{states}}];
    {{model}}_mass_matrix(t, state, p, matrix);
    memcpy(copy, matrix, sizeof copy);
    {{model}}_forcing(t, state, p, unknowns);
    solve(copy, 1, unknowns);
    {{model}}_forcing_by_state(t, state, p, unknowns, change);
    solve(matrix, {{states}}, &change[0][0]);
    {{model}}_velocities_by_state(t, state, p, jac);
    for (int i = 0; i < {{speeds}}; ++i) memcpy(jac[{{coordinates}} + i], change[i], sizeof change[i]);
}
)";

constexpr std::string_view example = R"({{mark}}
#include <stdio.h>

#{{include}} "{{model}}.h"

enum { STATES = {{MODEL}}_STATES, INVARIANTS = {{MODEL}}_INVARIANTS };

/* state + h * k */
static void move(const double state[STATES], double h, const double k[STATES],
                 double moved[STATES]) {
    for (int i = 0; i < STATES; ++i) moved[i] = state[i] + h * k[i];
}

/* One step of the classical Runge-Kutta method. */
static void step(double t, double h, const {{model}}_parameters *p, double state[STATES]) {
    double k1[STATES], k2[STATES], k3[STATES], k4[STATES], at[STATES];
    {{model}}_rates(t, state, p, k1);
    move(state, h / 2, k1, at);
    {{model}}_rates(t + h / 2, at, p, k2);
    move(state, h / 2, k2, at);
    {{model}}_rates(t + h / 2, at, p, k3);
    move(state, h, k3, at);
    {{model}}_rates(t + h, at, p, k4);
    for (int i = 0; i < STATES; ++i) state[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
}

/* The time, the state, and how far the invariants are from where they began. */
static void print(double t, const double state[STATES], const {{model}}_parameters *p,
                  const double began[INVARIANTS]) {
    double value[INVARIANTS];
    {{model}}_invariants(t, state, p, value);
    printf("%7g", t);
    for (int i = 0; i < STATES; ++i) printf(" %16.9g", state[i]);
    for (int i = 0; i < INVARIANTS; ++i) printf(" %16.1e", value[i] - began[i]);
    printf("\n");
}

static const char *const columns[] = {
{{columns}}
};

int main(void) {
    const double until = {{until}};
    const int steps = {{steps}}, lines = 10;
    {{model}}_parameters p = {{model}}_default_parameters();{{hint}}
    double state[STATES], began[INVARIANTS];
    {{model}}_initial_state(state);
    {{model}}_invariants(0, state, &p, began);
    printf("%7s", columns[0]);
    for (int i = 1; i < 1 + STATES + INVARIANTS; ++i) printf(" %16s", columns[i]);
    printf("\n");
    print(0, state, &p, began);
    for (int i = 0; i < steps; ++i) {
        step(until * i / steps, until / steps, &p, state);
        if ((i + 1) % (steps / lines) == 0) print(until * (i + 1) / steps, state, &p, began);
    }
    return 0;
}
)";

constexpr std::array<FileTemplate, 3> files{
    {{"{{model}}.h", header}, {"{{model}}.c", source}, {"example.c", example}}};

}  // namespace

constinit const ExportLanguage export_c{
    .language = Language::C,
    .comment = {"/* ", " * ", " */"},
    .run = "cc -std=c99 -O2 example.c {{model}}.c -lm -o example && ./example",
    .function_head =
        "void {{model}}_{{function}}(double t, const double state[{{states}}], const "
        "{{model}}_parameters *p{{unknowns}}, double {{output}}{{shape}}) {\n",
    .function_tail = "}\n",
    .new_vector = "",
    .new_matrix = "    memset({{output}}, 0, sizeof(double{{shape}}));\n",
    .unknowns_argument = ", const double unknowns[{{equations}}]",
    .field = "    double {{name}};{{remark}}",
    .default_value = "    p.{{name}} = {{value}};",
    .hint = "p.{{name}} = {{value}};",
    .no_parameters = "    double none;  /* the model has no parameters */",
    .solve = solve,
    .solved_rates = rates,
    .solved_jacobian = jacobian,
    .declaration =
        "/* {{meaning}} */\nvoid {{model}}_{{function}}(double t, const double state[{{states}}], "
        "const {{model}}_parameters *p{{unknowns}}, double {{output}}{{shape}});\n\n",
    .erf = "",
    .continuation = "",
    .files = files};

}  // namespace rattleback
