#include "trajectory/quantities_along_step.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rattleback {
namespace {

// Of all steps of a run: so many more values than those of a step are asked for.
constexpr std::size_t looks_of_run = 1U << 21;
// Errors that were found elsewhere are taken so many times.
constexpr double few = 30;

bool has_own_values(const OdeProblem& problem) {
    return problem.event_values && std::ranges::any_of(problem.events, [](const EventKind& kind) {
               return kind.formula == nullptr;
           });
}

OdeProblem as_formulas(const OdeProblem& problem) {
    return {.size = problem.size,
            .formulas = problem.quantity_formulas,
            .parameters = problem.parameters};
}

// What holds on all of two parts that meet.
IntervalJet hull(const IntervalJet& a, const IntervalJet& b) {
    const auto both = [](const Interval& x, const Interval& y) -> Interval {
        if (x.is_nowhere() || y.is_nowhere()) return everything;
        return {std::min(x.low, y.low), std::max(x.high, y.high)};
    };
    return {.value = both(a.value, b.value),
            .slope = both(a.slope, b.slope),
            .curvature = both(a.curvature, b.curvature),
            .centre = a.centre,
            .error = std::max(a.error, b.error),
            .noise = std::max(a.noise, b.noise)};
}

}  // namespace

QuantitiesAlongStep::QuantitiesAlongStep(const OdeProblem& problem)
    : problem_(problem),
      size_(problem.quantity_count + (has_own_values(problem) ? problem.events.size() : 0)),
      wanted_(size_, 1),
      jets_(size_),
      values_(size_),
      scales_(size_),
      last_errors_(size_),
      samples_(size_ * (QuantityPolynomial::highest_degree + 1)),
      negligible_(size_),
      y_(problem.size),
      rate_(problem.size),
      next_y_(problem.size),
      next_rate_(problem.size),
      spare_looks_(looks_of_run) {
    for (std::size_t k = problem.quantity_count; k < size_; ++k)
        wanted_[k] = problem.events[k - problem.quantity_count].formula == nullptr ? 1 : 0;
    if (problem.quantity_formulas.empty()) return;
    const OdeProblem formulas = as_formulas(problem);
    guard_.emplace(formulas, 1);
    if (!guard_->is_needed()) guard_.reset();
}

void QuantitiesAlongStep::begin(const Segment& segment, const StateError& of_step, double until) {
    segment_ = segment;
    of_step_ = of_step;
    until_ = until;
    looks_ = 0;
    pieces_.clear();
}

void QuantitiesAlongStep::evaluate(double t, const double* y) {
    const std::size_t own = problem_.quantity_count;
    if (own > 0) problem_.quantities(t, y, values_.data(), scales_.data());
    if (size_ == own) return;
    problem_.event_values(t, y, values_.data() + own);
    for (std::size_t k = own; k < size_; ++k) scales_[k] = std::abs(values_[k]);
}

void QuantitiesAlongStep::look(double theta) {
    segment_.evaluate(theta, y_.data());
    evaluate(segment_.time(theta).high, y_.data());
}

QuantitiesAlongStep::Piece& QuantitiesAlongStep::piece_at(double theta) {
    if (pieces_.empty()) begin_pieces();
    const auto after = std::ranges::upper_bound(pieces_, theta, {}, &Piece::from);
    return after == pieces_.begin() ? pieces_.front() : *std::prev(after);
}

double QuantitiesAlongStep::error(const Piece& piece, std::size_t quantity) const {
    if (!piece.errors.empty()) return piece.errors[quantity];
    return few * std::max(last_errors_[quantity], of_step_.relative * piece.of[quantity].size);
}

std::span<const IntervalJet> QuantitiesAlongStep::over(double from, double until) {
    const Piece* piece = &piece_at(from);
    const Piece* const end = pieces_.data() + pieces_.size();
    bool is_first = true;
    for (; piece != end && (is_first || piece->from < until); ++piece, is_first = false)
        for (std::size_t k = 0; k < size_; ++k) {
            if (!is_wanted(k)) continue;
            const double a = std::max(from, piece->from), b = std::min(until, piece->until());
            const bool is_point = !(piece->width > 0);
            IntervalJet jet =
                piece->of[k].over(is_point ? 0 : (a - piece->from) / piece->width,
                                  is_point ? 1 : (b - piece->from) / piece->width, piece->width);
            jet.error = jet.noise + error(*piece, k);
            jets_[k] = is_first ? jet : hull(jets_[k], jet);
        }
    return jets_;
}

