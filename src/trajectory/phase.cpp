#include "trajectory/phase.hpp"

#include "expr/functions.hpp"
#include "expr/print_text.hpp"
#include "trajectory/continued_roots.hpp"

namespace rattleback {
namespace {

// A norm that is so many times what counts as slow is no longer so.
constexpr double fast = 2;

}  // namespace

Phases::Phase::Phase(const Phases& of, std::vector<Side> sides, SmoothMotion motion)
    : sides_(std::move(sides)),
      norms_(of.norms_.size()),
      motion_(std::make_shared<const SmoothMotion>(std::move(motion))),
      inside_(of.inside(*motion_)),
      problem_(inside_, motion_->equations, settings(of, sides_)),
      with_guards_(problem_.problem()),
      own_events_(with_guards_.events.size()) {
    if (const auto u = end_of_root(problem_.motion().rates_problem())) {
        with_guards_.tape = nullptr;
        no_series_ = "A root or logarithm has no series at " + to_text(*u) + " = 0.";
    }
    guard_surfaces(of);
    guard_norms(of);
    for (const Held& held : motion_->held) guard_held(held);
    for (std::size_t i = 0; i < tapes_.size(); ++i)
        with_guards_.events[own_events_ + i].formula = tapes_[i] ? &*tapes_[i] : nullptr;
    with_guards_.event_values = values_;
    if (motion_->held.empty()) return;
    with_guards_.discrete = nullptr;
    with_guards_.no_discrete =
        "The motion is held on a surface where forces jump, and its steps cannot hold it.";
}

Arrival Phases::Phase::arrival(std::size_t event, double t, std::span<const double> y) const {
    const std::size_t guard = event - own_events_;
    if (guard < guards_.size())
        return {.at = guards_[guard].number, .becomes = guards_[guard].becomes};
    const std::size_t held = guard - guards_.size();
    std::vector<double> to = holding(held, t, y);
    to.erase(to.begin());
    const std::size_t number = motion_->held[held].numbers[0];
    if (number >= sides_.size() - norms_) return {.at = number, .left_along = std::move(to)};
    return {.at = number, .left_to = to[0] > 0 ? Side::Above : Side::Below};
}

void Phases::Phase::guard_surfaces(const Phases& of) {
    for (std::size_t i = 0; i < of.surfaces_.size(); ++i) {
        if (sides_[i] == Side::Held) continue;
        const bool is_away = sides_[i] == Side::Away;
        if (!is_away) guard(of.surfaces_[i].value, static_cast<int>(sides_[i]), i);
        if (const auto& left = of.switched_.switches[i].only_left)
            guard(*left, is_away ? 1 : -1, i);
    }
}

void Phases::Phase::guard_norms(const Phases& of) {
    const std::size_t first = of.surfaces_.size();
    for (std::size_t i = 0; i < of.norms_.size(); ++i) {
        if (sides_[first + i] == Side::Held) continue;
        const Expr& square = of.norms_[i].square;
        const double slow = of.norm_sizes_->slow()[i], least = of.norm_sizes_->least()[i];
        if (sides_[first + i] == Side::Above) {
            guard(square - floating(slow * slow), 1, first + i);
            guards_.back().becomes = Side::Slow;
            continue;
        }
        is_slow_ = true;
        guard(square - floating(least * least), 1, first + i);
        guard(square - floating(fast * fast * slow * slow), -1, first + i);
        guards_.back().becomes = Side::Above;
    }
}

// Where norms vanish is guarded here.
MotionSettings Phases::Phase::settings(const Phases& of, const std::vector<Side>& sides) {
    MotionSettings result = of.settings_;
    for (std::size_t i = 0; i < of.norms_.size(); ++i)
        if (sides[of.surfaces_.size() + i] != Side::Held)
            result.guarded.push_back(sqrt(of.norms_[i].square));
    return result;
}

void Phases::Phase::guard(const Expr& value, int side, std::size_t of_switch) {
    guards_.push_back({of_switch});
    tapes_.emplace_back(
        record(problem_.motion().inputs(), problem_.motion().at_state({&value, 1})));
    add_event(side);
}

// The margin, and where it lets go to.
void Phases::Phase::guard_held(const Held& held) {
    LinearProblem problem = problem_.motion().rates_problem();
    ExprVector wanted{held.margin};
    wanted.insert(wanted.end(), held.leaves_to.begin(), held.leaves_to.end());
    problem.outputs = problem_.motion().at_state(wanted);
    holding_.emplace_back(problem);
    tapes_.push_back(holding_.back().straight_line());
    add_event(1);
}

void Phases::Phase::add_event(int side) {
    with_guards_.events.push_back({.name = "switch",
                                   .direction = -side,
                                   .stop = true,
                                   .formula = nullptr,
                                   .starts_from = side});
}

std::vector<double> Phases::Phase::holding(std::size_t which, double t,
                                           std::span<const double> y) const {
    std::vector<double> out(holding_[which].outputs());
    holding_[which](problem_.motion().input(y, t).data(), out.data());
    return out;
}

// Where there is no formula.
void Phases::Phase::evaluate(double t, const double* y, double* values) const {
    if (problem_.problem().event_values) problem_.problem().event_values(t, y, values);
    for (std::size_t i = 0; i < holding_.size(); ++i)
        values[own_events_ + guards_.size() + i] = holding(i, t, {y, with_guards_.size})[0];
}

}  // namespace rattleback
