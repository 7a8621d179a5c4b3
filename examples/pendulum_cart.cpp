// A pendulum on a cart, by formulas alone: mass matrix, force and a proof.
#include <iostream>
#include <rattleback/formula.hpp>

using namespace rattleback;

int main() {
    const Formula bob_x = "x + l*sin(theta)", bob_y = "-l*cos(theta)";
    const auto by_time = [](const Formula& f) {
        return f.derivative("x") * "x'" + f.derivative("theta") * "theta'";
    };
    const Formula T = "M*x'^2/2" + "m/2" * (pow(by_time(bob_x), 2) + pow(by_time(bob_y), 2));
    const Formula V = "m*g" * bob_y;

    const FormulaVector velocities{"x'", "theta'"};
    FormulaMatrix mass;
    for (const Formula& v : velocities) {
        mass.emplace_back();
        for (const Formula& w : velocities) mass.back().push_back(T.derivative(v).derivative(w));
    }
    std::cout << "T    = " << T.simplified().text() << '\n';
    for (const FormulaVector& row : mass)
        std::cout << "mass | " << row[0].simplified().text() << " | " << row[1].simplified().text()
                  << '\n';
    std::cout << "-dV/dtheta = " << (-V.derivative("theta")).simplified().text() << '\n';

    const Formula det = mass[0][0] * mass[1][1] - mass[0][1] * mass[1][0];
    const Equality equality = are_equal(det, "m*l^2*(M + m*sin(theta)^2)");
    std::cout << "det  = m*l^2*(M + m*sin(theta)^2) is "
              << (equality.verdict == Equality::Verdict::Proved ? "proved" : "not proved") << '\n';
}
