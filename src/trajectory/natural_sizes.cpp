#include "trajectory/natural_sizes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "expr/evaluate.hpp"
#include "geometry/core_system.hpp"
#include "rattleback/errors.hpp"
#include "start/decompositions.hpp"
#include "trajectory/integration_options.hpp"

namespace rattleback {
namespace {

constexpr double share = 0.1;
// Of the run, where nothing else tells of time: at rest where all coordinates are zero, and where
// nothing is accelerated.
constexpr double rest_part = 0.01, way_part = 0.1;
// What is left where forces and reactions balance each other is rounding.
constexpr double balanced = 1e-12;
// Of its own size, by which an entry is moved to see what the rates are near the start.
constexpr double aside = 0.01;
constexpr int looks_ahead = 20;
// Parts of the run at which times are looked at.
constexpr std::array looks{0.0, 0.3, 0.7};

// What is known at the start: the inertia of velocities and of speeds, and how fast all changes.
class StartOfRun {
public:
    StartOfRun(const MotionProblem& motion, std::span<const double> state, const ExprMatrix& held)
        : n_(static_cast<Eigen::Index>(motion.code().system().size())),
          m_(static_cast<Eigen::Index>(state.size()) - n_),
          motion_(motion),
          code_(motion.code().natural()),
          state_(state) {
        rows_ = all_constraint_rows(motion.code().system()).a;
        join(rows_);
        join(held);
    }

    void look(double t) {
        const Seen seen = see(t, state_);
        const Eigen::MatrixXd reduced = seen.reduced();
        const Eigen::Map<const Eigen::VectorXd> q(state_.data(), n_);
        // The velocities are those of the start, and what they weigh is too: inertia may grow with time.
        if (mass_.size() == 0)
            mass_ = seen.mass, reduced_ = reduced, velocities_ = seen.rates.head(n_);
        raise(acceleration, norm(reduced_, seen.rates.tail(m_)));
        raise(free_acceleration, norm(mass_, seen.free()));
        raise(way, norm(mass_, q));
        raise(speed, norm(mass_, seen.v));
        raise(inertia_.head(n_), seen.mass.diagonal());
        raise(inertia_.tail(m_), reduced.diagonal());
        keep(seen);
    }

    // The rates near the start too: what vanishes there, or is rounding, may be on its way.
    void look_aside(double t, const Eigen::VectorXd& by) {
        std::vector<double> moved(state_.begin(), state_.end());
        for (const bool alternates : {false, true}) {
            for (Eigen::Index i = 0; i < by.size(); ++i) {
                const bool back = alternates && i % 2 != 0;
                const auto at = static_cast<std::size_t>(i);
                moved[at] = state_[at] + (back ? -by[i] : by[i]);
            }
            keep(see(t, moved));
        }
    }

    // Where the velocities of the start lead to: others may come near.
    void look_ahead(TimeSpan span) {
        std::vector<double> moved(state_.begin(), state_.end());
        for (int i = 1; i <= looks_ahead; ++i) {
            const double time = (span.until - span.from) * i / looks_ahead;
            for (Eigen::Index j = 0; j < n_; ++j) {
                const auto at = static_cast<std::size_t>(j);
                moved[at] = state_[at] + velocities_[j] * time;
            }
            keep(see(span.from + time, moved));
        }
    }

    // What the entries make of themselves, in no more than this time.
    Eigen::VectorXd own_sizes(double longest) const {
        const Eigen::VectorXd y =
            Eigen::Map<const Eigen::VectorXd>(state_.data(), n_ + m_).cwiseAbs();
        Eigen::VectorXd result = y;
        double shortest = longest;
        const Eigen::VectorXd ways =
            slopes_.transpose() * inertia_.head(n_).cwiseProduct(y.head(n_));
        for (Eigen::Index k = 0; k < m_; ++k) {
            const double weight = inertia_[n_ + k];
            if (!(weight > 0)) continue;
            const double rate = changes_[n_ + k];
            if (rate == 0) continue;
            const double turns = y[n_ + k] / rate, goes = std::sqrt(ways[k] / weight / rate);
            const double told = std::max(turns, goes);
            const double time = told > balanced * longest ? std::min(longest, told) : longest;
            result[n_ + k] = std::max(y[n_ + k], rate * time);
            shortest = std::min(shortest, time);
        }
        const Eigen::VectorXd v = slopes_ * result.tail(m_);
        for (Eigen::Index i = 0; i < n_; ++i)
            result[i] = std::max(y[i], std::max(v[i], changes_[i]) * shortest);
        return result;
    }

