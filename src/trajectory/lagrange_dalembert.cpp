#include <fmt/format.h>

#include <cmath>

#include "start/decompositions.hpp"
#include "trajectory/discrete_mechanics.hpp"
#include "trajectory/missed_force.hpp"

namespace rattleback {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using RowView =
    Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
using Index = Eigen::Index;

constexpr int most_iterations = 30;

// The functions of the discrete mechanics at a state, by name.
class Local {
public:
    explicit Local(const DiscreteMechanics& mechanics)
        : mechanics_(mechanics),
          n_(static_cast<Index>(mechanics.coordinates())),
          k_(static_cast<Index>(mechanics.constraints())),
          in_(2 * mechanics.coordinates() + 1),
          out_(mechanics.values().outputs()) {
        in_.insert(in_.end(), mechanics.parameters().begin(), mechanics.parameters().end());
    }

    void evaluate(double t, const Vector& q, const Vector& v) {
        std::copy_n(q.data(), n_, in_.begin());
        std::copy_n(v.data(), n_, in_.begin() + n_);
        in_[static_cast<std::size_t>(2 * n_)] = t;
        mechanics_.values()(in_.data(), out_.data());
    }

    Eigen::Map<const Vector> momenta() const { return {out_.data(), n_}; }
    Eigen::Map<const Vector> forces() const { return {out_.data() + n_, n_}; }
    Eigen::Map<const Vector> constraints() const { return {out_.data() + 2 * n_, k_}; }
    RowView momenta_by_q() const { return block(0, 0, n_); }
    RowView momenta_by_v() const { return block(1, 0, n_); }
    RowView forces_by_q() const { return block(0, n_, n_); }
    RowView forces_by_v() const { return block(1, n_, n_); }
    RowView constraints_by_q() const { return block(0, 2 * n_, k_); }
    RowView constraints_by_v() const { return block(1, 2 * n_, k_); }

private:
    RowView block(Index variable, Index row, Index rows) const {
        const Index all = 2 * n_ + k_;
        return {out_.data() + all + variable * all * n_ + row * n_, rows, n_};
    }

    const DiscreteMechanics& mechanics_;
    Index n_, k_;
    std::vector<double> in_, out_;
};

class DiscreteLoop {
public:
    DiscreteLoop(const OdeProblem& problem, Recorder& recorder)
        : problem_(problem),
          recorder_(recorder),
          n_(static_cast<Index>(problem.discrete().coordinates())),
          k_(static_cast<Index>(problem.discrete().constraints())),
          here_(problem.discrete()),
          there_(problem.discrete()),
          matrix_(n_ + k_, n_ + k_),
          factors_(n_ + k_),
          guard_(problem, recorder.options().until - recorder.options().from),
          missed_(problem, guard_),
          coefficients_(4 * problem.size) {
        for (Vector* v : {&q_, &v_, &q1_, &v1_, &momenta_, &middle_q_, &middle_v_}) v->setZero(n_);
        for (Vector* v : {&unknowns_, &residual_}) v->setZero(n_ + k_);
        for (Vector* v : {&y1_, &f0_, &f1_}) v->setZero(2 * n_);
    }

    void run();

private:
    bool newton(double scale);
    bool find_position(double t, double h);
    bool find_velocity(double t, double h);
    Segment cubic(double h);

