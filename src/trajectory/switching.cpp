#include "trajectory/switching.hpp"

#include <algorithm>
#include <cmath>

#include "expr/print_text.hpp"
#include "model/initial_values.hpp"

namespace rattleback {
namespace {

// An angle of this cosine −1/n lies between those at which the one and the other way to compute it end.
constexpr int beside_cut = 4;

// How fast the x of each cut is about to change, as far as that follows from the state.
ExprVector rates_of_cuts(const SwitchedSystem& switched, const Equations& equations) {
    std::vector<Replacement> along{{switched.system.t, 1}};
    for (std::size_t i = 0; i < equations.q.size(); ++i)
        along.emplace_back(equations.q[i], equations.velocities[i]);
    ExprVector rates;
    for (const Switch& s : switched.switches)
        rates.push_back(s.only_left ? derivative_along(*s.only_left, along) : Expr(0));
    return rates;
}

ExprVector looked_at(const SwitchedSystem& switched, const std::vector<Surface>& surfaces,
                     const EquationsOfMotion& motion, const ExprVector& rates_of_cuts) {
    const ExprVector state = motion.state();
    ExprVector wanted;
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
        const Surface& s = surfaces[i];
        wanted.push_back(s.value);
        wanted.push_back(s.leading);
        const Switch& of = switched.switches[i];
        wanted.push_back(of.only_left ? off_cut(of, beside_cut) : Expr(-1));
        wanted.push_back(derivative(s.leading, switched.system.t));
        for (const Expr& e : gradient(s.leading, state)) wanted.push_back(e);
        for (const Expr& e : gradient(s.value, state)) wanted.push_back(e);
    }
    wanted.insert(wanted.end(), rates_of_cuts.begin(), rates_of_cuts.end());
    return wanted;
}

// What must not jump: else forces are not finite, or velocities would have to jump too.
ExprVector must_be_continuous(const System& system, const Equations& equations) {
    ExprVector wanted = gradient(system.lagrangian, system.v);
    wanted.push_back(system.lagrangian);
    for (const Constraint& c : system.constraints)
        if (c.order < 2) wanted.push_back(c.expression);
    wanted.insert(wanted.end(), equations.velocities.begin(), equations.velocities.end());
    return wanted;
}

const SolveOptions interpreted{.compile = {.backend = Backend::Interpreter}};

Side side_of(double value) { return value < 0 ? Side::Below : Side::Above; }

}  // namespace

SwitchingCode::SwitchingCode(const SwitchedSystem& of, const Equations& equations,
                             const std::vector<NormAtState>& norms_at_state)
    : switched(of),
      surfaces(rattleback::surfaces(of, equations)),
      motion(of.system, equations, {.solve = interpreted, .shorten = false}),
      rates(motion.rates()),
      looks(motion.observed(looked_at(of, surfaces, motion, rates_of_cuts(of, equations)))),
      continuous(motion.observed(must_be_continuous(of.system, equations))),
      norms(norms_at_state, of.system.t, motion) {
    std::size_t next = motion.inputs().size();
    parameter.resize(surfaces.size());
    for (std::size_t i = surfaces.size(); i-- > 0;) {
        if (of.switches[i].only_left) --next;
        parameter[i] = --next;
    }
    direction_of.resize(norms.size());
    for (std::size_t i = norms.size(); i-- > 0;) {
        next -= of.norms[i].directions.size() + 1;
        direction_of[i] = next;
    }
}

Switching::Switching(const SwitchingCode& code, const SwitchingRun& run)
    : code_(code),
      switched_(code.switched),
      surfaces_(code.surfaces),
      rtol_(run.rtol),
      length_(std::abs(run.length)),
      direction_(run.length < 0 ? -1 : 1),
      parameter_(code.parameter),
      norms_(code.norms),
      norm_sizes_(run.sizes),
      direction_of_(code.direction_of),
      numbers_(parameter_numbers(run.values)),
      seen_(code.looks.outputs()),
      f_(code.motion.size()),
      known_{std::vector<double>(surfaces_.size()), std::vector<double>(surfaces_.size()),
             std::vector<double>(code.motion.size()), std::vector<char>(surfaces_.size())} {}

