#include "trajectory/smooth_motion.hpp"

#include <algorithm>

#include "exact/is_zero.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"

namespace rattleback {
namespace {

bool equal(const Expr& a, const Expr& b) {
    if (a == b) return true;
    const ZeroTestOptions quick{.limits = {.terms = 10'000, .work = 100}};
    return are_equal(a, b, quick).proved_zero();
}

int number_of(Side side) { return side == Side::Away ? 0 : static_cast<int>(side); }

// The factor c with column = c·row, where there is one.
std::optional<Expr> ratio_of(const ExprVector& column, const ExprVector& row) {
    const auto first = std::ranges::find_if(row, [](const Expr& e) { return !e.is_zero(); });
    if (first == row.end()) return {};
    const Expr c = column[static_cast<std::size_t>(first - row.begin())] / *first;
    for (std::size_t i = 0; i < row.size(); ++i)
        if (!equal(column[i], c * row[i])) return {};
    return c;
}

class Holding {
public:
    Holding(const SwitchedSystem& switched, const Equations& sided, const std::vector<Side>& sides)
        : switched_(switched), sided_(sided), sides_(sides) {
        for (std::size_t i = 0; i < sides.size(); ++i)
            if (sides[i] == Side::Held) neutral_.emplace_back(switched.switches[i].side, 0);
    }

    bool hold(SmoothMotion& motion) {
        Equations& e = motion.equations;
        e.velocities = substitute(sided_.velocities, neutral_);
        for (ExprVector& row : e.matrix) row = substitute(row, neutral_);
        const std::vector<Surface> all = surfaces(switched_, sided_);
        group(all, motion);
        // One held switch: the mean of its sides, whatever they are; several: their sides are affine.
        e.right = substitute(sided_.right, neutral_);
        if (neutral_.size() == 1) e.right = mean(sided_.right, neutral_[0].first);
        for (HeldSurface& held : motion.held) {
            const Expr leading = substitute(all[held.switches[0]].leading, neutral_);
            if (!add(leading, held, e)) return false;
        }
        put_in_sides(motion);
        return true;
    }

private:
    void group(const std::vector<Surface>& all, SmoothMotion& motion) const {
        for (std::size_t i = 0; i < sides_.size(); ++i) {
            if (sides_[i] != Side::Held) continue;
            const auto known = std::ranges::find_if(motion.held, [&](const HeldSurface& h) {
                return all[h.switches[0]].leading == all[i].leading;
            });
            if (known != motion.held.end()) {
                known->switches.push_back(i);
                continue;
            }
            motion.held.push_back({{i}, symbol("held " + std::to_string(i + 1)), {}});
        }
    }

    ExprVector at_side(const ExprVector& right, const Expr& side, int value) const {
        std::vector<Replacement> put = neutral_;
        for (Replacement& r : put)
            if (r.first == side) r.second = value;
        return substitute(right, put);
    }

    ExprVector mean(const ExprVector& right, const Expr& side) const {
        const ExprVector above = at_side(right, side, 1), below = at_side(right, side, -1);
        ExprVector result;
        for (std::size_t i = 0; i < right.size(); ++i) result.push_back((above[i] + below[i]) / 2);
        return result;
    }

    // Half of the jump of these across a switch.
    ExprVector half_jump(const ExprVector& right, const Expr& side) const {
        const ExprVector above = at_side(right, side, 1), below = at_side(right, side, -1);
        ExprVector result;
        for (std::size_t i = 0; i < right.size(); ++i) result.push_back((above[i] - below[i]) / 2);
        return result;
    }

    // One more unknown, one more equation: d(leading)/dt = 0.
    bool add(const Expr& leading, HeldSurface& held, Equations& e) const {
        std::vector<Replacement> along;
        for (std::size_t i = 0; i < e.q.size(); ++i) along.emplace_back(e.q[i], e.velocities[i]);
        along.emplace_back(switched_.system.t, 1);
        const std::size_t equations = sided_.right.size(), before = e.unknowns.size();
        ExprVector row = gradient(leading, e.speeds);
        row.resize(before);
        const ExprVector of_old(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(equations));
        ExprVector column = of_old;
        for (const std::size_t i : held.switches) {
            const ExprVector jump = half_jump(sided_.right, switched_.switches[i].side);
            const auto c = ratio_of(jump, of_old);
            if (c) {
                held.bounds.push_back(*c);
                continue;
            }
            if (held.switches.size() > 1) return false;
            column = jump;
            held.bounds.emplace_back(1);
        }
        for (std::size_t i = 0; i < before; ++i)
            e.matrix[i].push_back(i < equations ? -column[i] : Expr(0));
        row.emplace_back(0);
        e.matrix.push_back(std::move(row));
        e.right.push_back(-derivative_along(leading, along));
        e.unknowns.push_back(held.force);
        return true;
    }

    // In what the equations say of accelerations, reactions and forces.
    void put_in_sides(SmoothMotion& motion) const {
        std::vector<Replacement> sides;
        for (const HeldSurface& held : motion.held)
            for (std::size_t j = 0; j < held.switches.size(); ++j)
                sides.emplace_back(switched_.switches[held.switches[j]].side,
                                   j == 0 ? held.force / held.bounds[0] : Expr(0));
        Equations& e = motion.equations;
        e.accelerations = substitute(sided_.accelerations, sides);
        e.reactions = substitute(sided_.reactions, sides);
        const System& system = switched_.system;
        const ExprVector slope = gradient(system.lagrangian, system.q);
        for (std::size_t i = 0; i < system.size(); ++i) {
            const Expr force = slope[i] + system.force[i];
            motion.held_force.push_back(substitute(force, sides) - substitute(force, neutral_));
        }
    }

    const SwitchedSystem& switched_;
    const Equations& sided_;
    const std::vector<Side>& sides_;
    std::vector<Replacement> neutral_;
};

}  // namespace

std::vector<Surface> surfaces(const SwitchedSystem& switched, const Equations& equations) {
    const System& system = switched.system;
    std::vector<Replacement> at_state, along;
    for (std::size_t i = 0; i < system.size(); ++i) {
        at_state.emplace_back(system.v[i], equations.velocities[i]);
        along.emplace_back(system.q[i], equations.velocities[i]);
    }
    along.emplace_back(system.t, 1);
    std::vector<Surface> result;
    for (const Switch& s : switched.switches) {
        const Expr u = substitute(s.argument, at_state);
        const auto symbols = symbols_of(u);
        const bool has_speeds = std::ranges::any_of(equations.speeds, [&](const Expr& speed) {
            return std::ranges::find(symbols, speed) != symbols.end();
        });
        result.push_back({u, has_speeds ? u : derivative_along(u, along), !has_speeds});
    }
    return result;
}

std::optional<SmoothMotion> smooth_motion(const SwitchedSystem& switched,
                                          const Equations& equations,
                                          const std::vector<Side>& sides) {
    SmoothMotion motion{switched.system, equations, {}, {}};
    std::size_t p = switched.system.parameters.size();
    for (std::size_t i = sides.size(); i-- > 0;) {
        if (switched.switches[i].only_left)
            motion.system.parameters[--p].value = sides[i] == Side::Away ? 1 : -1;
        motion.system.parameters[--p].value = number_of(sides[i]);
    }
    if (std::ranges::find(sides, Side::Held) == sides.end()) return motion;
    if (!Holding(switched, equations, sides).hold(motion)) return {};
    return motion;
}

}  // namespace rattleback
