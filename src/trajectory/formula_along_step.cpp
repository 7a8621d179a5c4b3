#include "trajectory/formula_along_step.hpp"

#include <array>

#include "trajectory/bernstein.hpp"

namespace rattleback {
namespace {

constexpr double unit = std::numeric_limits<double>::epsilon();

std::vector<bool> inputs_used(const Tape& tape) {
    std::vector<bool> used(tape.places());
    for (const Place output : tape.outputs) used[output] = true;
    for (const Instruction& step : tape.instructions) {
        const std::array<Place, 3> read{step.a, step.b, step.c};
        for (int i = 0; i < operands(step.op); ++i) used[read[static_cast<std::size_t>(i)]] = true;
    }
    used.resize(tape.inputs.size());
    return used;
}

// Entry i of the segment in Bernstein's basis, by the recursion that evaluates it: θ times a
// polynomial of degree m has bⱼ₋₁ j/(m + 1), 1 − θ times it bⱼ (m + 1 − j)/(m + 1).
void to_bernstein(const Segment& segment, std::size_t entry, std::span<double> b) {
    const auto c = [&](std::size_t k) { return segment.coefficients[k * segment.size + entry]; };
    b[0] = c(segment.rows - 1);
    for (std::size_t k = segment.rows - 1; k > 0; --k) {
        const std::size_t degree = segment.rows - k;
        const bool by_theta = segment.basis == Basis::Power || k % 2 == 1;
        const auto share = [&](std::size_t j) {
            return static_cast<double>(j) / static_cast<double>(degree);
        };
        b[degree] = by_theta ? b[degree - 1] : 0;
        for (std::size_t j = degree - 1; j > 0; --j)
            b[j] = by_theta ? share(j) * b[j - 1] : share(degree - j) * b[j];
        if (by_theta) b[0] = 0;
        for (std::size_t j = 0; j <= degree; ++j) b[j] += c(k - 1);
    }
}

}  // namespace

FormulaAlongStep::FormulaAlongStep(const Tape& tape, std::size_t size,
                                   QuantitiesAlongStep* quantities)
    : tape_(&tape), size_(size), quantities_(quantities), places_(tape.places()) {
    const std::vector<bool> used = inputs_used(tape);
    for (std::size_t i = 0; i < size; ++i)
        if (used[i]) used_.push_back(i);
    for (std::size_t i = size + 1; i < used.size(); ++i)
        if (used[i]) used_quantities_.push_back(i - size - 1);
    scale_.resize(used_.size());
}

FormulaAlongStep::FormulaAlongStep(std::size_t quantity, std::size_t size,
                                   QuantitiesAlongStep& quantities)
    : size_(size),
      quantities_(&quantities),
      used_quantities_{quantity},
      places_(size + 2 + quantity) {}

void FormulaAlongStep::begin(const Segment& segment, StateError error, double until) {
    segment_ = segment;
    error_ = error;
    rows_ = segment.rows;
    parts_.assign(1, {0, until});
    reserve_levels();
    for (std::size_t i = 0; i < used_.size(); ++i) {
        const std::span<double> b = polynomial(0, i);
        to_bernstein(segment, used_[i], b);
        if (until < 1) cut_bernstein_beyond(b, until);
        scale_[i] = bernstein_range(b, 0, 1).magnitude();
    }
}

void FormulaAlongStep::reserve_levels() {
    const std::size_t needed = (parts_.size() + 1) * used_.size() * rows_;
    if (bernstein_.size() < needed) bernstein_.resize(2 * needed);
}

void FormulaAlongStep::halve() {
    reserve_levels();
    const std::size_t level = parts_.size() - 1;
    for (std::size_t i = 0; i < used_.size(); ++i)
        split_bernstein(polynomial(level, i), polynomial(level + 1, i));
    Part& right = parts_.back();
    const Part left{right.from, right.width / 2};
    right = {left.until(), left.width};
    parts_.push_back(left);
}

void FormulaAlongStep::next() { parts_.pop_back(); }

const IntervalJet& FormulaAlongStep::over_part() {
    const double radius = part().width / 2, centre = part().from + radius;
    for (std::size_t i = 0; i < used_.size(); ++i) {
        const std::span<const double> b = polynomial(parts_.size() - 1, i);
        set_entry(i, {.value = bernstein_range(b, 0, part().width),
                      .slope = bernstein_range(b, 1, part().width),
                      .curvature = bernstein_range(b, 2, part().width),
                      .centre = point_of(i, centre).centre});
    }
    set_time(centre, radius);
    if (used_quantities_.empty()) return run(radius);
    const auto run_again = [&]() -> const IntervalJet& {
        set_quantities(quantities_->over(part().from, part().until()));
        return run(radius);
    };
    const IntervalJet* jet = &run_again();
    if (may_be_zero(*jet) && refine()) jet = &run_again();
    if (may_be_zero(*jet) && !error_.is_nothing() && quantities_->sharpen(centre))
        jet = &run_again();
    return *jet;
}

bool FormulaAlongStep::refine() {
    return !used_quantities_.empty() && quantities_->refine(part().from, part().until());
}

const IntervalJet& FormulaAlongStep::at(double theta) {
    for (std::size_t i = 0; i < used_.size(); ++i) set_entry(i, point_of(i, theta));
    set_time(theta, 0);
    if (used_quantities_.empty()) return run(0);
    set_quantities(quantities_->at(theta));
    return run_closely(theta);
}

const IntervalJet& FormulaAlongStep::at_end(const double* y) {
    for (std::size_t i = 0; i < used_.size(); ++i) {
        IntervalJet jet = point_of(i, 1);
        jet.value = jet.centre = y[used_[i]];
        set_entry(i, jet);
    }
    set_time(1, 0);
    if (used_quantities_.empty()) return run(0);
    set_quantities(quantities_->at_end(y));
    return run_closely(1);
}

const IntervalJet& FormulaAlongStep::at_start(double t, const double* y, StateError error) {
    error_ = error;
    for (std::size_t i = 0; i < used_.size(); ++i) {
        const double value = y[used_[i]];
        scale_[i] = std::abs(value);
        set_entry(i, {.value = value, .centre = value});
    }
    segment_ = {.start = {t, 0}};
    set_time(0, 0);
    if (!used_quantities_.empty()) set_quantities(quantities_->at_start(t, y, error));
    return run(0);
}

const IntervalJet& FormulaAlongStep::run(double radius) {
    return tape_ != nullptr ? run_jets(*tape_, radius, places_) : places_.back();
}

// At a point: where the value may be zero by what errors were taken to do, what they do there counts.
const IntervalJet& FormulaAlongStep::run_closely(double theta) {
    if (const IntervalJet& jet = run(0); !may_be_zero(jet)) return jet;
    set_quantities(quantities_->at_point_closely(theta));
    return run(0);
}

bool FormulaAlongStep::may_be_zero(const IntervalJet& jet) {
    const double error = std::max(jet.error, jet.noise);
    return !(jet.value.low > error) && !(jet.value.high < -error);
}

bool FormulaAlongStep::is_blurred() {
    return std::ranges::any_of(used_quantities_, [&](std::size_t quantity) {
        return quantities_->is_blurred(quantity, part().from, part().until());
    });
}

// By the recursion of Segment::evaluate, differentiated twice.
IntervalJet FormulaAlongStep::point_of(std::size_t which, double theta) const {
    const double* const c = segment_.coefficients + used_[which];
    double value = c[(segment_.rows - 1) * segment_.size], slope = 0, curvature = 0;
    for (std::size_t k = segment_.rows - 1; k > 0; --k) {
        const bool by_theta = segment_.basis == Basis::Power || k % 2 == 1;
        const double factor = by_theta ? theta : 1 - theta, sign = by_theta ? 1 : -1;
        curvature = factor * curvature + 2 * sign * slope;
        slope = factor * slope + sign * value;
        value = c[(k - 1) * segment_.size] + factor * value;
    }
    return {.value = value, .slope = slope, .curvature = curvature, .centre = value};
}

void FormulaAlongStep::set_entry(std::size_t which, IntervalJet jet) {
    jet.noise = unit * scale_[which];
    jet.error = jet.noise + error_.of(used_[which], scale_[which]);
    places_[used_[which]] = jet;
}

// They know what errors of one step do.
void FormulaAlongStep::set_quantities(std::span<const IntervalJet> jets) {
    const double steps = error_.is_nothing() ? 0 : error_.steps;
    for (const std::size_t quantity : used_quantities_) {
        IntervalJet& jet = places_[size_ + 1 + quantity] = jets[quantity];
        jet.error = jet.noise + steps * (jet.error - jet.noise);
    }
}

void FormulaAlongStep::set_time(double theta, double radius) {
    const double t = segment_.time(theta).high, half = std::abs(radius * segment_.width);
    const double noise = unit * std::abs(t);
    places_[size_] = {.value = {t - half, t + half},
                      .slope = segment_.width,
                      .curvature = 0,
                      .centre = t,
                      .error = noise,
                      .noise = noise};
}

}  // namespace rattleback
