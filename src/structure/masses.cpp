#include "structure/masses.hpp"

#include <cmath>
#include <optional>

#include "expr/evaluate.hpp"
#include "geometry/core_system.hpp"
#include "model/initial_values.hpp"
#include "rattleback/errors.hpp"
#include "start/decompositions.hpp"
#include "start/initial_state.hpp"

namespace rattleback {
namespace {

Values parameters_of(const System& system) {
    Values values;
    const auto numbers = parameter_numbers(system);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        values[system.parameters[i].symbol] = numbers[i];
    return values;
}

// Of the smallest and of the largest eigenvalue of M at the initial state.
std::optional<std::pair<int, int>> signs_of_mass(const System& system) {
    if (!system.functions.empty()) return {};
    Values values = parameters_of(system);
    for (const auto& [symbol, value] : initial_values(with_completed_start(system).system))
        values[symbol] = evaluate(value, {});
    const ExprMatrix mass = free_motion(system).mass;
    const auto n = static_cast<Eigen::Index>(mass.size());
    Eigen::MatrixXd m(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index j = 0; j < n; ++j)
            m(i, j) =
                evaluate(mass[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)], values);
    if (!m.allFinite()) return {};
    // Signs do not depend on units: each row and column is scaled.
    const Eigen::VectorXd scale =
        m.diagonal().cwiseAbs().cwiseSqrt().unaryExpr([](double x) { return x > 0 ? 1 / x : 1; });
    m = scale.asDiagonal() * m * scale.asDiagonal();
    const Eigen::VectorXd eigenvalues =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(m, Eigen::EigenvaluesOnly).eigenvalues();
    const double little = 1e-9 * eigenvalues.cwiseAbs().maxCoeff();
    const auto sign = [&](double x) { return x > little ? 1 : x < -little ? -1 : 0; };
    return std::pair{sign(eigenvalues(0)), sign(eigenvalues(n - 1))};
}

class Masses {
public:
    explicit Masses(const System& system) : system_(system) {}

    std::vector<Finding> run() {
        check_masses();
        check_inertias();
        check_kinetic_energy();
        return std::move(result_);
    }

private:
    void add(Severity severity, Sentence text) { result_.push_back({severity, std::move(text)}); }

    void check_masses() {
        const Values values = parameters_of(system_);
        for (const Particle& p : system_.particles)
            if (evaluate(p.mass, values) < 0)
                add(Severity::Warning,
                    sentence("The mass of the particle '{}' is negative.", p.name));
    }

    void check_kinetic_energy() {
        const auto signs = signs_of_mass(system_);
        if (!signs || signs->first >= 0) return;
        add(Severity::Warning,
            signs->second < 0
                ? "The kinetic energy is negative at the initial state, for every velocity."
                : "The kinetic energy is not positive definite at the initial state: it is "
                  "negative for some velocities.");
    }

    // A body of positive masses: principal moments that satisfy the triangle inequality. What moves
    // in a plane may have the one that matters alone.
    void check_inertias() {
        const Values values = parameters_of(system_);
        for (const Body& body : system_.bodies) {
            if (evaluate(body.mass, values) < 0)
                add(Severity::Warning,
                    sentence("The mass of the body '{}' is negative.", body.name));
            Eigen::Matrix3d inertia;
            for (Eigen::Index i = 0; i < 3; ++i)
                for (Eigen::Index j = 0; j < 3; ++j)
                    inertia(i, j) = evaluate(
                        body.inertia[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)],
                        values);
            const Eigen::Vector3d moments =
                Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(inertia, Eigen::EigenvaluesOnly)
                    .eigenvalues();
            const double little = 1e-9 * std::fabs(moments(2));
            const Sentence listed_moments =
                sentence("{:.6g}, {:.6g} and {:.6g}", moments(0), moments(1), moments(2));
            if (moments(0) < -little)
                add(Severity::Error,
                    sentence("The body '{}' has a negative moment of inertia: its principal "
                             "moments are {}.",
                             body.name, listed_moments));
            else if (moments(1) > little && moments(0) + moments(1) < moments(2) - little)
                add(Severity::Warning,
                    sentence("No body of positive density has the inertia of '{}': of its "
                             "principal moments, {}, the largest exceeds the sum of the others.",
                             body.name, listed_moments));
        }
    }

    const System& system_;
    std::vector<Finding> result_;
};

}  // namespace

std::vector<Finding> mass_findings(const System& system) { return Masses(system).run(); }

bool mass_is_positive_at_start(const System& system) {
    try {
        const auto signs = signs_of_mass(system);
        return !signs || signs->first > 0;
    } catch (const NumericalError&) {
        return true;
    }
}

}  // namespace rattleback
