#include <array>

#include "programs/export_language.hpp"

namespace rattleback {
namespace {

constexpr std::string_view header = R"({{heading}}
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace {{model}} {

template <std::size_t N>
using Vector = std::array<double, N>;
template <std::size_t Rows, std::size_t Columns>
using Matrix = std::array<std::array<double, Columns>, Rows>;

inline constexpr std::size_t states = {{states}};
using State = Vector<states>;

struct Parameters {
{{fields}}
};

// Where the motion of the model begins, with the default parameters.
inline State initial_state() {
    State state{};
{{initial}}
    return state;
}

{{solve}}
{{functions}}

}  // namespace {{model}}
)";

constexpr std::string_view solve =
    R"(// Solves matrix * x = right, for every column of x, by elimination with pivots.
template <std::size_t N, std::size_t Columns>
Matrix<N, Columns> solve(Matrix<N, N> matrix, Matrix<N, Columns> x) {
    for (std::size_t k = 0; k < N; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k + 1; i < N; ++i)
            if (std::abs(matrix[i][k]) > std::abs(matrix[pivot][k])) pivot = i;
        std::swap(matrix[k], matrix[pivot]);
        std::swap(x[k], x[pivot]);
        for (std::size_t i = k + 1; i < N; ++i) {
            const double factor = matrix[i][k] / matrix[k][k];
            if (factor == 0) continue;
            for (std::size_t j = k; j < N; ++j) matrix[i][j] -= factor * matrix[k][j];
            for (std::size_t j = 0; j < Columns; ++j) x[i][j] -= factor * x[k][j];
        }
    }
    for (std::size_t k = N; k-- > 0;)
        for (std::size_t j = 0; j < Columns; ++j) {
            for (std::size_t i = k + 1; i < N; ++i) x[k][j] -= matrix[k][i] * x[i][j];
            x[k][j] /= matrix[k][k];
        }
    return x;
}

template <std::size_t N>
Vector<N> solve(const Matrix<N, N>& matrix, const Vector<N>& right) {
    Matrix<N, 1> column;
    for (std::size_t i = 0; i < N; ++i) column[i][0] = right[i];
    column = solve(matrix, column);
    Vector<N> x;
    for (std::size_t i = 0; i < N; ++i) x[i] = column[i][0];
    return x;
}

)";

constexpr std::string_view rates = R"(// d(state)/dt.
inline State rates(double t, const State& state, const Parameters& p) {
    const auto unknowns = solve(mass_matrix(t, state, p), forcing(t, state, p));
    const auto velocity = velocities(t, state, p);
    State rate;
    for (std::size_t i = 0; i < {{coordinates}}; ++i) rate[i] = velocity[i];
    for (std::size_t i = {{coordinates}}; i < states; ++i) rate[i] = unknowns[i - {{coordinates}}];
    return rate;
}
)";

constexpr std::string_view jacobian =
    R"(// The Jacobian of the rates: row i, column j is d(rate i)/d(state j).
inline Matrix<states, states> jacobian(double t, const State& state, const Parameters& p) {
    const auto matrix = mass_matrix(t, state, p);
    const auto unknowns = solve(matrix, forcing(t, state, p));
    const auto change = solve(matrix, forcing_by_state(t, state, p, unknowns));
    const auto velocity_change = velocities_by_state(t, state, p);
    Matrix<states, states> jac;
    for (std::size_t i = 0; i < {{coordinates}}; ++i) jac[i] = velocity_change[i];
    for (std::size_t i = {{coordinates}}; i < states; ++i) jac[i] = change[i - {{coordinates}}];
    return jac;
}
)";

constexpr std::string_view example = R"({{mark}}
#include <cstdio>

#{{include}} "{{model}}.hpp"

using {{model}}::Parameters;
using {{model}}::State;

// state + h * k
State moved(State state, double h, const State& k) {
    for (std::size_t i = 0; i < state.size(); ++i) state[i] += h * k[i];
    return state;
}

// One step of the classical Runge-Kutta method.
State step(double t, double h, const State& state, const Parameters& p) {
    const State k1 = {{model}}::rates(t, state, p);
    const State k2 = {{model}}::rates(t + h / 2, moved(state, h / 2, k1), p);
    const State k3 = {{model}}::rates(t + h / 2, moved(state, h / 2, k2), p);
    const State k4 = {{model}}::rates(t + h, moved(state, h, k3), p);
    State next = state;
    for (std::size_t i = 0; i < next.size(); ++i)
        next[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    return next;
}

const char* const columns[] = {
{{columns}}
};

int main() {
    const double until = {{until}};
    const int steps = {{steps}}, lines = 10;
    Parameters p;{{hint}}
    State state = {{model}}::initial_state();
    const auto began = {{model}}::invariants(0, state, p);

    // The time, the state, and how far the invariants are from where they began.
    const auto print = [&](double t) {
        const auto value = {{model}}::invariants(t, state, p);
        std::printf("%7g", t);
        for (const double x : state) std::printf(" %16.9g", x);
        for (std::size_t i = 0; i < value.size(); ++i) std::printf(" %16.1e", value[i] - began[i]);
        std::printf("\n");
    };

    std::printf("%7s", columns[0]);
    for (std::size_t i = 1; i < 1 + state.size() + began.size(); ++i)
        std::printf(" %16s", columns[i]);
    std::printf("\n");
    print(0);
    for (int i = 0; i < steps; ++i) {
        state = step(until * i / steps, until / steps, state, p);
        if ((i + 1) % (steps / lines) == 0) print(until * (i + 1) / steps);
    }
}
)";

constexpr std::array<FileTemplate, 2> files{{{"{{model}}.hpp", header}, {"example.cpp", example}}};

}  // namespace

constinit const ExportLanguage export_cpp{
    .language = Language::Cpp,
    .comment = {"/* ", " * ", " */"},
    .run = "c++ -std=c++17 -O2 example.cpp -o example && ./example",
    .function_head =
        "// {{meaning}}\ninline {{type}} {{function}}(double t, const State& state, "
        "const Parameters& p{{unknowns}}) {\n",
    .function_tail = "    return {{output}};\n}\n",
    .new_vector = "    {{type}} {{output}};\n",
    .new_matrix = "    {{type}} {{output}}{};\n",
    .unknowns_argument = ", const Vector<{{equations}}>& unknowns",
    .field = "    double {{name}} = {{value}};{{remark}}",
    .default_value = "",
    .hint = "p.{{name}} = {{value}};",
    .no_parameters = "    // The model has none.",
    .solve = solve,
    .solved_rates = rates,
    .solved_jacobian = jacobian,
    .declaration = "",
    .erf = "",
    .continuation = "",
    .files = files};

}  // namespace rattleback