void Switching::set_values(const System& values) { numbers_ = parameter_numbers(values); }

void Switching::set(std::size_t i, Side side) {
    in_[parameter_[i]] = sign_of(side);
    if (switched_.switches[i].only_left) in_[parameter_[i] + 1] = side == Side::Away ? 1 : -1;
}

void Switching::set_direction(std::size_t norm, std::span<const double> e) {
    std::ranges::copy(e, in_.begin() + static_cast<std::ptrdiff_t>(direction_of_[norm]));
}

Switching::At Switching::at(std::size_t i) const {
    const std::size_t n = f_.size();
    const double* const first = seen_.data() + i * (4 + 2 * n);
    // Where a cut ends it is left or met as x is about to change.
    const double off_cut =
        first[2] == 0 ? direction_ * seen_[surfaces_.size() * (4 + 2 * n) + i] : first[2];
    return {first[0], first[1], off_cut, first[3], first + 4, first + 4 + n};
}

void Switching::see() { code_.looks(in_.data(), seen_.data()); }

// A surface within another one, as u = 1 − |x|, has the sides of those before it in its value.
void Switching::look(double t, std::span<const double> y, const std::vector<Side>& sides) {
    in_.assign(y.begin(), y.end());
    in_.push_back(t);
    in_.insert(in_.end(), numbers_.begin(), numbers_.end());
    for (std::size_t i = 0; i < surfaces_.size() && !sides.empty(); ++i) set(i, sides[i]);
    see();
    for (std::size_t i = 0; i < surfaces_.size(); ++i) {
        const double was = in_[parameter_[i]];
        set(i, side_away(i, sides));
        if (in_[parameter_[i]] != was) see();
    }
    for (std::size_t i = 0; i < surfaces_.size(); ++i) {
        const At here = at(i);
        known_.largest[i] = std::max(known_.largest[i], std::abs(here.value));
        known_.largest_leading[i] = std::max(known_.largest_leading[i], std::abs(here.leading));
    }
    norms_.look(in_.data());
    for (std::size_t i = 0; i < norms_.size(); ++i) {
        const bool is_zero = norms_.size_of(i) == 0;
        if (!is_zero) set_direction(i, norms_.direction(i));
        in_[direction_of_[i] + switched_.norms[i].directions.size()] = norms_.size_of(i);
    }
}

void Switching::measure(std::span<const double> sizes) {
    for (std::size_t j = 0; j < known_.sizes.size(); ++j)
        known_.sizes[j] = std::max(known_.sizes[j], sizes[j]);
}

bool Switching::go_on(const SwitchingSoFar& known) {
    if (known.largest.size() != known_.largest.size() ||
        known.largest_leading.size() != known_.largest_leading.size() ||
        known.sizes.size() != known_.sizes.size() || known.is_left.size() != known_.is_left.size())
        return false;
    known_ = known;
    return true;
}

// What the tolerance cannot tell from lying on a surface.
bool Switching::is_near(std::size_t i) const {
    const At here = at(i);
    double size = known_.largest[i];
    for (std::size_t j = 0; j < known_.sizes.size(); ++j)
        if (here.value_by_state[j] != 0)
            size = std::max(size, std::abs(here.value_by_state[j]) * known_.sizes[j]);
    return std::abs(here.value) <= rtol_ * size;
}

// Whether the run came to the surface itself, not only to an angle at which a cut is looked at in another
// way: the ratio of the two is 0 there and more than 1/2 here.
bool Switching::is_met(std::size_t i, const Arrival& arrival) const {
    if (arrival.at != i) return false;
    const bool is_cut = switched_.switches[i].only_left.has_value();
    return !is_cut || 2 * std::abs(at(i).value) < std::abs(at(i).off_cut);
}

