#include "analysis/agreement.hpp"

#include <algorithm>
#include <optional>

#include "base/errors.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/random_point.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"
#include "geometry/parametrization.hpp"
#include "geometry/products.hpp"

namespace rattleback {
namespace {

using Outcome = FormAgreement::Outcome;

void append(std::vector<Replacement>& to, const ExprVector& from, const ExprVector& by) {
    for (std::size_t i = 0; i < from.size(); ++i) to.emplace_back(from[i], by[i]);
}

ExprMatrix substitute_rows(const ExprMatrix& matrix, std::span<const Replacement> replacements) {
    ExprMatrix result;
    for (const auto& row : matrix) result.push_back(substitute(row, replacements));
    return result;
}

// A formulation written in t, q and the z of the manifold v = ψ(t, q, z).
struct OnManifold {
    ExprVector speeds, velocities, unknowns, right, accelerations;
    ExprMatrix matrix;

    OnManifold(const System& system, const Parametrization& manifold, const Equations& equations)
        : unknowns(equations.unknowns) {
        std::vector<Replacement> at_velocities, at_speeds;
        append(at_velocities, system.v, manifold.psi);
        speeds = equations.speeds == manifold.z
                     ? manifold.z
                     : substitute(equations.speeds_from_velocities, at_velocities);
        append(at_speeds, equations.speeds, speeds);
        velocities = substitute(equations.velocities, at_speeds);
        matrix = substitute_rows(equations.matrix, at_speeds);
        right = substitute(equations.right, at_speeds);
        accelerations = substitute(equations.accelerations, at_speeds);
    }

    ThroughLinearSystem outputs() const { return {matrix, right, unknowns, accelerations}; }
};

// The reference G ż = Z with a = Ψ ż + σ, on its manifold.
struct Reference {
    Parametrization manifold;
    Equations equations;
    OnManifold on;
    ExprMatrix tests;  // rows that the reaction does not meet: Ψᵀ, or a basis of W
};

class Comparison {
public:
    Comparison(const System& system, const AgreementOptions& options)
        : system_(system), options_(options) {}

    Agreement run() {
        std::vector<const Formulation*> rows = applicable(system_);
        std::erase_if(rows,
                      [](const Formulation* f) { return f->principle != Principle::Nonholonomic; });
        const auto normal = std::ranges::find(rows, "benenti", &Formulation::name);
        const auto closed = closed_manifold();
        const Formulation& first =
            normal != rows.end() && closed ? **normal : formulation("lagrange_multipliers");
        const Reference reference = refer_to(first, closed ? *closed : all_velocities());
        Agreement result{
            .reference = std::string(first.name), .branch = reference.manifold.branch, .forms = {}};
        for (const Formulation* row : rows)
            if (row != &first) result.forms.push_back(compare(*row, reference));
        return result;
    }

private:
    std::optional<Parametrization> closed_manifold() const {
        try {
            return parametrize(system_);
        } catch (const DerivationError&) {
            return {};
        }
    }

    Parametrization all_velocities() const {
        return {.z = system_.v, .psi = system_.v, .inverse = system_.v, .branch = {}};
    }

    Reference refer_to(const Formulation& form, const Parametrization& manifold) const {
        Equations equations = form.derive(system_);
        OnManifold on(system_, manifold, equations);
        std::vector<Replacement> at_velocities;
        append(at_velocities, system_.v, manifold.psi);
        ExprMatrix tests = is_generalized(system_)
                               ? substitute_rows(reaction_free_space(system_), at_velocities)
                               : transposed(jacobian(manifold.psi, manifold.z));
        return {manifold, std::move(equations), std::move(on), std::move(tests)};
    }

    FormAgreement compare(const Formulation& form, const Reference& reference) const {
        FormAgreement result{.form = std::string(form.name), .because = {}};
        const Equations equations = form.derive(system_);
        const OnManifold on(system_, reference.manifold, equations);
        if (!describes(reference.manifold, on)) return compare_on_own_branch(equations, result);
        if (!determines_unknowns(on)) {
            result.because = "its equations do not determine the motion";
        } else if (is_combination(equations, on, reference) ||
                   satisfies_solution(equations, on, reference)) {
            result.outcome = Outcome::Proved;
        } else {
            enclose_difference(on, reference.on, result);
        }
        return result;
    }

