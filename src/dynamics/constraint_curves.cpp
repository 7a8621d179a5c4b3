#include "dynamics/constraint_curves.hpp"

#include <algorithm>
#include <cmath>

#include "compiled/equations_of_motion.hpp"
#include "expr/derivative.hpp"
#include "expr/flattened.hpp"
#include "geometry/core_system.hpp"
#include "rattleback/errors.hpp"
#include "start/decompositions.hpp"
#include "trajectory/smooth_motion.hpp"
#include "trajectory/values_along.hpp"

namespace rattleback {
namespace {

constexpr int intervals = 200;
constexpr double most_growth = 4;  // of the G of the motion, along the steepest line

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct AtState {
    MatrixXd mass, a, n;
    VectorXd force, accelerations;
    MatrixXd slope;  // ∂a/∂ż where the speeds are z; else empty
};

MatrixXd taken(const double*& values, std::size_t rows, std::size_t columns) {
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::Map<const RowMajor> map(values, static_cast<Eigen::Index>(rows),
                                         static_cast<Eigen::Index>(columns));
    values += rows * columns;
    return map;
}

// The speeds are as many as the degrees of freedom: not where velocities are kept beside constraints.
bool has_free_speeds(const System& system, const Equations& equations) {
    return equations.speeds.size() < system.size() &&
           equations.speeds.size() == equations.unknowns.size();
}

AtState at_end(const ComputedMotion& motion) {
    const auto& [system, equations, trajectory] = motion;
    const std::size_t n = system.size();
    const CoreSystem core = core_system(system);
    const std::size_t k = core.a.size();
    const bool is_free = has_free_speeds(system, equations);
    ExprVector wanted = flattened(core.mass);
    append(wanted, core.a);
    append(wanted, core.n);
    append(wanted, core.force);
    if (is_free) append(wanted, jacobian(equations.accelerations, equations.unknowns));
    const EquationsOfMotion compiled(system, equations, interpreted_motion());
    const auto in = compiled.input(trajectory.states.back(), trajectory.times.back());
    CompiledFunction observed = compiled.observed(wanted);
    SolvedFunction forces = compiled.forces();
    std::vector<double> values(observed.outputs()), solved(forces.outputs());
    observed(in.data(), values.data());
    forces(in.data(), solved.data());
    const double* at = values.data();
    AtState result;
    result.mass = taken(at, n, n);
    result.a = taken(at, k, n);
    result.n = taken(at, k, n);
    result.force = taken(at, n, 1);
    if (is_free) result.slope = taken(at, n, equations.unknowns.size());
    result.accelerations = Eigen::Map<const VectorXd>(solved.data(), static_cast<Eigen::Index>(n));
    return result;
}

struct Norms {
    VectorXd away;                // a − a_free
    MatrixXd g;                   // of G
    std::optional<MatrixXd> g_w;  // of G_W
    double value(const MatrixXd& metric, const VectorXd& u) const { return u.dot(metric * u) / 2; }
};

Norms norms_of(const System& system, const AtState& state) {
    const FullLU mass(state.mass);
    if (!mass.isInvertible())
        throw NumericalError("The mass matrix is singular there, and the free motion not known.");
    Norms result{
        .away = state.accelerations - solution(mass, state.force), .g = state.mass, .g_w = {}};
    if (!is_generalized(system)) return result;
    if (state.n.rows() == 0)
        throw NumericalError(
            "Without equations of the constraints the directions of the reaction are not known.");
    const MatrixXd push = solutions(mass, state.n.transpose());
    const MatrixXd onto_w = push * solutions(FullLU(state.a * push), state.a);
    const MatrixXd onto_d = MatrixXd::Identity(onto_w.rows(), onto_w.cols()) - onto_w;
    result.g_w =
        onto_d.transpose() * state.mass * onto_d + onto_w.transpose() * state.mass * onto_w;
    return result;
}

struct Directions {
    MatrixXd columns;
    ExprVector names;
};

Directions directions_of(const Equations& equations, const AtState& state) {
    Directions result;
    if (state.slope.size() > 0) {
        result.columns = state.slope;
        result.names = equations.unknowns;
        return result;
    }
    if (state.a.rows() == state.a.cols()) return result;
    result.columns = state.a.rows() == 0
                         ? MatrixXd(MatrixXd::Identity(state.mass.rows(), state.mass.rows()))
                         : kernel(FullLU(state.a));
    for (Eigen::Index i = 0; i < result.columns.cols(); ++i)
        result.names.push_back(symbol("d" + std::to_string(i + 1)));
    return result;
}

// With the equations that hold at its end.
ComputedMotion last_of(const ComputedMotion& motion) {
    const auto& phases = motion.trajectory.phases;
    if (phases.empty()) return motion;
    const SmoothMotion& last = *phases.back().motion;
    if (!last.held.empty())
        throw NumericalError(
            "The motion is held there by a force that jumps, as at rest under dry friction; "
            "Gauss's "
            "principle does not know what that force is.");
    return {last.system, last.equations, motion.trajectory};
}

std::pair<double, double> usual_range(const Norms& norms, const Directions& directions) {
    double steepest = 0;
    for (Eigen::Index i = 0; i < directions.columns.cols(); ++i)
        steepest = std::max(steepest, norms.value(norms.g, directions.columns.col(i)));
    const double least = norms.value(norms.g_w.value_or(norms.g), norms.away);
    const double reach = least > 0 && steepest > 0 ? std::sqrt(most_growth * least / steepest) : 1;
    return {-reach, reach};
}

}  // namespace

ConstraintCurves constraint_curves(const ComputedMotion& whole,
                                   std::optional<std::pair<double, double>> range) {
    const ComputedMotion motion = last_of(whole);
    if (motion.system.principle == Principle::Vakonomic)
        throw NumericalError(
            "Vakonomic motion makes the action stationary, and not Gauss's function.");
    const AtState state = at_end(motion);
    const Norms norms = norms_of(motion.system, state);
    const Directions directions = directions_of(motion.equations, state);
    if (directions.names.empty())
        throw NumericalError("The constraints leave no acceleration free.");
    const auto [from, to] = range.value_or(usual_range(norms, directions));
    ConstraintCurves result{.time = motion.trajectory.times.back(),
                            .g = norms.value(norms.g, norms.away),
                            .g_w = {},
                            .along_speeds = state.slope.size() > 0,
                            .s = {},
                            .curves = {}};
    if (norms.g_w) result.g_w = norms.value(*norms.g_w, norms.away);
    for (int i = 0; i <= intervals; ++i) result.s.push_back(from + (to - from) * i / intervals);
    for (std::size_t k = 0; k < directions.names.size(); ++k) {
        ConstraintCurve curve{.along = directions.names[k], .g = {}, .g_w = {}};
        const VectorXd d = directions.columns.col(static_cast<Eigen::Index>(k));
        for (const double s : result.s) {
            const VectorXd u = norms.away + s * d;
            curve.g.push_back(norms.value(norms.g, u));
            if (norms.g_w) curve.g_w.push_back(norms.value(*norms.g_w, u));
        }
        result.curves.push_back(std::move(curve));
    }
    return result;
}

}  // namespace rattleback
