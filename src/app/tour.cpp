// The short tour: Zampieri's skate, from its Lagrangian to a proof that the cycloid is its motion.
#include <fmt/format.h>

#include <array>

#include "app/commands.hpp"
#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/derivative.hpp"
#include "expr/parse.hpp"
#include "expr/print_latex.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"

namespace rattleback {
namespace {

std::string listed(const ExprVector& entries) {
    std::string text;
    for (const Expr& e : entries) text += (text.empty() ? "" : ",  ") + to_text(e);
    return "( " + text + " )";
}

}  // namespace

int tour() {
    const std::array<std::string, 3> names{"x", "y", "phi"};
    ExprVector q, v, a;
    std::vector<Replacement> by_time;
    for (const auto& name : names) {
        q.push_back(symbol(name));
        v.push_back(symbol(name, 1));
        a.push_back(symbol(name, 2));
        by_time.emplace_back(q.back(), v.back());
    }
    fmt::print(
        "Rattleback {}: an engine for nonholonomic mechanics. A short tour of what works "
        "today.\n\n",
        RATTLEBACK_VERSION);

    const Expr lagrangian = parse("(x'^2 + y'^2 + phi'^2)/2 + g*x");
    const Expr blade = parse("x'*sin(phi) - y'*cos(phi)");
    fmt::print(
        "1. A skate on an inclined plane (Zampieri, 2000). Primes are time derivatives, numbers "
        "are exact.\n"
        "     L = {}\n     blade: {} = 0\n\n",
        to_text(lagrangian), to_text(blade));

    const ExprVector momenta = gradient(lagrangian, v), slope = gradient(lagrangian, q);
    const ExprVector drift = derivative_along(momenta, by_time);
    const ExprMatrix mass = jacobian(momenta, v);
    ExprVector force;
    for (std::size_t i = 0; i < q.size(); ++i) force.push_back(slope[i] - drift[i]);
    const ExprVector row = gradient(blade, v);
    const Expr beta = derivative_along(blade, by_time);
    fmt::print(
        "2. Free motion M a = f, and the blade differentiated by time, A a + β = 0:\n"
        "     M = {} {} {}\n     f = {}\n     A = {}\n     β = {}\n\n",
        listed(mass[0]), listed(mass[1]), listed(mass[2]), listed(force), listed(row),
        to_text(beta));

    // M a − Aᵀ μ = f, A a = −β.
    ExprMatrix matrix = mass;
    for (std::size_t i = 0; i < q.size(); ++i) matrix[i].push_back(-row[i]);
    matrix.push_back(row);
    matrix.back().push_back(0);
    ExprVector right = force;
    right.push_back(-beta);
    ExprVector solution = *solve(matrix, right);
    for (Expr& e : solution) e = simplify(e);
    fmt::print("3. Motion and reaction together, M a = f + Aᵀ μ, solved exactly and simplified:\n");
    for (std::size_t i = 0; i < q.size(); ++i)
        fmt::print("     {:<5} = {}\n", to_text(a[i]), to_text(solution[i]));
    fmt::print("     {:<5} = {}\n\n", "μ", to_text(solution[3]));

    const std::array cycloid{parse("g*sin(w*t)^2/(2*w^2)"), parse("g*(w*t - sin(2*w*t)/2)/(2*w^2)"),
                             parse("w*t")};
    const Replacement clock{symbol("t"), 1};
    std::vector<Replacement> motion;
    ExprVector accelerations;
    for (std::size_t i = 0; i < q.size(); ++i) {
        const Expr speed = derivative_along(cycloid[i], {&clock, 1});
        motion.emplace_back(q[i], cycloid[i]);
        motion.emplace_back(v[i], speed);
        accelerations.push_back(derivative_along(speed, {&clock, 1}));
    }
    fmt::print("4. The skate runs along a cycloid, says the paper. Put into the equations:\n");
    bool proved = is_zero(substitute(blade, motion)).proved_zero();
    for (std::size_t i = 0; i < q.size(); ++i) {
        const Expr residual = accelerations[i] - substitute(solution[i], motion);
        proved = proved && is_zero(residual).proved_zero();
        fmt::print("     {:<5} = {}\n", to_text(q[i]), to_text(cycloid[i]));
    }
    fmt::print("   All three equations and the constraint hold identically: {}.\n\n",
               proved ? "proved" : "NOT proved");

    fmt::print("5. Taken away as LaTeX:\n     {} = {}\n\n", to_latex(a[0]), to_latex(solution[0]));
    fmt::print(
        "Next: rattleback prove \"tan(x/2) = (1 - cos(x))/sin(x)\", and rattleback --help.\n");
    return proved ? 0 : 1;
}

}  // namespace rattleback
