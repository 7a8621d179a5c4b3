#include "trajectory/smooth_motion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exact/is_zero.hpp"
#include "exact/simplify.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

bool equal(const Expr& a, const Expr& b) {
    if (a == b) return true;
    const ZeroTestOptions quick{.limits = {.terms = 10'000, .work = 100}};
    return are_equal(a, b, quick).proved_zero();
}

// The factor c with column = c·row, where there is one.
std::optional<Expr> ratio_of(const ExprVector& column, const ExprVector& row) {
    const auto first = std::ranges::find_if(row, [](const Expr& e) { return !e.is_zero(); });
    if (first == row.end()) return {};
    const Expr c = column[static_cast<std::size_t>(first - row.begin())] / *first;
    for (std::size_t i = 0; i < row.size(); ++i)
        if (!equal(column[i], c * row[i])) return {};
    return c;
}

// Forces that are exactly at their bounds, and stay there, hold.
Expr up_to_rounding() { return 1 + pow(Expr(10), -12); }

class Holding {
public:
    Holding(const SwitchedSystem& switched, const Equations& sided, const std::vector<Side>& sides)
        : switched_(switched), sided_(sided), sides_(sides) {
        for (std::size_t i = 0; i < switched.switches.size(); ++i)
            if (sides[i] == Side::Held) neutral_.emplace_back(switched.switches[i].side, 0);
        is_one_surface_ = neutral_.size() == 1;
        for (std::size_t i = switched.switches.size(); i < sides.size(); ++i) {
            if (sides[i] != Side::Held) continue;
            const Norm& norm = switched.norms[i - switched.switches.size()];
            neutral_.emplace_back(norm.size, 0);
            for (const Expr& e : norm.directions) neutral_.emplace_back(e, 0);
        }
    }

    bool hold(SmoothMotion& motion, const std::vector<NormAtState>& norms) {
        Equations& e = motion.equations;
        e.velocities = substitute(sided_.velocities, neutral_);
        for (ExprVector& row : e.matrix) row = substitute(row, neutral_);
        const std::vector<Surface> all = surfaces(switched_, sided_);
        group(all, motion);
        // One held switch: the mean of its sides, whatever they are; several: their sides are affine.
        e.right = substitute(sided_.right, neutral_);
        if (is_one_surface_) e.right = mean(sided_.right, neutral_[0].first);
        for (Held& held : motion.held) {
            const std::size_t first = held.numbers[0];
            if (first >= switched_.switches.size())
                add_norm(switched_.norms[first - switched_.switches.size()],
                         norms[first - switched_.switches.size()], held, e);
            else if (!add_surface(substitute(all[first].leading, neutral_), held, e))
                return false;
        }
        put_in_sides(motion, norms);
        return true;
    }

private:
    void group(const std::vector<Surface>& all, SmoothMotion& motion) const {
        for (std::size_t i = 0; i < sides_.size(); ++i) {
            if (sides_[i] != Side::Held) continue;
            const bool is_surface = i < all.size();
            const auto known = std::ranges::find_if(motion.held, [&](const Held& h) {
                return is_surface && all[h.numbers[0]].leading == all[i].leading;
            });
            if (known != motion.held.end()) {
                known->numbers.push_back(i);
                continue;
            }
            motion.held.push_back({.numbers = {i}, .forces = {}, .bounds = {}});
            if (is_surface) motion.held.back().forces = {symbol("held " + std::to_string(i + 1))};
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

    // Half of the jump of these across a switch, or what a direction does to them.
    ExprVector half_jump(const ExprVector& right, const Expr& side) const {
        const ExprVector above = at_side(right, side, 1), below = at_side(right, side, -1);
        ExprVector result;
        for (std::size_t i = 0; i < right.size(); ++i) result.push_back((above[i] - below[i]) / 2);
        return result;
    }

    bool add_surface(const Expr& leading, Held& held, Equations& e) const {
        const ExprVector slope = gradient(leading, e.speeds);
        std::optional<ExprVector> column;
        for (const std::size_t i : held.numbers) {
            const ExprVector jump = half_jump(sided_.right, switched_.switches[i].side);
            const auto c = ratio_of(jump, padded(slope));
            if (!c && held.numbers.size() > 1) return false;
            if (!c) column = jump;
            held.bounds.push_back(c.value_or(1));
        }
        add(leading, column.value_or(padded(slope)), held.forces[0], e);
        Expr bound = 0;
        for (const Expr& b : held.bounds) bound += abs(b);
        held.margin = up_to_rounding() * pow(bound, 2) - pow(held.forces[0], 2);
        held.leaves_to = {held.forces[0] * held.bounds[0]};
        return true;
    }

    void add_norm(const Norm& norm, const NormAtState& at, Held& held, Equations& e) const {
        std::vector<ExprVector> by_direction;
        for (const Expr& direction : norm.directions)
            by_direction.push_back(half_jump(sided_.right, direction));
        for (std::size_t a = 0; a < at.parts.size(); ++a) {
            ExprVector column(sided_.right.size());
            for (std::size_t i = 0; i < by_direction.size(); ++i)
                for (std::size_t j = 0; j < column.size(); ++j)
                    column[j] += by_direction[i][j] * at.through[i][a];
            const ExprVector slope = padded(gradient(at.parts[a], e.speeds));
            const auto c = ratio_of(column, slope);
            held.bounds.push_back(c ? simplify(*c) : Expr(1));
            held.forces.push_back(symbol(fmt::format("held {} {}", held.numbers[0] + 1, a + 1)));
            add(at.parts[a], c ? slope : column, held.forces.back(), e);
        }
        Expr filled = 0;
        for (std::size_t a = 0; a < at.parts.size(); ++a) {
            held.leaves_to.push_back(held.forces[a] / held.bounds[a]);
            const Expr by = simplify(held.bounds[0] / held.bounds[a]);
            filled += at.weights[a] * pow(held.forces[a] * by, 2);
        }
        held.margin = up_to_rounding() * pow(held.bounds[0], 2) - filled;
    }

    // As long as the unknowns without those that hold.
    ExprVector padded(ExprVector of_speeds) const {
        of_speeds.resize(sided_.right.size());
        return of_speeds;
    }

    // One more unknown, one more equation: d(leading)/dt = 0.
    void add(const Expr& leading, const ExprVector& column, const Expr& force, Equations& e) const {
        std::vector<Replacement> along;
        for (std::size_t i = 0; i < e.q.size(); ++i) along.emplace_back(e.q[i], e.velocities[i]);
        along.emplace_back(switched_.system.t, 1);
        const std::size_t before = e.unknowns.size();
        ExprVector row = gradient(leading, e.speeds);
        row.resize(before);
        for (std::size_t i = 0; i < before; ++i)
            e.matrix[i].push_back(i < column.size() ? -column[i] : Expr(0));
        row.emplace_back(0);
        e.matrix.push_back(std::move(row));
        e.right.push_back(-derivative_along(leading, along));
        e.unknowns.push_back(force);
    }

    // What the sides and directions are, in terms of the unknowns.
    std::vector<Replacement> sides_of(const Held& held,
                                      const std::vector<NormAtState>& norms) const {
        std::vector<Replacement> result;
        const std::size_t first = held.numbers[0], switches = switched_.switches.size();
        if (first < switches) {
            for (std::size_t j = 0; j < held.numbers.size(); ++j)
                result.emplace_back(switched_.switches[held.numbers[j]].side,
                                    j == 0 ? held.forces[0] / held.bounds[0] : Expr(0));
            return result;
        }
        const Norm& norm = switched_.norms[first - switches];
        const ExprMatrix& through = norms[first - switches].through;
        result.emplace_back(norm.size, 0);
        for (std::size_t i = 0; i < norm.directions.size(); ++i) {
            Expr e = 0;
            for (std::size_t a = 0; a < held.leaves_to.size(); ++a)
                e += through[i][a] * held.leaves_to[a];
            result.emplace_back(norm.directions[i], e);
        }
        return result;
    }

    // In what the equations say of accelerations, reactions and forces.
    void put_in_sides(SmoothMotion& motion, const std::vector<NormAtState>& norms) const {
        std::vector<Replacement> sides;
        for (const Held& held : motion.held)
            for (Replacement& r : sides_of(held, norms)) sides.push_back(std::move(r));
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
    bool is_one_surface_;
};

// The directions of norms that are not held, in terms of v in the system, of the state elsewhere.
void put_in_directions(SmoothMotion& motion, const SwitchedSystem& switched,
                       const std::vector<NormAtState>& norms, const std::vector<Side>& sides) {
    std::vector<Replacement> of_velocities, of_state;
    for (std::size_t i = 0; i < norms.size(); ++i) {
        if (stays(sides[switched.switches.size() + i])) continue;
        const Norm& norm = switched.norms[i];
        for (Replacement& r : moving(norm, norm.parts, norm.square))
            of_velocities.push_back(std::move(r));
        for (Replacement& r : moving(norm, norms[i].all_parts, norms[i].square))
            of_state.push_back(std::move(r));
    }
    if (of_state.empty()) return;
    System& system = motion.system;
    system.force = substitute(system.force, of_velocities);
    for (Particle& p : system.particles) p.force = substitute(p.force, of_velocities);
    motion.held_force = substitute(motion.held_force, of_velocities);
    Equations& e = motion.equations;
    for (ExprVector* part : {&e.right, &e.accelerations, &e.reactions})
        *part = substitute(*part, of_state);
    for (ExprVector& row : e.matrix) row = substitute(row, of_state);
    for (Held& held : motion.held) {
        held.margin = substitute(held.margin, of_state);
        held.leaves_to = substitute(held.leaves_to, of_state);
    }
}

Number in_place_of(double kept) {
    const int whole = static_cast<int>(kept);
    return kept == whole ? Number(whole) : Number::floating(kept);
}

// Of the parameters, the last ones, that stand for sides and, where they are kept, for directions and sizes.
void put_in_values(System& system, const SwitchedSystem& switched, const std::vector<Side>& sides,
                   const KeptAt& kept) {
    const auto kept_at = [&](std::size_t number) {
        const auto found = std::ranges::find(kept, number, &KeptAt::value_type::first);
        return found == kept.end() ? nullptr : &found->second;
    };
    auto next = system.parameters.end();
    for (std::size_t i = switched.switches.size(); i-- > 0;) {
        if (switched.switches[i].only_left) (--next)->value = sides[i] == Side::Away ? 1 : -1;
        const auto* const at = kept_at(i);
        (--next)->value = at != nullptr ? in_place_of((*at)[0]) : Number(sign_of(sides[i]));
    }
    for (std::size_t i = switched.norms.size(); i-- > 0;) {
        next -= static_cast<std::ptrdiff_t>(switched.norms[i].directions.size()) + 1;
        const auto* const at = kept_at(switched.switches.size() + i);
        if (at == nullptr) continue;
        auto put = next;
        for (const double entry : *at) (put++)->value = in_place_of(entry);
        put->value = 0;
    }
}

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
                                          const std::vector<NormAtState>& norms,
                                          const std::vector<Side>& sides, const KeptAt& kept) {
    SmoothMotion motion{switched.system, equations, {}, {}};
    put_in_values(motion.system, switched, sides, kept);
    const bool is_held = std::ranges::find(sides, Side::Held) != sides.end();
    try {
        if (is_held && !Holding(switched, equations, sides).hold(motion, norms)) return {};
    } catch (const NumericalError&) {  // the equations have no value on the surface
        return {};
    }
    put_in_directions(motion, switched, norms, sides);
    return motion;
}

}  // namespace rattleback
