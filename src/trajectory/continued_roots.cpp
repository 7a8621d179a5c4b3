#include "trajectory/continued_roots.hpp"

#include "expr/flattened.hpp"
#include "expr/functions.hpp"
#include "expr/rebuild.hpp"

namespace rattleback {
namespace {

bool is_root(const Expr& e) {
    return e.kind() == Kind::Power || is_call(e, FunctionId::Sqrt) || is_call(e, FunctionId::Log);
}

// sign u · u may have become |u|.
std::optional<Expr> argument_of_sign(const Expr& e) {
    const Graph graph(e);
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (is_call(node, FunctionId::Sign) || is_call(node, FunctionId::Abs))
            return node.args()[0];
    }
    return {};
}

// Each side is replaced by the sign that it is, under roots and logarithms only.
ExprVector continued(std::span<const Expr> expressions, std::span<const Replacement> sides) {
    return rebuilt(expressions, [&](const Expr& node, std::span<const Expr> args) {
        ExprVector now(args.begin(), args.end());
        if (is_root(node)) now[0] = substitute(now[0], sides);
        return with_children(node, now);
    });
}

std::vector<Replacement> signs(const SwitchedSystem& of) {
    std::vector<Replacement> result;
    for (const Switch& s : of.switches)
        if (s.ends_root) result.emplace_back(s.side, sign(s.argument));
    return result;
}

}  // namespace

Equations with_continued_roots(Equations equations, const SwitchedSystem& of) {
    std::vector<Replacement> sides = signs(of), at_state;
    if (sides.empty()) return equations;
    for (std::size_t i = 0; i < of.system.size(); ++i)
        at_state.emplace_back(of.system.v[i], equations.velocities[i]);
    for (auto& [side, sign] : sides) sign = substitute(sign, at_state);
    for (ExprVector* part :
         {&equations.velocities, &equations.right, &equations.accelerations, &equations.reactions})
        *part = continued(*part, sides);
    for (ExprVector& row : equations.matrix) row = continued(row, sides);
    return equations;
}

SwitchedSystem with_continued_roots(SwitchedSystem switched) {
    const std::vector<Replacement> sides = signs(switched);
    if (sides.empty()) return switched;
    System& system = switched.system;
    system.lagrangian = continued({&system.lagrangian, 1}, sides)[0];
    system.force = continued(system.force, sides);
    for (Constraint& c : system.constraints) c.expression = continued({&c.expression, 1}, sides)[0];
    return switched;
}

ExprVector roots_in(const LinearProblem& rates) {
    ExprVector all = rates.right, result;
    append(all, rates.outputs);
    append(all, rates.matrix);
    const Graph graph(all);
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (is_root(node) && !symbols_of(node.args()[0]).empty()) result.push_back(node);
    }
    return result;
}

std::optional<Expr> end_of_root(const LinearProblem& rates) {
    for (const Expr& root : roots_in(rates))
        if (const auto u = argument_of_sign(root.args()[0])) return u;
    return {};
}

}  // namespace rattleback
