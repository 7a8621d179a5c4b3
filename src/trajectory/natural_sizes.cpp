#include "trajectory/natural_sizes.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "geometry/core_system.hpp"

namespace rattleback {
namespace {

constexpr double share = 0.1;
// Of the run, where nothing else tells of time: at rest where all coordinates are zero, and where
// nothing is accelerated.
constexpr double rest_part = 0.01, way_part = 0.1;
// What is left where forces and reactions balance each other is rounding.
constexpr double balanced = 1e-12;

// What is known at the start: the inertia of velocities and of speeds, and how fast all changes.
class StartOfRun {
public:
    StartOfRun(const System& system, const Equations& equations, const MotionProblem& motion,
               std::span<const double> state)
        : n_(static_cast<Eigen::Index>(system.size())),
          m_(static_cast<Eigen::Index>(state.size()) - n_),
          motion_(motion),
          state_(state) {
        ExprVector wanted;
        const FreeMotion free = free_motion(system);
        for (const ExprVector& row : free.mass) wanted.insert(wanted.end(), row.begin(), row.end());
        for (const Expr& v : equations.velocities)
            for (const Expr& z : equations.speeds) wanted.push_back(derivative(v, z));
        wanted.insert(wanted.end(), system.v.begin(), system.v.end());
        wanted.insert(wanted.end(), free.force.begin(), free.force.end());
        code_.emplace(compile(motion.motion().inputs(), motion.motion().at_state(wanted),
                              {.backend = Backend::Interpreter}));
    }

    void look(double t) {
        std::vector<double> values(code_->outputs()), rates(state_.size());
        (*code_)(motion_.motion().input(state_, t).data(), values.data());
        using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        const Eigen::MatrixXd mass = Eigen::Map<const Rows>(values.data(), n_, n_);
        const Eigen::MatrixXd slopes = Eigen::Map<const Rows>(values.data() + n_ * n_, n_, m_);
        const Eigen::MatrixXd reduced = slopes.transpose() * mass * slopes;
        motion_.problem().rate(t, state_.data(), rates.data());
        const Eigen::Map<const Eigen::VectorXd> a(rates.data() + n_, m_), q(state_.data(), n_),
            v(values.data() + n_ * (n_ + m_), n_), f(v.data() + n_, n_);
        // The velocities are those of the start, and what they weigh is too: inertia may grow with time.
        if (mass_.size() == 0) mass_ = mass, reduced_ = reduced;
        raise(acceleration, norm(reduced_, a));
        raise(free_acceleration, norm(mass_, mass.fullPivLu().solve(f)));
        raise(way, norm(mass_, q));
        raise(speed, norm(mass_, v));
        for (Eigen::Index i = 0; i < n_; ++i) raise(inertia(i), std::abs(mass(i, i)));
        for (Eigen::Index i = 0; i < m_; ++i) raise(inertia(n_ + i), std::abs(reduced(i, i)));
        for (std::size_t i = 0; i < rates.size(); ++i) raise(changes_[i], std::abs(rates[i]));
    }

    double acceleration = 0, free_acceleration = 0, way = 0, speed = 0;
    double inertia_of(std::size_t i) const { return inertia_[i]; }
    double change_of(std::size_t i) const { return changes_[i]; }

private:
    static double norm(const Eigen::MatrixXd& metric, const Eigen::VectorXd& x) {
        return std::sqrt(std::abs(x.dot(metric * x)));
    }
    static void raise(double& largest, double x) {
        if (std::isfinite(x)) largest = std::max(largest, x);
    }
    double& inertia(Eigen::Index i) { return inertia_[static_cast<std::size_t>(i)]; }

    Eigen::Index n_, m_;
    const MotionProblem& motion_;
    std::span<const double> state_;
    std::optional<CompiledFunction> code_;
    Eigen::MatrixXd mass_, reduced_;  // at the start
    std::vector<double> inertia_ = std::vector<double>(state_.size());
    std::vector<double> changes_ = std::vector<double>(state_.size());
};

}  // namespace

std::vector<double> natural_sizes(const System& system, const Equations& equations,
                                  const MotionProblem& motion, std::span<const double> state,
                                  TimeSpan span) {
    StartOfRun start(system, equations, motion, state);
    const double length = span.until - span.from, whole = std::abs(length);
    for (const double part : {0.0, 0.3, 0.7}) start.look(span.from + part * length);
    const bool is_balanced = start.acceleration < balanced * start.free_acceleration;
    const double a = is_balanced ? start.free_acceleration : start.acceleration;
    double speed = start.speed;
    if (a > 0 && start.way > 0)
        speed = std::max(speed, a * std::min(whole, std::sqrt(start.way / a)));
    else if (speed == 0)
        speed = a * rest_part * whole;
    if (speed == 0 && whole > 0) speed = start.way / whole;
    const double time = a > 0 ? std::min(way_part * whole, speed / a) : way_part * whole;
    std::vector<double> sizes(state.size(), 1);
    for (std::size_t i = 0; i < state.size(); ++i) {
        const double inertia = start.inertia_of(i);
        const double alone = inertia > 0 ? speed / std::sqrt(inertia) : start.change_of(i) * whole;
        const bool is_coordinate = i < system.size();
        const double natural = is_coordinate && inertia > 0 ? alone * time : alone;
        const double size = std::max(std::abs(state[i]), share * natural);
        if (size > 0 && std::isfinite(size)) sizes[i] = size;
    }
    return sizes;
}

}  // namespace rattleback