    double acceleration = 0, free_acceleration = 0, way = 0, speed = 0;
    // What the multipliers of the constraints make of what moves: (c/M)ᵢ s/Σ(c²/M) for each row c of
    // them, where s is its largest term. Coefficients that vanish wherever one looks count as the largest.
    // Zero where the speeds are not the velocities: they have no multipliers.
    Eigen::VectorXd carried_sizes(const Eigen::VectorXd& own, double time, TimeSpan span) const {
        Eigen::VectorXd result = Eigen::VectorXd::Zero(n_ + m_);
        if (m_ != n_ || !slopes_.isIdentity()) return result;
        const Eigen::VectorXd inertia = inertia_.head(n_);
        if (!(inertia.minCoeff() > 0)) return result;
        for (const Eigen::VectorXd& row : coefficients(span)) {
            const double largest = row.cwiseMax(0).cwiseQuotient(inertia.cwiseSqrt()).maxCoeff();
            const Eigen::VectorXd c = (row.array() < 0).select(largest * inertia.cwiseSqrt(), row);
            const double s = c.cwiseProduct(own.tail(m_)).maxCoeff();
            const Eigen::VectorXd moved = c.cwiseQuotient(inertia);
            const double all = c.dot(moved);
            if (!(all > 0) || !std::isfinite(all)) continue;
            result.tail(m_) = result.tail(m_).cwiseMax(moved * (s / all));
        }
        result.head(n_) = result.tail(m_) * time;
        return result;
    }
    double inertia_of(std::size_t i) const { return inertia_[static_cast<Eigen::Index>(i)]; }
    double change_of(std::size_t i) const { return changes_[static_cast<Eigen::Index>(i)]; }

private:
    struct Seen {
        Eigen::MatrixXd mass, slopes;
        Eigen::VectorXd v, force, rates;

        Eigen::MatrixXd reduced() const { return slopes.transpose() * mass * slopes; }
        // The accelerations without reactions; in units in which all inertia is one.
        Eigen::VectorXd free() const {
            const Eigen::VectorXd d = mass.diagonal().cwiseAbs().cwiseSqrt().cwiseInverse();
            if (!d.allFinite()) return solution(FullLU(mass), force);
            const Eigen::MatrixXd scaled = d.asDiagonal() * mass * d.asDiagonal();
            return d.cwiseProduct(solution(FullLU(scaled), d.cwiseProduct(force)));
        }
    };

    // |A|, the largest at the start and where its velocities lead to; negative for an entry that vanishes
    // at all of these but is not zero. Nothing where they have no value.
    std::vector<Eigen::VectorXd> coefficients(TimeSpan span) const {
        std::vector<Eigen::VectorXd> result(rows_.size(), Eigen::VectorXd::Zero(n_));
        for (const double part : looks) {
            const Values values = values_after(part * (span.until - span.from), span.from);
            for (std::size_t r = 0; r < rows_.size(); ++r)
                for (Eigen::Index i = 0; i < n_; ++i) {
                    const Expr& entry = rows_[r][static_cast<std::size_t>(i)];
                    if (entry.is_zero()) continue;
                    try {
                        raise(result[r][i], evaluate(motion_.in_numbers(entry), values));
                    } catch (const NumericalError&) {  // of a side of a switch, which has no number
                        return {};
                    }
                }
        }
        for (std::size_t r = 0; r < rows_.size(); ++r)
            for (Eigen::Index i = 0; i < n_; ++i)
                if (result[r][i] == 0 && !rows_[r][static_cast<std::size_t>(i)].is_zero())
                    result[r][i] = -1;
        return result;
    }

    Values values_after(double time, double from) const {
        const System& system = motion_.code().system();
        Values values{{system.t, from + time}};
        for (Eigen::Index i = 0; i < n_; ++i) {
            const auto at = static_cast<std::size_t>(i);
            values[system.q[at]] = state_[at] + velocities_[i] * time;
            values[system.v[at]] = velocities_[i];
        }
        return values;
    }

    // Coordinates that constraints couple.
    void join(const ExprMatrix& rows) {
        for (const ExprVector& row : rows) {
            std::vector<Eigen::Index> in_row;
            for (Eigen::Index i = 0; i < n_; ++i)
                if (!row[static_cast<std::size_t>(i)].is_zero()) in_row.push_back(i);
            Eigen::VectorXd all = Eigen::VectorXd::Zero(n_);
            for (const Eigen::Index i : in_row) all = all.cwiseMax(joined_.col(i)), all[i] = 1;
            for (Eigen::Index i = 0; i < n_; ++i)
                if (all[i] > 0) joined_.col(i) = all;
        }
    }

    // The rates; of speeds that reactions or friction hold, those that the forces on all that is coupled
    // to them would give them.
    Eigen::VectorXd rates_of(const Seen& seen) const {
        Eigen::VectorXd result = seen.rates.cwiseAbs();
        const Eigen::VectorXd squares =
            seen.mass.diagonal().cwiseAbs().cwiseProduct(seen.free().cwiseAbs2());
        const Eigen::VectorXd coupled = (joined_ * squares).cwiseSqrt();
        const Eigen::VectorXd weights = seen.reduced().diagonal().cwiseAbs().cwiseSqrt();
        for (Eigen::Index k = 0; k < m_; ++k) {
            double push = 0;
            for (Eigen::Index i = 0; i < n_; ++i)
                if (seen.slopes(i, k) != 0) push = std::max(push, coupled[i] / weights[k]);
            if (result[n_ + k] < balanced * push) result[n_ + k] = push;
        }
        return result;
    }