    // The two must describe the same velocities.
    bool describes(const Parametrization& manifold, const OnManifold& on) const {
        return std::ranges::all_of(difference(on.velocities, manifold.psi),
                                   [&](const Expr& e) { return proved_zero(e); });
    }

    // A form that solves a nonlinear constraint on one branch is compared there, with the multipliers.
    FormAgreement compare_on_own_branch(const Equations& equations, FormAgreement result) const {
        const Parametrization branch{.z = equations.speeds,
                                     .psi = equations.velocities,
                                     .inverse = equations.speeds,
                                     .branch = {}};
        const Reference there = refer_to(formulation("lagrange_multipliers"), branch);
        const OnManifold on(system_, branch, equations);
        if (satisfies_solution(equations, on, there))
            result.outcome = Outcome::Proved;
        else
            enclose_difference(on, there.on, result);
        return result;
    }

    bool proved_zero(const Expr& e) const {
        return is_zero(e, {.limits = options_.limits, .seed = options_.seed}).proved_zero();
    }

    // Full rank at one exact state.
    bool determines_unknowns(const OnManifold& on) const {
        ConcreteFunctions functions(options_.seed);
        ExprMatrix concrete = on.matrix;
        ExprVector all;
        for (auto& row : concrete)
            for (Expr& e : row) all.push_back(e = functions.put_into(e));
        const auto symbols = symbols_of(all);
        RandomPoint random(options_.seed);
        for (int k = 0; k < 10; ++k)
            if (rank_at(concrete, random.point(symbols, k % 2 == 0)) == on.unknowns.size())
                return true;
        return false;
    }

    // d(speeds)/dt of a form when the accelerations are a(t, q, z, …).
    ExprVector rates(const Equations& equations, const Reference& reference,
                     const ExprVector& a) const {
        if (equations.speeds == reference.manifold.z) return reference.manifold.z_rates();
        std::vector<Replacement> at_motion;
        append(at_motion, system_.v, reference.manifold.psi);
        append(at_motion, system_.a, a);
        return substitute(derivative_along(equations.speeds_from_velocities, system_.by_time()),
                          at_motion);
    }

    // Rows of the form, combined with coefficients L, are the reference: L·(matrix · unknowns − right)
    // = G ż − Z identically. Then a motion of the form is one of the reference, without solving.
    bool is_combination(const Equations& equations, const OnManifold& on,
                        const Reference& reference) const {
        const std::size_t m = reference.manifold.size(), n = system_.size();
        if (reference.equations.speeds != reference.manifold.z || reference.on.right.size() != m)
            return false;
        ExprVector known = rates(equations, reference, reference.on.accelerations);
        const std::size_t given = known.size();
        known.resize(on.unknowns.size());  // multipliers stay as they are
        for (std::size_t j = given; j < known.size(); ++j) known[j] = on.unknowns[j];
        const ExprVector rows = difference(product(on.matrix, known), on.right);
        const ExprVector target =
            difference(product(reference.on.matrix, reference.on.unknowns), reference.on.right);

        const auto matches = [&](const ExprMatrix& coefficients) {
            const ExprVector remaining = difference(product(coefficients, rows), target);
            return std::ranges::all_of(remaining, [&](const Expr& e) { return proved_zero(e); });
        };
        const auto padded = [&](const ExprMatrix& left, std::size_t copies) {
            ExprMatrix result = left;
            for (auto& row : result) {
                const ExprVector once = row;
                for (std::size_t c = 1; c < copies; ++c)
                    row.insert(row.end(), once.begin(), once.end());
                row.resize(rows.size());
            }
            return result;
        };
        if (rows.size() == m && matches(transposed(jacobian(on.speeds, reference.manifold.z))))
            return true;
        if (rows.size() >= m && matches(padded(identity(m), 1))) return true;
        if (rows.size() >= n && matches(padded(reference.tests, 1))) return true;
        return rows.size() >= 2 * n && matches(padded(reference.tests, 2));
    }