// Whether the cut on which the motion was held has come to its end.
bool Switching::has_ended(std::size_t i, const Arrival& arrival) const {
    return switched_.switches[i].only_left && arrival.at == i && !arrival.left_to;
}

bool Switching::is_on(std::size_t i, const Arrival& arrival) {
    if (at(i).off_cut > 0) return known_.is_left[i] = 0, false;
    if (is_met(i, arrival)) return true;
    const bool is_near = this->is_near(i);
    if (!is_near) known_.is_left[i] = 0;
    return is_near && known_.is_left[i] == 0;
}

const std::vector<double>& Switching::rates_with(const std::vector<Side>& sides) {
    for (std::size_t i = 0; i < surfaces_.size(); ++i) set(i, sides[i]);
    code_.rates(in_.data(), f_.data());
    see();
    return f_;
}

double Switching::rate(double by_time, std::span<const double> by_state) const {
    double sum = by_time;
    for (std::size_t j = 0; j < f_.size(); ++j)
        if (by_state[j] != 0) sum += by_state[j] * f_[j];
    return direction_ * sum;
}

double Switching::rate(std::size_t i) const {
    return rate(at(i).by_time, {at(i).by_state, f_.size()});
}

double Switching::rate_size(double by_time, std::span<const double> by_state) const {
    double sum = std::abs(by_time);
    for (std::size_t j = 0; j < f_.size(); ++j)
        if (by_state[j] != 0) sum += std::abs(by_state[j] * f_[j]);
    return sum;
}

double Switching::rate_size(std::size_t i) const {
    return rate_size(at(i).by_time, {at(i).by_state, f_.size()});
}

Continuation Switching::decide(double t, std::span<const double> y, const Arrival& arrival,
                               const std::vector<Side>& before) {
    look(t, y, before);
    std::vector<std::size_t> on;
    for (std::size_t i = 0; i < surfaces_.size(); ++i) {
        const bool was_held = !before.empty() && stays(before[i]);
        if (was_held ? !has_ended(i, arrival) : is_on(i, arrival)) on.push_back(i);
    }
    Continuation next = decide(t, y, arrival, before, on);
    for (const std::size_t i : on) {
        known_.is_left[i] = stays(next.sides[i]) ? 0 : 1;
        if (!is_crossed(i, arrival, before)) next.on.push_back(i);
    }
    return next;
}

// A surface of positions, with some velocity.
bool Switching::is_crossed(std::size_t i, const Arrival& arrival,
                           const std::vector<Side>& before) const {
    const bool was_held = !before.empty() && stays(before[i]);
    const bool moves = std::abs(at(i).leading) > rtol_ * known_.largest_leading[i] &&
                       !(arrival.is_again && arrival.at == i);
    return surfaces_[i].of_position && moves && !was_held;
}

// The side that a phase had, though rounding may have left the value a little beyond; another one where
// the value has jumped, because one of a surface within it has.
Side Switching::side_away(std::size_t i, const std::vector<Side>& before) const {
    const At here = at(i);
    const bool is_cut = switched_.switches[i].only_left.has_value();
    if (is_cut && here.off_cut > 0) return Side::Away;
    return is_cut || before.empty() || !is_near(i) ? side_of(here.value) : before[i];
}

