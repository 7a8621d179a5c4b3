// How quantities become polynomials on pieces of a step: looked at in points between which nothing hides,
// and halved where their coefficients do not decay.
#include <algorithm>
#include <cmath>
#include <utility>

#include "trajectory/quantities_along_step.hpp"

namespace rattleback {
namespace {

constexpr std::size_t most = QuantityPolynomial::highest_degree, points = most + 1;
// Of the largest value of a piece: coefficients that are smaller and do not decay are noise.
constexpr double most_noise = 1e-9, no_decay = 0.1;
// Likewise: coefficients that are larger have not decayed.
constexpr double small = 1e-3;
constexpr double shortest = 0x1p-20;  // of a step
// In one step no more values are asked for than this, and some.
constexpr std::size_t looks_of_step = 1000, looks_of_long_step = 30000;

}  // namespace

// The values at those of the Chebyshev points that this degree has and the one before has not.
void QuantitiesAlongStep::look_at(const Piece& piece, std::size_t degree) {
    const std::size_t stride = most / degree;
    const bool knows_every_other = degree > most / 4;
    if (!knows_every_other) std::ranges::fill(negligible_, 0);
    for (std::size_t i = 0; i <= degree; ++i) {
        if (knows_every_other && i % 2 == 0) continue;
        look(piece.from + chebyshev_point(i, degree) * piece.width);
        ++looks_;
        for (std::size_t k = 0; k < size_; ++k) {
            samples_[k * points + i * stride] = values_[k];
            const double open = 2 * quantity_rounding * std::max(scales_[k], std::abs(values_[k]));
            if (std::isfinite(open)) negligible_[k] = std::max(negligible_[k], open);
        }
    }
}

// y at θ, and dy/dt of the polynomial: as long as two more places are not asked for.
Slope QuantitiesAlongStep::place(double theta) {
    std::swap(y_, next_y_);
    std::swap(rate_, next_rate_);
    segment_.evaluate(theta, y_.data());
    for (std::size_t i = 0; i < y_.size(); ++i) {
        const double* const c = segment_.coefficients + i;
        double value = c[(segment_.rows - 1) * segment_.size], slope = 0;
        for (std::size_t k = segment_.rows - 1; k > 0; --k) {
            const bool by_theta = segment_.basis == Basis::Power || k % 2 == 1;
            const double factor = by_theta ? theta : 1 - theta;
            slope = factor * slope + (by_theta ? value : -value);
            value = c[(k - 1) * segment_.size] + factor * value;
        }
        rate_[i] = slope / segment_.width;
    }
    return {segment_.time(theta).high, y_.data(), rate_.data()};
}

bool QuantitiesAlongStep::hides_nothing(const Piece& piece, std::size_t degree) {
    if (!guard_ || segment_.width == 0) return true;
    Slope before = place(piece.from);
    for (std::size_t i = 1; i <= degree; ++i) {
        const Slope here = place(piece.from + chebyshev_point(i, degree) * piece.width);
        if (!guard_->fits(before, here.t - before.t, here)) return false;
        before = here;
    }
    return true;
}

// The polynomial of each, and whether all are known.
bool QuantitiesAlongStep::interpolate(Piece& piece, std::size_t degree) {
    bool is_known = true;
    for (std::size_t k = 0; k < size_; ++k) {
        if (!is_wanted(k)) continue;
        std::array<double, points> values{};
        for (std::size_t i = 0; i <= degree; ++i)
            values[i] = samples_[k * points + i * (most / degree)];
        const double before = piece.of[k].last;
        QuantityPolynomial& p = piece.of[k] =
            interpolated({values.data(), degree + 1}, negligible_[k]);
        const bool is_noise = degree > most / 4 && p.last <= most_noise * p.size &&
                              p.last >= no_decay * before &&
                              p.values == QuantityPolynomial::Values::All;
        p.is_known = p.is_known || is_noise;
        is_known &= p.is_known;
    }
    return is_known;
}

bool QuantitiesAlongStep::resolve(Piece& piece) {
    piece.of.assign(size_, {});
    for (std::size_t degree = most / 4; degree <= most; degree *= 2) {
        look_at(piece, degree);
        if (interpolate(piece, degree) && hides_nothing(piece, degree)) return true;
    }
    if (!hides_nothing(piece, most))
        for (QuantityPolynomial& p : piece.of) p.is_known = false;
    return false;
}

// Whether what the coefficients leave open is small: a polynomial that is wanted only far from zero.
bool QuantitiesAlongStep::is_enough(const Piece& piece) {
    for (std::size_t k = 0; k < size_; ++k)
        if (is_wanted(k) && !piece.of[k].is_known &&
            !(piece.of[k].values == QuantityPolynomial::Values::All &&
              piece.of[k].last <= small * piece.of[k].size))
            return false;
    return hides_nothing(piece, most / 4);
}

void QuantitiesAlongStep::begin_pieces() {
    Piece whole{.width = until_, .of = std::vector<QuantityPolynomial>(size_)};
    look_at(whole, most / 4);
    whole.is_fine = interpolate(whole, most / 4) && hides_nothing(whole, most / 4);
    if (whole.is_fine || is_enough(whole))
        pieces_.push_back(std::move(whole));
    else
        resolve(0, until_);
}

// The longest first, so that the work is shared by all of the step.
void QuantitiesAlongStep::resolve(double from, double width) {
    const std::size_t allowed = std::max(looks_of_step, std::min(looks_of_long_step, spare_looks_));
    std::vector<Piece> open(1), shorter;
    open[0].from = from;
    open[0].width = width;
    while (!open.empty()) {
        for (Piece& piece : open) {
            const double half = piece.width / 2;
            piece.is_fine = true;
            if (resolve(piece) || looks_ > allowed || !(half >= shortest)) {
                pieces_.push_back(std::move(piece));
                continue;
            }
            shorter.push_back({.from = piece.from, .width = half});
            shorter.push_back({.from = piece.from + half, .width = half});
        }
        open.clear();
        std::swap(open, shorter);
    }
    std::ranges::sort(pieces_, {}, &Piece::from);
    if (looks_ > looks_of_step) spare_looks_ -= std::min(spare_looks_, looks_);
}

bool QuantitiesAlongStep::refine(double from, double until) {
    if (pieces_.empty()) begin_pieces();
    std::vector<Piece> coarse;
    const auto is_open = [&](const Piece& piece) {
        return !piece.is_fine && piece.from <= until && piece.until() >= from;
    };
    for (const Piece& piece : pieces_)
        if (is_open(piece)) coarse.push_back(piece);
    std::erase_if(pieces_, is_open);
    for (const Piece& piece : coarse) resolve(piece.from, piece.width);
    return !coarse.empty();
}

}  // namespace rattleback
