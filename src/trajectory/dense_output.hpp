// The solution between the steps: one polynomial per step.
//
// On a step from t₀ of width h let θ = (t − t₀)/h. Two bases are in use:
//
//     Power          c₀ + c₁θ + c₂θ² + …
//     Alternating    c₀ + θ(c₁ + (1−θ)(c₂ + θ(c₃ + (1−θ)(c₄ + …))))
//
// The second is Hairer's: c₀ and c₁ alone give both ends exactly, c₂ and c₃ their slopes, and the
// higher coefficients, which lose digits, are damped by θ(1−θ). A Segment refers to coefficients
// that others own; a DenseOutput keeps those of a whole run.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trajectory/compensated_time.hpp"

namespace rattleback {

enum class Basis : std::uint8_t { Power, Alternating };

struct Segment {
    Time start;
    double width = 0;  // negative when time runs backward
    Basis basis = Basis::Alternating;
    std::size_t size = 0;                  // entries of y
    std::size_t rows = 0;                  // coefficients of each
    const double* coefficients = nullptr;  // c_k of entry i at [k·size + i]

    double theta(double t) const { return start.until(t) / width; }
    Time time(double theta) const { return start.plus(theta * width); }
    void evaluate(double theta, double* y) const;
};

class DenseOutput {
public:
    void append(const Segment& segment, double until);
    void cut(double t);  // drops the steps that go beyond t

    bool empty() const { return pieces_.empty(); }
    std::size_t segments() const { return pieces_.size(); }
    std::size_t bytes() const {
        return pieces_.size() * sizeof(Piece) + coefficients_.size() * sizeof(double);
    }
    double from() const { return pieces_.front().start.high; }
    double until() const { return pieces_.back().until; }
    // The i-th step, and where it ends or was cut off.
    Segment segment(std::size_t i) const;
    double end_of_segment(std::size_t i) const { return pieces_[i].until; }
    bool covers(double t) const;
    // t must be covered.
    void evaluate(double t, std::span<double> y) const;

private:
    struct Piece {
        Time start;
        double width = 0;
        double until = 0;
        Basis basis = Basis::Alternating;
        std::uint32_t rows = 0;
        std::size_t offset = 0;
    };
    std::size_t size_ = 0;
    std::vector<Piece> pieces_;
    std::vector<double> coefficients_;
};

}  // namespace rattleback
