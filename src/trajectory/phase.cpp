#include "trajectory/phase.hpp"

#include <algorithm>

#include "expr/print_text.hpp"

namespace rattleback {
namespace {

std::shared_ptr<const SmoothMotion> with_values(const PhaseCode& code, const System& run) {
    SmoothMotion result = code.motion();
    result.system = code.values(run);
    return std::make_shared<const SmoothMotion>(std::move(result));
}

}  // namespace

Phases::Phase::Phase(const Phases& of, std::shared_ptr<const PhaseCode> code,
                     std::shared_ptr<const SmoothMotion> motion)
    : code_(std::move(code)),
      norms_(of.code_->motion().norms.size()),
      motion_(motion ? std::move(motion) : with_values(*code_, of.run_)),
      problem_(code_->code(), code_->values(of.run_), of.settings_),
      with_guards_(problem_.problem()),
      own_events_(with_guards_.events.size()) {
    if (const auto& u = code_->end_of_root()) {
        with_guards_.tape = nullptr;
        no_series_ = sentence("A root or logarithm has no series at {}.",
                              Equation{problem_.in_numbers(*u), 0});
    }
    add_guards(of);
    add_holding();
    for (std::size_t i = 0; i < tapes_.size(); ++i)
        with_guards_.events[own_events_ + i].formula = tapes_[i] ? &*tapes_[i] : nullptr;
    if (std::ranges::any_of(tapes_, [](const auto& tape) { return !tape; }))
        with_guards_.event_values = values_;
    if (motion_->held.empty()) return;
    with_guards_.discrete = {};
    with_guards_.no_discrete =
        "The motion is held on a surface where forces jump, and its steps cannot hold it.";
}

Arrival Phases::Phase::arrival(std::size_t event, double t, std::span<const double> y) const {
    const std::vector<PhaseCode::Guard>& guards = code_->guards();
    const std::size_t guard = event - own_events_;
    if (guard < guards.size())
        return {.at = guards[guard].number, .becomes = guards[guard].becomes};
    const std::size_t held = guard - guards.size();
    std::vector<double> to = holding(held, t, y);
    to.erase(to.begin());
    const std::size_t number = motion_->held[held].numbers[0];
    if (number >= sides().size() - norms_) return {.at = number, .left_along = std::move(to)};
    return {.at = number, .left_to = to[0] > 0 ? Side::Above : Side::Below};
}

void Phases::Phase::add_guards(const Phases& of) {
    const std::size_t surfaces = sides().size() - norms_;
    for (const PhaseCode::Guard& guard : code_->guards()) {
        std::vector<double> numbers(problem_.numbers().begin(), problem_.numbers().end());
        if (guard.size != PhaseCode::Size::None) {
            const auto& sizes = guard.size == PhaseCode::Size::Least ? of.norm_sizes_->least()
                                                                     : of.norm_sizes_->slow();
            const double size = guard.times * sizes[guard.number - surfaces];
            numbers.push_back(size * size);
        }
        tapes_.emplace_back(guard.formula.at(numbers));
        add_event(guard.side);
    }
}

// The margin, and where it lets go to.
void Phases::Phase::add_holding() {
    for (const SolvedFunction& holding : code_->holding()) {
        std::vector<double> numbers(problem_.numbers().begin(), problem_.numbers().end());
        holding_constants_.push_back(holding.constants(numbers));
        numbers.insert(numbers.end(), holding_constants_.back().begin(),
                       holding_constants_.back().end());
        const auto& formula = holding.straight_line();
        tapes_.push_back(formula ? std::optional(with_numbers(*formula, numbers)) : std::nullopt);
        add_event(1);
    }
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
    const SolvedFunction& code = code_->holding()[which];
    std::vector<double> in(y.begin(), y.end()), out(code.outputs());
    in.push_back(t);
    in.insert(in.end(), problem_.numbers().begin(), problem_.numbers().end());
    in.insert(in.end(), holding_constants_[which].begin(), holding_constants_[which].end());
    code(in.data(), out.data());
    return out;
}

// Of what holds: where there is no formula.
void Phases::Phase::evaluate(double t, const double* y, double* values) const {
    for (std::size_t i = 0; i < holding_constants_.size(); ++i)
        values[own_events_ + code_->guards().size() + i] = holding(i, t, {y, with_guards_.size})[0];
}

}  // namespace rattleback
