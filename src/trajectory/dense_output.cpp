#include "trajectory/dense_output.hpp"

#include <algorithm>

namespace rattleback {

void Segment::evaluate(double theta, double* y) const {
    const double* const last = coefficients + (rows - 1) * size;
    std::copy(last, last + size, y);
    for (std::size_t k = rows - 1; k > 0; --k) {
        const double factor = basis == Basis::Power || k % 2 == 1 ? theta : 1 - theta;
        const double* const c = coefficients + (k - 1) * size;
        for (std::size_t i = 0; i < size; ++i) y[i] = c[i] + factor * y[i];
    }
}

void DenseOutput::append(const Segment& segment, double until) {
    size_ = segment.size;
    pieces_.push_back({segment.start, segment.width, until, segment.basis,
                       static_cast<std::uint32_t>(segment.rows), coefficients_.size()});
    coefficients_.insert(coefficients_.end(), segment.coefficients,
                         segment.coefficients + segment.rows * segment.size);
}

void DenseOutput::cut(double t) {
    while (!pieces_.empty() && pieces_.back().width * (pieces_.back().until - t) > 0) {
        coefficients_.resize(pieces_.back().offset);
        pieces_.pop_back();
    }
}

Segment DenseOutput::segment(std::size_t i) const {
    const Piece& piece = pieces_[i];
    return {piece.start, piece.width, piece.basis,
            size_,       piece.rows,  coefficients_.data() + piece.offset};
}

bool DenseOutput::covers(double t) const {
    return !empty() && std::min(from(), until()) <= t && t <= std::max(from(), until());
}

void DenseOutput::evaluate(double t, std::span<double> y) const {
    const bool backward = until() < from();
    const auto piece = std::lower_bound(
        pieces_.begin(), pieces_.end() - 1, t,
        [&](const Piece& p, double time) { return backward ? p.until > time : p.until < time; });
    const Segment of_t = segment(static_cast<std::size_t>(piece - pieces_.begin()));
    of_t.evaluate(of_t.theta(t), y.data());
}

}  // namespace rattleback
