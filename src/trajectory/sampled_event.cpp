#include "trajectory/sampled_event.hpp"

#include <algorithm>
#include <cmath>

#include "trajectory/bracketed_minimum.hpp"

namespace rattleback {
namespace {

using Turn = EventNode::Kind;
using Piece = ResolvedFunction::Piece;

constexpr double unit = std::numeric_limits<double>::epsilon();
// Of values, of the largest near by.
constexpr double rounding = 8 * unit;
// Of a step: what is not known of a kink, or of a jump, is shorter.
constexpr double trace = 0x1p-10;

// Of its size: what is open by so much is no kink.
constexpr double noisy = 0.25;

}  // namespace

void SampledEvent::look(FunctionRef<double(double)> value, double until,
                        const SampledError& error) {
    value_ = value;
    error_ = error;
    until_ = until;
    samples_.clear();
    // Better than errors tell zeros from touches, and not below what rounding leaves of solutions.
    const double wanted = std::clamp(error.of_step / 100, 1e-13, 1e-9);
    const auto is_away = [](const Interval& values) { return values.excludes_zero(); };
    resolved_.resolve(value, until, {.relative = wanted, .settles = is_away});
    samples_.push_back(sample(resolved_.pieces().front(), 0));
    for (const Piece& piece : resolved_.pieces()) look_at(piece);
    samples_.push_back(sample(resolved_.pieces().back(), until));
}

std::optional<double> SampledEvent::lost_at() const {
    double lost = 0;
    std::optional<double> first;
    for (const Piece& piece : resolved_.pieces()) {
        if (piece.is_known) continue;
        lost += piece.polynomial.width;
        if (!first) first = piece.polynomial.from;
    }
    return lost > trace ? first : std::nullopt;
}

void SampledEvent::look_at(const Piece& piece) {
    const double noise = piece.error + rounding * piece.size,
                 open = noise + error_.of_step * piece.size;
    const double near = noise + std::max(error_.near, error_.of_step * error_.steps * piece.size);
    const auto is_away = [&](const Interval& values) {
        return values.low > near || values.high < -near;
    };
    const auto is_zero = [&](const Interval& values) { return values.magnitude() <= open; };
    const auto take_part = [&](const PolynomialPiece& part, Course course) {
        take(sample(piece, part.from));
        if (course == Course::Turn) {
            const bool is_minimum = part.at(part.until()).slope > 0;
            take(sample(piece, part.turn(), is_minimum ? Turn::Minimum : Turn::Maximum));
        } else if (course == Course::Flat) {
            take(sample(piece, lowest(part), Turn::Flat));
        }
        take(sample(piece, part.until()));
    };
    if (piece.is_known && piece.has_values)
        for_each_course(piece.polynomial, {.settles = is_away, .is_flat = is_zero}, take_part);
    else if (piece.error < noisy * piece.size)
        take_part(piece.polynomial, Course::Flat);
    else
        take(sample(piece, piece.polynomial.from + piece.polynomial.width / 2, Turn::Flat));
}

// Where it comes nearest to zero: a kink too.
double SampledEvent::lowest(const PolynomialPiece& part) const {
    const auto size = [&](double theta) { return std::abs(value_(theta)); };
    return lowest_point(size, part.from, part.until(), unit * std::max(part.width, part.until())).x;
}

// Once, and not at the end, where what is known is better.
void SampledEvent::take(const EventSample& sample) {
    if (sample.theta > samples_.back().theta && sample.theta < until_) samples_.push_back(sample);
}

EventSample SampledEvent::sample(const Piece& piece, double theta, EventNode::Kind kind) const {
    const PolynomialPiece::Point point = piece.polynomial.at(theta);
    const double value = value_(theta), noise = rounding * piece.size;
    return {theta,
            {.value = value,
             .slope = point.slope,
             .curvature = point.curvature,
             .centre = value,
             .error = noise + error_.of_step * error_.steps * piece.size,
             .noise = noise},
            kind};
}

}  // namespace rattleback
