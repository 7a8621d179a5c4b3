// What is looked at along a motion, at one state: balances, residuals, reactions and accelerations.
//
// What balances and residuals there are is watched_quantities.hpp. Accelerations are compared with those
// of Gauss's principle: the admissible ones that deviate least from the free ones.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compiled/equations_of_motion.hpp"
#include "dynamics/integral_values.hpp"
#include "dynamics/watched_quantities.hpp"
#include "geometry/core_system.hpp"
#include "trajectory/quantity_values.hpp"
#include "trajectory/smooth_motion.hpp"

namespace rattleback {

// The deviations so far, and the largest, of a quantity as large as `size` that changes by `reach`
// when the state moves by the absolute tolerances, and is known but for `rounding`: all the largest so
// far, also at each time.
struct Worst {
    double value = 0, time = 0, size = 0, reach = 0, rounding = 0;
    std::vector<double> times = {}, deviations = {}, sizes = {}, reaches = {}, roundings = {};

    void see(double deviation, double its_size, double t, double its_rounding = 0) {
        times.push_back(t);
        deviations.push_back(std::abs(deviation));
        size = std::max(size, its_size);
        sizes.push_back(size);
        if (std::isfinite(its_rounding)) rounding = std::max(rounding, its_rounding);
        roundings.push_back(rounding);
        reaches.push_back(reach);
        if (std::isnan(value) || std::abs(deviation) <= value) return;
        value = std::abs(deviation);
        time = t;
    }
    // Of the state that was seen last.
    void widen(double its_reach) {
        if (!std::isfinite(its_reach)) return;
        reach = std::max(reach, its_reach);
        if (!reaches.empty()) reaches.back() = reach;
    }
    bool is_sound() const {
        return deviations.size() == times.size() && sizes.size() == times.size() &&
               reaches.size() == times.size() && roundings.size() == times.size();
    }
    // Of two side by side the larger deviation stays, until no more than some hundred are left.
    void thin();

    template <typename Archive>
    friend void fields(Archive& archive, Worst& x) {
        archive(x.value, x.time, x.size, x.reach, x.rounding, x.times, x.deviations, x.sizes,
                x.reaches, x.roundings);
    }
};

// All that must hold, or the energies of the parts alone.
enum class Watched { Whole, Parts };

// Everything at a state, for one set of variables.
class MotionStates {
public:
    MotionStates(const System& system, const Equations& equations,
                 Watched watched = Watched::Whole);
    // On a surface that holds the motion: what it exerts counts among the forces. Gauss's principle
    // does not know of it.
    explicit MotionStates(const SmoothMotion& phase, Watched watched = Watched::Whole);

    void see(double t, std::span<const double> state);
    double time() const { return t_; }
    bool remembers_integrals() const { return integrals_.has_value(); }

    const std::vector<Balance>& balances() const { return balances_; }
    const std::vector<Residual>& residuals() const { return residuals_; }
    std::span<const double> v() const { return {seen_.data(), n_}; }
    std::span<const double> accelerations() const { return {solved_.data(), n_}; }
    std::span<const double> reaction() const { return {solved_.data() + n_, n_}; }
    // R·v, and the sum of the sizes of its terms.
    std::pair<double, double> power() const;

    struct Seen {
        double value, size, rate;
        double rounding;  // of the value
    };
    // Of the balances, then of the residuals.
    std::vector<Seen> all() const;

    // By how much the entries of a state may be wrong, and for how long.
    struct Moves {
        std::span<const double> by;
        double part = 0;  // of themselves, beside that
        double time = 0;
    };
    // How much each of `all`, then the power of the reaction, changes when the entries move, and what the
    // rates of balances, which change too, make of that in the time; what the accelerations change by
    // is kept for their comparison.
    std::vector<double> reach(const Moves& moves);
    double rounding_of_power() const;

    // |a − â| and what it is to be compared with; then A a + β of each constraint of second order, and
    // C q⁽ᵖ⁾ + c of each of higher order.
    bool can_compare_accelerations() const { return gauss_.has_value(); }
    void compare_accelerations(double t, Worst& gauss, std::span<Worst> of_derivatives) const;

private:
    void prepare_gauss(const System& system);
    void prepare_higher(const System& system, Equations equations);
    void prepare_held(const SmoothMotion& phase);
    void prepare_integrals(ExprVector& wanted);

    std::size_t n_;
    std::vector<Balance> balances_;
    std::vector<Residual> residuals_;
    EquationsOfMotion motion_;
    SolvedFunction forces_;
    CoreSystem core_;
    std::optional<QuantityValues> observed_;
    std::optional<CompiledFunction> gauss_;
    std::optional<IntegralValues> integrals_;  // of what is observed last
    std::vector<std::size_t> with_integrals_;  // where the values that have some are seen
    std::size_t first_input_ = 0;              // of what the integrals need
    std::vector<double> in_, seen_, solved_;
    std::vector<double> state_;  // that is seen, at t
    double t_ = 0;
    std::vector<double> moved_;  // accelerations, by the absolute tolerances
    double determined_ = 1;
    std::optional<SolvedFunction> higher_;  // residuals and their sizes, at the place of reactions
    std::optional<SolvedFunction> held_forces_;  // at the place of the reactions
    std::optional<CompiledFunction> generators_;
    std::vector<double> held_, generator_values_;
};

}  // namespace rattleback
