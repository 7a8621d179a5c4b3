#include "analysis/physics.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "analysis/branches.hpp"
#include "analysis/relations.hpp"
#include "analysis/singular_states.hpp"
#include "analysis/wording.hpp"
#include "base/errors.hpp"
#include "compiled/equations_of_motion.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/evaluate.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "model/initial_values.hpp"
#include "trajectory/consistent_start.hpp"

namespace rattleback {
namespace {

class Check {
public:
    Check(const System& system, const Limits& limits) : system_(system), limits_(limits) {}

    std::vector<Finding> run() {
        // Unspecified functions have no values: the initial state cannot be looked at.
        const bool numeric = system_.functions.empty();
        attempt("Whether each constraint can hold", [&] { check_constraints(); });
        attempt("Whether the constraints are independent", [&] { check_relations(); });
        attempt("Whether the mass matrix is regular", [&] { check_mass(); });
        attempt("Whether bodies can have their inertia", [&] { check_inertias(); });
        if (numeric) {
            attempt("Whether the initial state satisfies the constraints", [&] { check_start(); });
            attempt("Whether the motion is determined at the initial state",
                    [&] { check_transversality(); });
        }
        return std::move(result_);
    }

private:
    void add(Severity severity, std::string sentence) {
        result_.push_back({severity, std::move(sentence)});
    }

    template <typename Step>
    void attempt(const std::string& question, const Step& step) {
        try {
            step();
        } catch (const TooLarge&) {
            add(Severity::Note,
                question + " was not decided: the exact computation grew beyond its limits.");
        } catch (const NumericalError& error) {
            add(Severity::Note, question + " was not decided: " + error.what() + ".");
        }
    }

    void check_constraints() {
        for (const Constraint& c : system_.constraints) {
            if (c.order != 1) continue;
            const Branches found = branches_of(system_, c, limits_);
            if (found.branches.empty()) {
                add(Severity::Error,
                    "No real velocity satisfies the constraint " + quoted(c) + ".");
                impossible_ = true;
                continue;
            }
            for (const Branch& branch : found.branches) {
                if (branch.multiplicity == 1 && branch.equations.size() == 1) continue;
                ExprVector equations;
                for (const Constraint& e : branch.equations) equations.push_back(e.expression);
                add(Severity::Error,
                    "The constraint " + quoted(c) + " says " + equations_text(equations) +
                        ", but where that holds the gradient of what is written vanishes, and the "
                        "reaction with it. Write " +
                        equations_text(equations) + " instead.");
            }
        }
    }

    void check_relations() {
        const Relations all = relations(system_, limits_);
        for (const Relation& r : all.found) {
            switch (r.kind) {
                case RelationKind::Redundant:
                    add(Severity::Warning, r.sentence);
                    if (const Constraint& c = system_.constraints[r.constraint]; c.reaction)
                        add(Severity::Warning,
                            "The direction of reaction given with the constraint " + quoted(c) +
                                " has no effect, because that is redundant.");
                    break;
                case RelationKind::Hidden:
                    add(Severity::Error, r.sentence);
                    impossible_ = true;
                    break;
                case RelationKind::Inconsistent:
                    add(Severity::Error, r.sentence);
                    impossible_ = true;
                    break;
            }
        }
        for (const std::string& sentence : all.undecided) add(Severity::Note, sentence);
    }

    // A mass matrix may be singular if the constraints hold what has no inertia.
    void check_mass() {
        const auto values = parameter_values(system_);
        ExprMatrix mass, bordered;
        for (const auto& row : free_motion(system_).mass) mass.push_back(substitute(row, values));
        const ExprMatrix without_inertia =
            rank(mass, limits_) < mass.size() ? kernel(mass, limits_) : ExprMatrix{};
        if (without_inertia.empty()) return;
        std::vector<std::string> directions;
        for (const auto& w : without_inertia) directions.push_back(direction_text(system_, w));
        for (const auto& row : bordered_matrix(system_))
            bordered.push_back(substitute(row, values));
        const bool held = rank(bordered, limits_) == bordered.size();
        add(held ? Severity::Warning : Severity::Error,
            "The mass matrix is singular: velocities along " + listed(directions) +
                " have no inertia" +
                (held ? "; the constraints determine the motion all the same, in formulations that "
                        "do not invert it."
                      : ", and nothing determines the acceleration."));
    }