    // The reference is solved exactly, and the form's equations hold with its accelerations, for
    // multipliers found from some of them.
    bool satisfies_solution(const Equations& equations, const OnManifold& on,
                            const Reference& reference) const {
        try {
            const auto solution = solve(reference.on.matrix, reference.on.right, options_.limits);
            if (!solution) return false;
            std::vector<Replacement> known;
            append(known, reference.on.unknowns, *solution);
            const ExprVector a = substitute(reference.on.accelerations, known);
            ExprVector given = substitute(rates(equations, reference, a), known);
            ExprMatrix left, columns;
            for (const auto& row : on.matrix) {
                const auto split = row.begin() + static_cast<std::ptrdiff_t>(given.size());
                left.emplace_back(row.begin(), split);
                columns.emplace_back(split, row.end());
            }
            const ExprVector rest = difference(on.right, product(left, given));
            const ExprVector residuals =
                difference(product(columns, multipliers(columns, rest)), rest);
            return std::ranges::all_of(residuals, [&](const Expr& e) { return proved_zero(e); });
        } catch (const TooLarge&) {
            return false;
        } catch (const NumericalError&) {
            return false;
        }
    }

    // μ from as many of the rows columns · μ = rest as it takes.
    ExprVector multipliers(const ExprMatrix& columns, const ExprVector& rest) const {
        if (columns.empty() || columns.front().empty()) return {};
        ExprMatrix square;
        ExprVector right;
        for (const auto i : independent_rows(columns, options_.limits)) {
            square.push_back(columns[i]);
            right.push_back(rest[i]);
        }
        auto solution = solve(square, right, options_.limits);
        if (!solution) throw NumericalError("the multipliers are not determined");
        return std::move(*solution);
    }

    // Both systems solved in ball arithmetic at random exact states.
    void enclose_difference(const OnManifold& on, const OnManifold& other,
                            FormAgreement& result) const {
        ThroughLinearSystem x = on.outputs(), y = other.outputs();
        ConcreteFunctions functions(options_.seed);
        ExprVector all;
        for (auto* system : {&x, &y}) {
            for (auto& row : system->matrix)
                for (Expr& e : row) all.push_back(e = functions.put_into(e));
            for (auto* entries : {&system->right, &system->outputs})
                for (Expr& e : *entries) all.push_back(e = functions.put_into(e));
        }
        RandomPoint random(options_.seed);
        const auto symbols = symbols_of(all);
        for (int k = 0; k < 10 * options_.states && result.states < options_.states; ++k) {
            const auto balls = difference_at(x, y, random.point(symbols, k % 2 == 0));
            if (!std::ranges::all_of(balls, &Ball::finite)) continue;
            ++result.states;
            for (const Ball& ball : balls) {
                result.bound = std::max(result.bound, std::abs(ball.midpoint) + ball.radius);
                if (!ball.contains_zero) {
                    result.outcome = Outcome::Differs;
                    result.because =
                        "its accelerations differ from those of the reference at a state";
                    return;
                }
            }
        }
        if (result.states > 0)
            result.outcome = Outcome::Bounded;
        else
            result.because = "no state was found at which both could be evaluated";
    }

    const System& system_;
    AgreementOptions options_;
};

}  // namespace

bool Agreement::all_agree() const {
    return std::ranges::all_of(forms, [](const FormAgreement& f) {
        return f.outcome == Outcome::Proved || f.outcome == Outcome::Bounded;
    });
}

bool Agreement::all_proved() const {
    return std::ranges::all_of(forms,
                               [](const FormAgreement& f) { return f.outcome == Outcome::Proved; });
}

Agreement agreement(const System& system, const AgreementOptions& options) {
    return Comparison(system, options).run();
}

}  // namespace rattleback