// The values are those last looked at.
void QuantitiesAlongStep::set_point(double theta) {
    const Piece& piece = piece_at(theta);
    const double width = piece.width > 0 ? piece.width : 1;
    for (std::size_t k = 0; k < size_; ++k) {
        if (!is_wanted(k)) continue;
        const QuantityPolynomial::Point point = piece.of[k].at((theta - piece.from) / width);
        const double noise = quantity_rounding * std::max(scales_[k], std::abs(values_[k]));
        const double slope = point.slope / width, open = piece.of[k].slope_error() / width;
        jets_[k] = {.value = values_[k],
                    .slope = {slope - open, slope + open},
                    .curvature = point.curvature / (width * width),
                    .centre = values_[k],
                    .error = noise + error(piece, k),
                    .noise = noise};
    }
}

std::span<const IntervalJet> QuantitiesAlongStep::at(double theta) {
    piece_at(theta);  // before the values are those of the point
    look(theta);
    point_ = y_;
    point_.push_back(segment_.time(theta).high);
    set_point(theta);
    return jets_;
}

std::span<const IntervalJet> QuantitiesAlongStep::at_end(const double* y) {
    piece_at(1);
    evaluate(segment_.time(1).high, y);
    point_.assign(y, y + problem_.size);
    point_.push_back(segment_.time(1).high);
    set_point(1);
    return jets_;
}

std::span<const IntervalJet> QuantitiesAlongStep::at_point_closely(double theta) {
    if (refine(theta, theta)) {
        evaluate(point_.back(), point_.data());
        set_point(theta);
    }
    const std::vector<double> errors = errors_at(point_.back(), point_.data(), of_step_);
    for (std::size_t k = 0; k < size_; ++k) jets_[k].error = jets_[k].noise + errors[k];
    return jets_;
}

std::span<const IntervalJet> QuantitiesAlongStep::at_start(double t, const double* y,
                                                           const StateError& error) {
    const std::vector<double> errors = errors_at(t, y, error);
    evaluate(t, y);
    for (std::size_t k = 0; k < size_; ++k) {
        const double noise = quantity_rounding * std::max(scales_[k], std::abs(values_[k]));
        jets_[k] = {
            .value = values_[k], .centre = values_[k], .error = noise + errors[k], .noise = noise};
    }
    return jets_;
}

// The sum of what each entry does.
std::vector<double> QuantitiesAlongStep::errors_at(double t, const double* y,
                                                   const StateError& error) {
    std::vector<double> moved(y, y + problem_.size), result(size_);
    evaluate(t, y);
    const std::vector<double> here = values_;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        const double by = error.of(i, std::abs(y[i]));
        if (by == 0) continue;
        moved[i] = y[i] + by;
        evaluate(t, moved.data());
        moved[i] = y[i];
        for (std::size_t k = 0; k < size_; ++k) {
            const double change = std::abs(values_[k] - here[k]);
            if (std::isfinite(change)) result[k] += change;
        }
    }
    return result;
}

bool QuantitiesAlongStep::sharpen(double theta) {
    Piece& piece = piece_at(theta);
    if (!piece.errors.empty()) return false;
    const double middle = piece.from + piece.width / 2;
    segment_.evaluate(middle, next_y_.data());
    const std::vector<double> y = next_y_;
    piece.errors = errors_at(segment_.time(middle).high, y.data(), of_step_);
    last_errors_ = piece.errors;
    return true;
}

bool QuantitiesAlongStep::is_blurred(std::size_t quantity, double from, double until) {
    const Piece& piece = piece_at(from);
    return until <= piece.until() && !piece.of[quantity].is_known;
}

}  // namespace rattleback
