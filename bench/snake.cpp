// Derivation of an n-link planar snake: how time, graph and arithmetic grow with n.
//
// q = (x, y, θ₁ … θₙ): a chain of n links hinged end to end, each of length l, mass m and inertia J,
// with torsion springs k between neighbours, and a blade at the middle of each link. Built as a user
// would write it, then derived: L, M = ∂²L/∂v², f = ∂L/∂q − (∂²L/∂v∂q)·v, and for the blades
// A = ∂b/∂v and β = (∂b/∂q)·v. Nothing is eliminated before or after.
//
// Times are the best of several runs in one process. Operations are counted by count_operations,
// which includes finding common subexpressions; its time is the last column.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>

#include "expr/derivative.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/operations.hpp"

namespace {

using namespace rattleback;

struct Snake {
    ExprVector q, v;
    Expr lagrangian;
    ExprVector blades;
    std::vector<Replacement> by_time;  // q → v
};

Snake build(int links) {
    const Expr l = symbol("l"), m = symbol("m"), inertia = symbol("J"), k = symbol("k");
    Snake snake{.q = {symbol("x"), symbol("y")},
                .v = {symbol("x", 1), symbol("y", 1)},
                .lagrangian = 0,
                .blades = {},
                .by_time = {}};
    for (int i = 1; i <= links; ++i) {
        const std::string angle = "theta" + std::to_string(i);
        snake.q.push_back(symbol(angle));
        snake.v.push_back(symbol(angle, 1));
    }
    for (std::size_t i = 0; i < snake.q.size(); ++i)
        snake.by_time.emplace_back(snake.q[i], snake.v[i]);

    Expr x = snake.q[0], y = snake.q[1];
    SumBuilder lagrangian;
    for (std::size_t i = 2; i < snake.q.size(); ++i) {
        const Expr &theta = snake.q[i], &omega = snake.v[i];
        const std::array middle{x + l / 2 * cos(theta), y + l / 2 * sin(theta)};
        const ExprVector u = derivative_along(middle, snake.by_time);
        lagrangian.add(m / 2 * (pow(u[0], 2) + pow(u[1], 2)));
        lagrangian.add(inertia / 2 * pow(omega, 2));
        if (i > 2) lagrangian.add(-k / 2 * pow(theta - snake.q[i - 1], 2));
        snake.blades.push_back(u[1] * cos(theta) - u[0] * sin(theta));
        x += l * cos(theta);
        y += l * sin(theta);
    }
    snake.lagrangian = lagrangian.build();
    return snake;
}

// M, f, A, β one after the other.
ExprVector derive(const Snake& snake) {
    const ExprVector momenta = gradient(snake.lagrangian, snake.v);
    const ExprVector forces = gradient(snake.lagrangian, snake.q);
    const ExprVector drift = derivative_along(momenta, snake.by_time);
    ExprVector all;
    for (const auto& row : jacobian(momenta, snake.v))
        all.insert(all.end(), row.begin(), row.end());
    for (std::size_t i = 0; i < forces.size(); ++i) all.push_back(forces[i] - drift[i]);
    for (const auto& row : jacobian(snake.blades, snake.v))
        all.insert(all.end(), row.begin(), row.end());
    for (const Expr& e : derivative_along(snake.blades, snake.by_time)) all.push_back(e);
    return all;
}

double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

struct Measured {
    double build = std::numeric_limits<double>::infinity(), derive = build, count = build;
    std::size_t nodes = 0, operations = 0;
};

Measured measure(int links) {
    Measured best;
    for (int run = 0; run < 7; ++run) {
        auto start = std::chrono::steady_clock::now();
        const Snake snake = build(links);
        best.build = std::min(best.build, milliseconds_since(start));
        start = std::chrono::steady_clock::now();
        const ExprVector all = derive(snake);
        best.derive = std::min(best.derive, milliseconds_since(start));
        start = std::chrono::steady_clock::now();
        best.operations = count_operations(all).total();
        best.count = std::min(best.count, milliseconds_since(start));
        best.nodes = graph_size(all);
    }
    return best;
}

}  // namespace

int main() {
    fmt::print("{:>4} {:>9} {:>11} {:>9} {:>9} {:>11} {:>12} {:>11}\n", "n", "L [ms]",
               "derive [ms]", "sum [ms]", "nodes", "operations", "ops growth*", "count [ms]");
    double previous = 0;
    for (const int n : {5, 10, 20, 40, 80}) {
        const Measured m = measure(n);
        const auto operations = static_cast<double>(m.operations);
        const std::string growth =
            previous > 0 ? fmt::format("n^{:.2f}", std::log2(operations / previous)) : "";
        fmt::print("{:>4} {:>9.2f} {:>11.2f} {:>9.2f} {:>9} {:>11} {:>12} {:>11.2f}\n", n, m.build,
                   m.derive, m.build + m.derive, m.nodes, m.operations, growth, m.count);
        previous = operations;
    }
    fmt::print("* exponent between this row and the one above\n");
}