    // A body of positive masses: principal moments that satisfy the triangle inequality. What moves
    // in a plane may have the one that matters alone.
    void check_inertias() {
        Values values;
        const auto numbers = parameter_numbers(system_);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            values[system_.parameters[i].symbol] = numbers[i];
        for (const Body& body : system_.bodies) {
            if (evaluate(body.mass, values) < 0)
                add(Severity::Error,
                    fmt::format("The mass of the body '{}' is negative.", body.name));
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
            const std::string listed_moments =
                fmt::format("{:.6g}, {:.6g} and {:.6g}", moments(0), moments(1), moments(2));
            if (moments(0) < -little)
                add(Severity::Error,
                    fmt::format("The body '{}' has a negative moment of inertia: its principal "
                                "moments are {}.",
                                body.name, listed_moments));
            else if (moments(1) > little && moments(0) + moments(1) < moments(2) - little)
                add(Severity::Warning,
                    fmt::format("No body of positive density has the inertia of '{}': of its "
                                "principal moments, {}, the largest exceeds the sum of the others.",
                                body.name, listed_moments));
        }
    }

    void check_start() {
        if (impossible_) return;
        const ConsistentStart start = consistent_start(system_);
        if (start.nearest_q && start.keeps_given_q)
            add_completion("coordinates", system_.q, *start.nearest_q);
        else
            add_violations(start.positions, "coordinates", system_.q, start.nearest_q);
        if (start.nearest_v && start.keeps_given_v)
            add_completion("velocities", system_.v, *start.nearest_v);
        else
            add_violations(start.velocities, "velocities", system_.v, start.nearest_v);
    }

    static std::string values_text(const ExprVector& symbols, const std::vector<double>& values) {
        double size = 1;
        for (const double x : values) size = std::max(size, std::fabs(x));
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < symbols.size(); ++i) {
            const double x = std::fabs(values[i]) < 1e-13 * size ? 0 : values[i];
            texts.push_back(fmt::format("{} = {:.10g}", to_text(symbols[i]), x));
        }
        return listed(texts);
    }

    void add_completion(const std::string& what, const ExprVector& symbols,
                        const std::vector<double>& values) {
        add(Severity::Note, "The initial " + what +
                                " that the model does not name are completed so that the "
                                "constraints hold: " +
                                values_text(symbols, values) + ".");
    }

    void add_violations(const std::vector<Violation>& list, const std::string& what,
                        const ExprVector& symbols,
                        const std::optional<std::vector<double>>& nearest) {
        if (list.empty()) return;
        std::vector<std::string> names;
        for (const Violation& v : list)
            names.push_back(
                fmt::format("{} by {:.6g}", quoted(system_.constraints[v.constraint]), v.amount));
        std::string text = "The initial " + what + " violate " +
                           (names.size() == 1 ? "the constraint " : "the constraints ") +
                           listed(names);
        if (nearest)
            text += "; the nearest consistent ones, in the metric of the kinetic energy, are " +
                    values_text(symbols, *nearest);
        add(Severity::Error, text + ".");
    }

    // Exact: at an angle of pi/2 a determinant that vanishes is zero, and not small.
    void check_transversality() {
        if (impossible_ || system_.constraints.empty()) return;
        const auto start = initial_values(system_);
        ExprMatrix rows, matrix;
        for (const auto& row : constraint_rows(system_).a) rows.push_back(substitute(row, start));
        for (const auto& row : bordered_matrix(system_)) matrix.push_back(substitute(row, start));
        const bool full = rank(rows, limits_) == rows.size();
        if (!full)
            add(Severity::Error,
                "At the initial state the constraints lose rank: it is a singular state, and the "
                "motion is not determined there.");
        else if (rank(matrix, limits_) < matrix.size() && is_generalized(system_))
            add(Severity::Error,
                "At the initial state the reaction law is not transversal to the constraints: A "
                "M^-1 N^T is singular, and the motion is not determined there.");
        else if (rank(matrix, limits_) < matrix.size())
            add(Severity::Error,
                "At the initial state the mass matrix is singular along the constraints, and the "
                "motion is not determined there.");
    }

    const System& system_;
    Limits limits_;
    bool impossible_ = false;
    std::vector<Finding> result_;
};

}  // namespace

std::vector<Finding> findings(const System& system, const Limits& limits) {
    return Check(system, limits).run();
}

bool has_errors(const std::vector<Finding>& all) {
    return std::ranges::any_of(all, [](const Finding& f) { return f.severity == Severity::Error; });
}

}  // namespace rattleback
