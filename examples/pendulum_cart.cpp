// A pendulum on a cart: mass matrix, force and a proof, in a few lines.
#include <iostream>
#include <rattleback/exact/is_zero.hpp>
#include <rattleback/exact/simplify.hpp>
#include <rattleback/expr/derivative.hpp>
#include <rattleback/expr/parse.hpp>
#include <rattleback/expr/print_text.hpp>

using namespace rattleback;

int main() {
    const ExprVector q{parse("x"), parse("theta")}, v{parse("x'"), parse("theta'")};
    const std::vector<Replacement> by_time{{q[0], v[0]}, {q[1], v[1]}};

    const Expr bob_x = parse("x + l*sin(theta)"), bob_y = parse("-l*cos(theta)");
    const Expr speed2 = pow(derivative_along(bob_x, by_time), 2) + pow(derivative_along(bob_y, by_time), 2);
    const Expr T = parse("M*x'^2/2") + parse("m/2") * speed2, V = parse("m*g") * bob_y;

    const ExprMatrix mass = hessian(T, v);
    std::cout << "T    = " << to_text(simplify(T)) << '\n';
    for (const auto& row : mass)
        std::cout << "mass | " << to_text(simplify(row[0])) << " | " << to_text(simplify(row[1])) << '\n';
    std::cout << "-dV/dtheta = " << to_text(simplify(-derivative(V, q[1]))) << '\n';

    const Expr det = mass[0][0] * mass[1][1] - mass[0][1] * mass[1][0];
    const bool proved = are_equal(det, parse("m*l^2*(M + m*sin(theta)^2)")).proved_zero();
    std::cout << "det  = m*l^2*(M + m*sin(theta)^2) is " << (proved ? "proved" : "not proved") << '\n';
}