Continuation Switching::decide(double t, std::span<const double> y, const Arrival& arrival,
                               const std::vector<Side>& before,
                               const std::vector<std::size_t>& on) {
    std::vector<Side> sides;
    std::vector<std::size_t> undecided, left;
    for (std::size_t i = 0; i < surfaces_.size(); ++i) {
        if (i > 0) {  // what is within this one is decided
            set(i - 1, sides.back());
            see();
        }
        const bool was_held = !before.empty() && stays(before[i]);
        sides.push_back(was_held && has_ended(i, arrival) ? Side::Away : side_away(i, before));
        if (std::ranges::find(on, i) == on.end()) continue;
        const At here = at(i);
        sides[i] = side_of(here.value);
        const bool is_left =
            arrival.left_to && was_held && surfaces_[*arrival.at].leading == surfaces_[i].leading;
        if (is_left)
            sides[i] = *arrival.left_to, left.push_back(i);
        else if (is_crossed(i, arrival, before))
            sides[i] = side_of(direction_ * here.leading);
        else
            undecided.push_back(i);
    }
    if (Sentence why = jump(t, on, sides); !why.empty()) return {sides, why};
    Continuation so_far{sides};
    std::vector<std::size_t> at_rest = norms_at_rest(arrival, before, so_far);
    if (!at_rest.empty()) {
        so_far.on = on;
        add_what_rests_too(t, y, so_far, at_rest, undecided);
        if (are_shared(before)) undecided.insert(undecided.end(), left.begin(), left.end());
        return choose(t, y, at_rest, groups(undecided), std::move(so_far));
    }
    for (const auto& [norm, eta] : so_far.leaving) set_direction(norm, norms_.direction(norm, eta));
    if (undecided.empty()) return so_far;
    Continuation next = choose(t, y, {groups(undecided), groups(left)}, so_far.sides);
    next.leaving = std::move(so_far.leaving);
    return next;
}

// How much each of what must be continuous differs between the sides of a surface, and how large it is.
std::pair<std::vector<double>, std::vector<double>> Switching::differences(std::size_t i) {
    std::vector<double> above(code_.continuous.outputs()), below(above), sum(above);
    set(i, Side::Above);
    code_.continuous(in_.data(), above.data());
    set(i, Side::Below);
    code_.continuous(in_.data(), below.data());
    for (std::size_t k = 0; k < above.size(); ++k) {
        sum[k] = std::abs(above[k]) + std::abs(below[k]);
        above[k] = std::abs(above[k] - below[k]);
    }
    return {above, sum};
}

// Whether something jumps that must not. What is as far from the surface as the tolerance may put the
// state differs between its sides by that part of what it would at a distance.
Sentence Switching::jump(double t, const std::vector<std::size_t>& on,
                         const std::vector<Side>& sides) {
    for (const std::size_t i : on) {
        for (std::size_t j = 0; j < surfaces_.size(); ++j) set(j, sides[j]);
        const auto [here, size] = differences(i);
        std::size_t mover = 0;  // the entry of the state that moves u most
        const auto moves = [&](std::size_t j) {
            return std::abs(at(i).value_by_state[j]) * known_.sizes[j];
        };
        for (std::size_t j = 1; j < known_.sizes.size(); ++j)
            if (moves(j) > moves(mover)) mover = j;
        const double kept = in_[mover];
        in_[mover] += known_.sizes[mover];
        const std::vector<double> away = differences(i).first;
        in_[mover] = kept;
        for (std::size_t k = 0; k < here.size(); ++k)
            if (here[k] > 1e-6 * size[k] + (std::isfinite(away[k]) ? 10 * rtol_ * away[k] : 0))
                return sentence(
                    "The motion has no continuation at {}: the Lagrangian or a constraint jumps at "
                    "{}, and the force there is not finite",
                    time_is(t), surface_text(switched_, i));
    }
    return {};
}

std::vector<Switching::Group> Switching::groups(const std::vector<std::size_t>& undecided) const {
    std::vector<Group> result;
    for (const std::size_t i : undecided) {
        const auto known = std::ranges::find_if(result, [&](const Group& g) {
            return surfaces_[g.members[0]].leading == surfaces_[i].leading;
        });
        if (known == result.end())
            result.push_back({{i}});
        else
            known->members.push_back(i);
    }
    return result;
}

Sentence Switching::where(double t, const std::vector<std::size_t>& numbers) const {
    Sentences surfaces;
    for (const std::size_t i : numbers) surfaces.push_back(surface_text(switched_, i));
    return sentence("{}, where {}", time_is(t), listed(surfaces, " and "));
}

std::vector<std::size_t> Switching::members(const std::vector<Group>& groups) {
    std::vector<std::size_t> result;
    for (const Group& g : groups) result.insert(result.end(), g.members.begin(), g.members.end());
    return result;
}

}  // namespace rattleback
