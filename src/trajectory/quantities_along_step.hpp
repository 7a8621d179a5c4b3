// Quantities that are no formulas of the state, along the polynomial of a step.
//
// Multipliers, forces at contacts and accelerations solve equations. Over a step each is made polynomials
// on pieces (quantity_polynomial.hpp): on a piece it is looked at in 9, then 17, then 33 points, until the
// coefficients have decayed; a piece that needs more is halved. Formulas of such quantities then have
// bounds as those of the state have (formula_along_step.hpp), whatever the formula. At first it is enough
// that the coefficients are small: what these leave open widens the range of the values, and where that
// does not matter, as far from zero, the step is not looked at more finely.
//
// Between two points nothing may hide: as for the steps of a run, neighbours are only so far apart as the
// arguments of the functions allow from which the quantities are computed (step_guard.hpp). A force that
// is felt for a moment, and which the motion does not feel because a constraint takes it up, is met so.
// At a kink or a jump pieces get shorter up to a limit; what is left there, and what is noise or changes
// too often for the work that a step is worth, is blurred: only its values at points are known.
//
// Values at points are those of the functions themselves. How far a quantity is moved by errors of the
// state is found by moving the state, where a value comes near zero: on a piece in its middle, at points
// there. Elsewhere what was last found is taken many times.
#pragma once

#include <optional>
#include <vector>

#include "trajectory/dense_output.hpp"
#include "trajectory/ode_problem.hpp"
#include "trajectory/quantity_polynomial.hpp"
#include "trajectory/state_error.hpp"
#include "trajectory/step_guard.hpp"

namespace rattleback {

// Of what a value is a sum of.
inline constexpr double quantity_rounding = 8 * std::numeric_limits<double>::epsilon();

class QuantitiesAlongStep {
public:
    // The quantities of the problem, and behind them the values of its events without a formula.
    explicit QuantitiesAlongStep(const OdeProblem& problem);
    QuantitiesAlongStep(const QuantitiesAlongStep&) = delete;
    QuantitiesAlongStep& operator=(const QuantitiesAlongStep&) = delete;

    std::size_t size() const { return size_; }
    std::size_t of_event(std::size_t event) const { return problem_.quantity_count + event; }

    // Of a step, up to θ = until; nothing is computed before it is asked for.
    void begin(const Segment& segment, const StateError& of_step, double until);

    // One jet for each. Errors are those by which one step moves them.
    std::span<const IntervalJet> over(double from, double until);
    std::span<const IntervalJet> at(double theta);
    // At the end of the step, which may be better than the polynomial there.
    std::span<const IntervalJet> at_end(const double* y);
    // Before there is a step.
    std::span<const IntervalJet> at_start(double t, const double* y, const StateError& error);
    // What the value at the point last looked at is a sum of.
    double scale(std::size_t quantity) const { return scales_[quantity]; }

    // Makes them as exact there as can be; false if they are.
    bool refine(double from, double until);
    // Finds out what errors do on the piece; false if that was known.
    bool sharpen(double theta);
    // The same at the point last looked at.
    std::span<const IntervalJet> at_point_closely(double theta);
    // Whether the part lies in one piece where the quantity is known at points only.
    bool is_blurred(std::size_t quantity, double from, double until);

private:
    struct Piece {
        double from = 0, width = 0;  // of θ
        std::vector<QuantityPolynomial> of = {};
        std::vector<double> errors = {};  // empty: not asked for
        bool is_fine = false;             // the polynomials are as good as they get
        double until() const { return from + width; }
    };

    bool is_wanted(std::size_t quantity) const { return wanted_[quantity] != 0; }
    void evaluate(double t, const double* y);
    void look(double theta);
    void begin_pieces();
    void resolve(double from, double width);
    bool resolve(Piece& piece);
    bool is_enough(const Piece& piece);
    bool interpolate(Piece& piece, std::size_t degree);
    void look_at(const Piece& piece, std::size_t degree);
    bool hides_nothing(const Piece& piece, std::size_t degree);
    Slope place(double theta);
    Piece& piece_at(double theta);
    std::vector<double> errors_at(double t, const double* y, const StateError& error);
    double error(const Piece& piece, std::size_t quantity) const;
    void set_point(double theta);

    const OdeProblem& problem_;
    std::size_t size_;
    std::vector<char> wanted_;
    std::optional<StepGuard> guard_;
    Segment segment_;
    StateError of_step_;
    double until_ = 1;
    std::vector<Piece> pieces_;  // in their order; none: not yet asked for
    std::vector<IntervalJet> jets_;
    std::vector<double> values_, scales_, last_errors_;
    std::vector<double> samples_;     // by quantity, at the points of a piece
    std::vector<double> negligible_;  // of each, on a piece
    std::vector<double> y_, rate_, next_y_, next_rate_;
    std::vector<double> point_;  // last looked at, and then its time
    std::size_t looks_ = 0, spare_looks_;
};

}  // namespace rattleback