    Seen see(double t, std::span<const double> state) const {
        std::vector<double> values(code_.outputs());
        code_(motion_.input(t, state.data()), values.data());
        using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        const double* at = values.data();
        Seen seen;
        seen.mass = Eigen::Map<const Rows>(at, n_, n_);
        seen.slopes = Eigen::Map<const Rows>(at += n_ * n_, n_, m_);
        seen.v = Eigen::Map<const Eigen::VectorXd>(at += n_ * m_, n_);
        seen.force = Eigen::Map<const Eigen::VectorXd>(at += n_, n_);
        seen.rates.resize(n_ + m_);
        motion_.probe(t, state.data(), seen.rates.data());
        return seen;
    }

    void keep(const Seen& seen) {
        raise(changes_, rates_of(seen));
        raise(slopes_.reshaped(), seen.slopes.reshaped());
    }

    static double norm(const Eigen::MatrixXd& metric, const Eigen::VectorXd& x) {
        return std::sqrt(std::abs(x.dot(metric * x)));
    }
    static void raise(double& largest, double x) {
        if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
    }
    static void raise(Eigen::Ref<Eigen::VectorXd> largest, const Eigen::VectorXd& x) {
        for (Eigen::Index i = 0; i < x.size(); ++i) raise(largest[i], x[i]);
    }

    Eigen::Index n_, m_;
    const MotionProblem& motion_;
    const CompiledFunction& code_;
    std::span<const double> state_;
    ExprMatrix rows_;                 // of the constraints
    Eigen::MatrixXd mass_, reduced_;  // at the start
    Eigen::VectorXd velocities_;      // at the start
    Eigen::MatrixXd slopes_ = Eigen::MatrixXd::Zero(n_, m_);
    Eigen::VectorXd inertia_ = Eigen::VectorXd::Zero(n_ + m_);
    Eigen::VectorXd changes_ = Eigen::VectorXd::Zero(n_ + m_);
    // 1: coupled by constraints, as each is to itself
    Eigen::MatrixXd joined_ = Eigen::MatrixXd::Identity(n_, n_);
};

}  // namespace

NaturalSizes natural_sizes(const MotionProblem& motion, std::span<const double> state,
                           TimeSpan span, double rtol, const ExprMatrix& held) {
    const std::size_t coordinates = motion.code().system().size();
    StartOfRun start(motion, state, held);
    const double length = span.until - span.from, whole = std::abs(length);
    for (const double part : looks) start.look(span.from + part * length);
    const bool is_balanced = start.acceleration < balanced * start.free_acceleration;
    const double a = is_balanced ? start.free_acceleration : start.acceleration;
    double speed = start.speed;
    if (a > 0 && start.way > 0)
        speed = std::max(speed, a * std::min(whole, std::sqrt(start.way / a)));
    else if (speed == 0)
        speed = a * rest_part * whole;
    if (speed == 0 && whole > 0) speed = start.way / whole;
    const double time = a > 0 ? std::min(way_part * whole, speed / a) : way_part * whole;
    std::vector<double> alone(state.size());
    for (std::size_t i = 0; i < state.size(); ++i) {
        const double inertia = start.inertia_of(i);
        alone[i] = inertia > 0 ? speed / std::sqrt(inertia) : start.change_of(i) * whole;
        if (i < coordinates && inertia > 0) alone[i] *= time;
    }
    start.look_aside(span.from, aside * start.own_sizes(time));
    Eigen::VectorXd own = start.own_sizes(time);
    if (own.minCoeff() == 0) {
        start.look_ahead(span);
        own = (own.array() > 0).select(own, start.own_sizes(time));
    }
    const Eigen::VectorXd carried = start.carried_sizes(own, time, span);
    const double rounding = std::min(share, rounding_part / (floor_part * rtol));
    NaturalSizes result{std::vector<double>(state.size(), 1), std::vector<char>(state.size())};
    for (std::size_t i = 0; i < state.size(); ++i) {
        const double its_own = own[static_cast<Eigen::Index>(i)];
        double natural = share * alone[i];
        if (its_own > 0 && start.inertia_of(i) > 0) natural = std::min(natural, its_own);
        natural = std::max(natural, rounding * carried[static_cast<Eigen::Index>(i)]);
        const double size = std::max(std::abs(state[i]), natural);
        if (size > 0 && std::isfinite(size)) result.sizes[i] = size;
        result.untold[i] = its_own == 0 && state[i] == 0 ? 1 : 0;
    }
    return result;
}

}  // namespace rattleback