    const OdeProblem& problem_;
    Recorder& recorder_;
    Index n_, k_;
    Local here_, there_;  // at the beginning of the step, and where the iteration stands
    Matrix matrix_;
    PartialLU factors_;
    Vector q_, v_, q1_, v1_, momenta_, middle_q_, middle_v_, unknowns_, residual_, y1_, f0_, f1_;
    StepGuard guard_;
    MissedForce missed_;
    std::vector<double> coefficients_;
    double before_ = 0;
};

// One step of Newton's method; whether it was the last.
bool DiscreteLoop::newton(double scale) {
    factors_.compute(matrix_);
    solve_in_place(factors_, residual_);
    unknowns_ -= residual_;
    const double size = residual_.head(n_).cwiseAbs().maxCoeff() / (scale + 1e-300);
    const bool done = size < 1e-15 || (size < 1e-11 && size > 0.1 * before_);
    before_ = size;
    return done;
}

// q₁ and λ₀ from p₀.
bool DiscreteLoop::find_position(double t, double h) {
    here_.evaluate(t, q_, v_);
    momenta_ = here_.momenta();
    unknowns_.head(n_) = q_ + h * v_;
    unknowns_.tail(k_).setZero();
    before_ = 0;
    const auto slopes = here_.constraints_by_v();
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
        q1_ = unknowns_.head(n_);
        middle_q_ = 0.5 * (q_ + q1_);
        middle_v_ = (q1_ - q_) / h;
        there_.evaluate(t + h / 2, middle_q_, middle_v_);
        residual_.head(n_) = there_.momenta() - 0.5 * h * there_.forces() - momenta_ -
                             0.5 * h * slopes.transpose() * unknowns_.tail(k_);
        residual_.tail(k_) = there_.constraints();
        if (!residual_.allFinite()) return false;
        matrix_.topLeftCorner(n_, n_) =
            0.5 * there_.momenta_by_q() + there_.momenta_by_v() / h -
            0.5 * h * (0.5 * there_.forces_by_q() + there_.forces_by_v() / h);
        matrix_.topRightCorner(n_, k_) = -0.5 * h * slopes.transpose();
        matrix_.bottomLeftCorner(k_, n_) =
            0.5 * there_.constraints_by_q() + there_.constraints_by_v() / h;
        matrix_.bottomRightCorner(k_, k_).setZero();
        if (!newton(q_.cwiseAbs().maxCoeff() + std::abs(h) * v_.cwiseAbs().maxCoeff())) continue;
        q1_ = unknowns_.head(n_);
        middle_q_ = 0.5 * (q_ + q1_);
        middle_v_ = (q1_ - q_) / h;
        there_.evaluate(t + h / 2, middle_q_, middle_v_);
        momenta_ = there_.momenta() + 0.5 * h * there_.forces();
        return true;
    }
    return false;
}

// v₁ and λ₁ from p₁.
bool DiscreteLoop::find_velocity(double t, double h) {
    unknowns_.head(n_) = 2 * middle_v_ - v_;
    unknowns_.tail(k_).setZero();
    before_ = 0;
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
        v1_ = unknowns_.head(n_);
        there_.evaluate(t, q1_, v1_);
        const auto slopes = there_.constraints_by_v();
        residual_.head(n_) =
            there_.momenta() - momenta_ - 0.5 * h * slopes.transpose() * unknowns_.tail(k_);
        residual_.tail(k_) = there_.constraints();
        if (!residual_.allFinite()) return false;
        matrix_.topLeftCorner(n_, n_) = there_.momenta_by_v();
        matrix_.topRightCorner(n_, k_) = -0.5 * h * slopes.transpose();
        matrix_.bottomLeftCorner(k_, n_) = slopes;
        matrix_.bottomRightCorner(k_, k_).setZero();
        if (newton(v_.cwiseAbs().maxCoeff() + v1_.cwiseAbs().maxCoeff())) {
            v1_ = unknowns_.head(n_);
            return true;
        }
    }
    return false;
}

Segment DiscreteLoop::cubic(double h) {
    Eigen::Map<Matrix> c(coefficients_.data(), 2 * n_, 4);
    c.col(0) << q_, v_;
    c.col(1) = y1_ - c.col(0);
    c.col(2) = h * f0_ - c.col(1);
    c.col(3) = 2 * c.col(1) - h * (f0_ + f1_);
    return {recorder_.time(), h, Basis::Alternating, problem_.size, 4, coefficients_.data()};
}

void DiscreteLoop::run() {
    q_ = Eigen::Map<const Vector>(recorder_.state(), n_);
    v_ = Eigen::Map<const Vector>(recorder_.state() + n_, n_);
    problem_.rate(recorder_.time().high, recorder_.state(), f0_.data());
    double h = std::copysign(recorder_.options().step, recorder_.remaining());
    while (true) {
        const double t = recorder_.time().high;
        const Time end = recorder_.end_of(h);
        if (!find_position(t, h) || !find_velocity(end.high, h)) {
            recorder_.stop(StopReason::NoConvergence,
                           sentence("The step from {} could not be computed: Newton's iteration "
                                    "does not converge. A smaller step may help.",
                                    time_is(t)));
            return;
        }
        y1_ << q1_, v1_;
        problem_.rate(end.high, y1_.data(), f1_.data());
        recorder_.statistics().evaluations += 1;
        if (missed_.is_in({t, recorder_.state(), f0_.data()}, h,
                          {end.high, y1_.data(), f1_.data()})) {
            stop_at_missed_force(recorder_, end.high);
            return;
        }
        const Segment segment = cubic(h);
        const bool wanted = recorder_.wants_segment(end, y1_.data(), segment);
        if (!recorder_.accept(end, y1_.data(), wanted ? &segment : nullptr)) return;
        q_.swap(q1_);
        v_.swap(v1_);
        f0_.swap(f1_);
    }
}

}  // namespace

void run_lagrange_dalembert(const OdeProblem& problem, Recorder& recorder) {
    DiscreteLoop(problem, recorder).run();
}

}  // namespace rattleback
