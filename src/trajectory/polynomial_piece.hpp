// A polynomial on a piece of a step, and the parts on which it is simple.
//
// In Bernstein's basis (bernstein.hpp) a piece is halved until on each part the polynomial is settled, as
// who asks has it, or only rises or falls, or turns once, or is so flat that it does not matter.
#pragma once

#include <array>
#include <cstdint>

#include "trajectory/bernstein.hpp"
#include "trajectory/function_ref.hpp"

namespace rattleback {

struct PolynomialPiece {
    static constexpr std::size_t highest_degree = 32;

    double from = 0, width = 0;  // of θ
    std::size_t degree = 0;
    std::array<double, highest_degree + 1> bernstein = {};

    double until() const { return from + width; }
    Interval range(std::size_t order) const {
        return bernstein_range({bernstein.data(), degree + 1}, order, width);
    }
    struct Point {
        double value = 0, slope = 0, curvature = 0;
    };
    Point at(double theta) const;
    // Where the slope vanishes between the ends; it has other signs there.
    double turn() const;
    PolynomialPiece take_left_half();  // what remains is the right one
};

enum class Course : std::uint8_t { Monotone, Turn, Flat };

struct CoursesWanted {
    FunctionRef<bool(const Interval&)> settles;  // by the values alone
    FunctionRef<bool(const Interval&)> is_flat;
};

// From left to right; parts that are settled are left out.
void for_each_course(const PolynomialPiece& piece, const CoursesWanted& wanted,
                     FunctionRef<void(const PolynomialPiece&, Course)> take);

}  // namespace rattleback
