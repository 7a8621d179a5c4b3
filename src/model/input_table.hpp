// A table of an input, as a function of time in pieces: polynomials between its times.
//
//     step     s = vₖ from tₖ on, which jumps
//     linear   straight lines, whose slope jumps
//     spline   cubic polynomials with continuous first and second derivatives; at the ends the third one is
//              continuous across the last knot but one ("not a knot"), or, of what repeats, all that is
//              between two knots is
//
// Beyond its ends a table holds its last value, repeats itself, or has no value. A piece is exact in its
// coefficients, s = Σ cᵢ (t − origin)ⁱ: so are its derivatives, and its Taylor series.
#pragma once

#include <vector>

#include "rattleback/description.hpp"

namespace rattleback {

class InputTable {
public:
    enum class Interpolation : std::uint8_t { Step, Linear, Spline };
    enum class Beyond : std::uint8_t { Hold, Error, Periodic };

    struct Piece {
        double from, to;  // perhaps infinite
        double origin;
        std::vector<double> coefficients;
    };

    // Throws ModelError for what makes no table, at the words of the description.
    explicit InputTable(const InputDescription& written);

    std::size_t coefficients() const;  // of a piece
    // So many derivatives are continuous; −1: the value jumps.
    int smoothness() const;
    Interpolation interpolation() const { return interpolation_; }
    Beyond beyond() const { return beyond_; }
    double first() const { return times_.front(); }
    double last() const { return times_.back(); }
    // The piece on which time goes on from t; backward where the direction is −1. Without a value beyond
    // the ends its coefficients are NaN.
    Piece piece(double t, int direction = 1) const;
    // The value that holds beyond the end of the table is reached with a slope.
    bool bends_at_ends() const;

private:
    Piece at(double t, int direction) const;
    bool is_beyond(double t, double end, int direction) const;
    void read(const InputDescription& written);
    void make_spline();

    Interpolation interpolation_;
    Beyond beyond_;
    std::vector<double> times_, values_;
    std::vector<double> curvatures_;  // second derivatives at the times, of a spline
};

// The coefficients, and then the origin: as Input::letters has them.
std::vector<double> values_of_letters(const InputTable::Piece& piece);

struct System;
struct Parameter;

bool has_tables(const System& system);
// Without the letters of tables: what is decided by the values of these holds for every piece.
std::vector<Parameter> lasting_parameters(const System& system);
// Gives the letters of all tables the values of the pieces on which time goes on from t; where the first of
// these pieces ends, which may be never.
double set_pieces(double t, int direction, System& system);

}  // namespace rattleback
