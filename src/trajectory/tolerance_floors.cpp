#include "trajectory/tolerance_floors.hpp"

#include <algorithm>
#include <cmath>

namespace rattleback {
namespace {

// A step so much shorter than the widest so far, three in a row, is a reason to look at rounding, and again
// after so many steps, while it is part of the floors or the run creeps.
constexpr double much_shorter = 8;
constexpr int short_steps = 3, steps_between = 50;
// What rounding makes of a step, times this, is added: an estimate of an error is a sum of several rates,
// at states that are sums of others. By how much that makes rounding larger depends on the method and on the
// motion; where in all of these steps no rate changes by more than this part, it is more.
constexpr double safety = 10, even_more = 4, most_safety = 1e4;
constexpr double still = 0.015;
// What has changed by less stays as it is: to begin anew costs some steps.
constexpr double more = 2, less = 4;
// Of a rate: where rounding is more than that, its terms balance each other, and it has no digits at all.
constexpr double nothing_left = 0.01;
// An entry that nothing told of is told of anew when it has become so much larger.
constexpr double much_larger = 1e4;
// One over a floor stays in the range of doubles.
constexpr double least = 1e-280;
constexpr int most_tries = 3;  // of a step that a method cannot do

}  // namespace

ToleranceFloors::ToleranceFloors(const OdeProblem& problem, const IntegrationOptions& options)
    : problem_(problem),
      options_(options),
      rounding_(problem),
      of_step_(problem.size),
      floors_(problem.size),
      rates_(problem.size),
      now_(problem.size),
      largest_(problem.size),
      safety_(safety) {
    for (std::size_t i = 0; i < floors_.size(); ++i) {
        Floor& floor = floors_[i];
        const bool is_known = i < options.sizes.size();
        floor.chosen = floor_of(is_known ? options.sizes[i] : options.atol > 0 ? 0 : 1);
        floor.is_untold = !options.fixed && i < options.untold.size() && options.untold[i] != 0;
        is_untold_ |= floor.is_untold;
    }
}

double ToleranceFloors::floor_of(double size) const {
    const double chosen = floor_part * options_.rtol;
    if (options_.atol > 0) return std::max(options_.atol, std::min(rounding_part, chosen) * size);
    return chosen * size;
}

// Where the run begins in the middle of a motion, what has moved is known.
void ToleranceFloors::start(const double* y) {
    for (std::size_t i = 0; i < floors_.size(); ++i) {
        Floor& floor = floors_[i];
        if (!floor.is_untold || y[i] == 0) continue;
        floor.size = std::abs(y[i]);
        floor.chosen = std::max(least, floor_of(floor.size));
    }
    update();
}

bool ToleranceFloors::tell(double t, double width, const double* y) {
    bool is_new = false;
    for (std::size_t i = 0; i < floors_.size(); ++i) {
        Floor& floor = floors_[i];
        const double size = std::abs(y[i]);
        if (!floor.is_untold || !(size > much_larger * floor.size)) continue;
        floor.size = size;
        floor.chosen = std::max(least, floor_of(size));
        is_new = true;
    }
    if (!is_new) return false;
    take_rounding(t, std::abs(width), y, true);
    update();
    return true;
}

bool ToleranceFloors::is_due(double width) {
    last_width_ = std::abs(width);
    tries_ = 0;
    widest_ = std::max(widest_, last_width_);
    if (is_watching_ && ++since_look_ >= steps_between) return true;
    if (last_width_ * much_shorter >= widest_) {
        short_steps_ = 0;
        return false;
    }
    return ++short_steps_ >= short_steps;
}

// What steps need that have become shorter; less only after a while, for those since then.
bool ToleranceFloors::look(double t, const double* y) {
    const bool is_shorter = short_steps_ >= short_steps;
    const double width = is_shorter ? last_width_ : widest_;
    widest_ = last_width_;
    const bool creeping = !is_shorter && creeps(t, y);
    if (creeping) safety_ = std::min(even_more * safety_, most_safety);
    const bool is_changed = take_rounding(t, width, y, is_shorter);
    is_watching_ = is_shorter || creeping || is_raised_;
    if (!is_watching_) safety_ = safety;
    return is_changed;
}

bool ToleranceFloors::allow_more(double t, const double* y) {
    return last_width_ > 0 && !options_.fixed && ++tries_ <= most_tries &&
           take_rounding(t, last_width_, y, true);
}

bool ToleranceFloors::creeps(double t, const double* y) {
    const std::span<const double> rounding = rounding_.at(t, y), rates = rounding_.rates();
    for (std::size_t i = 0; i < rates.size(); ++i) {
        const double change = std::abs(rates[i] - rates_[i]);
        if (!(change <= still * std::abs(rates[i]) + rounding[i] / still)) return false;
    }
    return true;
}

double ToleranceFloors::allowed(std::size_t i, const double* y) const {
    return floors_[i].chosen + options_.rtol * std::abs(y[i]);
}

double ToleranceFloors::raised(std::size_t i, const double* y) const {
    const double wanted = safety_ * of_step_[i] / part_;
    return wanted > allowed(i, y) ? wanted : 0;
}

// Whether this changes a floor.
bool ToleranceFloors::take_rounding(double t, double width, const double* y, bool only_more) {
    short_steps_ = since_look_ = 0;
    const std::span<const double> rounding = rounding_.at(t, y);
    std::ranges::copy(rounding_.rates(), rates_.begin());
    if (!std::ranges::all_of(rounding, [](double each) { return std::isfinite(each); }))
        return false;
    for (std::size_t i = 0; i < floors_.size(); ++i) of_step_[i] = width * rounding[i];
    if (compares_states_) {
        const std::span<const double> of_projection = rounding_.of_projection(t, y);
        for (std::size_t i = 0; i < floors_.size(); ++i) of_step_[i] += of_projection[i];
    }
    bool is_changed = false;
    for (std::size_t i = 0; i < floors_.size(); ++i) {
        const double now = raised(i, y), before = floors_[i].rounding;
        is_changed |= now > more * before || (!only_more && less * now < before);
        const bool has_digits = rounding[i] < nothing_left * std::abs(rounding_.rates()[i]);
        const double reached = of_step_[i] * safety_ / safety;
        if (reached > allowed(i, y) && has_digits) note(t, i, reached, allowed(i, y));
    }
    if (!is_changed) return false;
    is_raised_ = false;
    for (std::size_t i = 0; i < floors_.size(); ++i) {
        floors_[i].rounding = std::max(raised(i, y), only_more ? floors_[i].rounding : 0);
        is_raised_ |= floors_[i].rounding > 0;
    }
    is_watching_ |= is_raised_;
    widest_ = 0;  // a method may begin with short steps
    update();
    return true;
}

void ToleranceFloors::update() {
    for (std::size_t i = 0; i < floors_.size(); ++i) {
        const Floor& floor = floors_[i];
        now_[i] = floor.chosen + floor.rounding;
        const double known = floor.is_untold && floor.size == 0 ? options_.atol : floor.chosen;
        largest_[i] = std::max(largest_[i], known + part_ * floor.rounding);
    }
}

void ToleranceFloors::note(double t, std::size_t entry, double reached, double allowed) {
    if (!exceeded_) exceeded_ = Exceeded{.from = t};
    exceeded_->until = t;
    if (reached * exceeded_->allowed < exceeded_->reached * allowed) return;
    exceeded_->at = t;
    exceeded_->reached = reached;
    exceeded_->allowed = allowed;
    exceeded_->entry = entry;
}

Sentences ToleranceFloors::sentences() const {
    if (!exceeded_) return {};
    const auto& [from, until, at, reached, allowed, entry] = *exceeded_;
    const std::string name =
        entry < problem_.names.size() ? problem_.names[entry] : "y" + std::to_string(entry + 1);
    return {
        sentence("The tolerance was not met between {} and {}: at {} rounding of the equations "
                 "moves {} by {:.1e} in a step, where {:.1e} is allowed.",
                 time_is(from), time_is(until), time_is(at), name, reached, allowed)};
}

}  // namespace rattleback
