#include "structure/agreement_proof.hpp"

#include <algorithm>

#include "equations/maggi.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/random_point.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"
#include "geometry/solution_space.hpp"
#include "rattleback/errors.hpp"

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

// Σ cᵢ rᵢ over as many rows as there are coefficients.
Expr leading_dot(const ExprVector& coefficients, const ExprVector& rows) {
    SumBuilder sum;
    for (std::size_t i = 0; i < coefficients.size(); ++i) sum.add(coefficients[i] * rows[i]);
    return sum.build();
}

}  // namespace

OnManifold::OnManifold(const System& system, const Parametrization& manifold,
                       const Equations& equations)
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

Reference refer_to(const System& system, const Formulation& form, const Parametrization& manifold) {
    Equations equations = form.derive(system);
    OnManifold on(system, manifold, equations);
    std::vector<Replacement> at_velocities;
    append(at_velocities, system.v, manifold.psi);
    ExprMatrix tests = is_generalized(system)
                           ? substitute_rows(reaction_free_space(system), at_velocities)
                           : transposed(jacobian(manifold.psi, manifold.z));
    return {std::string(form.name), manifold, std::move(equations), std::move(on),
            std::move(tests)};
}

// What is left for the next question. Nothing is begun when all is used up.
Limits AgreementProof::limits_left() const {
    const std::uint64_t now = steps_taken();
    if (now >= last_step_) throw TooLarge();
    Limits limits = options_.limits;
    limits.work = std::min(limits.work, (last_step_ - now) / 1'000'000 + 1);
    return limits;
}

bool AgreementProof::proved_zero(const Expr& e) const {
    if (e.is_zero()) return true;
    try {
        return is_zero(e, {.limits = limits_left(), .seed = options_.seed, .certify = false})
            .proved_zero();
    } catch (const TooLarge&) {
        return false;
    }
}

bool AgreementProof::all_zero(const ExprVector& entries) const {
    return std::ranges::all_of(entries, [&](const Expr& e) { return proved_zero(e); });
}

bool AgreementProof::determines_unknowns(const OnManifold& on) const {
    return generic_rank(on.matrix) == on.unknowns.size();
}

// The largest rank found at some exact states.
std::size_t AgreementProof::generic_rank(const ExprMatrix& matrix) const {
    ConcreteFunctions functions(options_.seed);
    ExprMatrix concrete = matrix;
    ExprVector all;
    for (auto& row : concrete)
        for (Expr& e : row) all.push_back(e = functions.put_into(e));
    const auto symbols = symbols_of(all);
    RandomPoint random(options_.seed);
    const std::size_t full = matrix.empty() ? 0 : std::min(matrix.size(), matrix[0].size());
    std::size_t largest = 0;
    for (int k = 0; k < 10 && largest < full; ++k)
        largest = std::max(largest, rank_at(concrete, random.point(symbols, k % 2 == 0)));
    return largest;
}

// d(speeds)/dt of a form when the accelerations are a(t, q, z, …).
ExprVector AgreementProof::rates(const Equations& equations, const Reference& reference,
                                 const ExprVector& a) const {
    if (equations.speeds == reference.manifold.z) return reference.manifold.z_rates();
    std::vector<Replacement> at_motion;
    append(at_motion, system_.v, reference.manifold.psi);
    append(at_motion, system_.a, a);
    return substitute(derivative_along(equations.speeds_from_velocities, system_.by_time()),
                      at_motion);
}

// Rows of the form, combined with coefficients L, are the reference: L·(matrix · unknowns − right)
// = G ż − Z identically where a = Ψ ż + σ, and the form implies that a is of this kind. Then a
// motion of the form is one of the reference, without solving.
bool AgreementProof::by_combination(const Equations& equations, const OnManifold& on,
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

    if (!implies_manifold(on, known, rows, reference)) return false;
    const auto matches = [&](const ExprMatrix& coefficients) {
        const ExprVector remaining = difference(product(coefficients, rows), target);
        return all_zero(remaining);
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

// Of the form's own accelerations: that they are Ψ ż + σ for the rates `known`, and, where its
// unknowns are all n of them, that its rows leave no others. K is a basis of what annihilates Ψ:
// combinations C of the rows, free of multipliers, with C (Ψ ż + σ) = c identically and n − m of
// them independent, say K a = K σ.
bool AgreementProof::implies_manifold(const OnManifold& on, const ExprVector& known,
                                      const ExprVector& rows, const Reference& reference) const {
    std::vector<Replacement> at_rates;
    append(at_rates, on.unknowns, known);
    const ExprVector apart =
        difference(substitute(on.accelerations, at_rates), reference.on.accelerations);
    if (!all_zero(apart)) return false;
    const std::size_t n = system_.size(), m = reference.manifold.size();
    if (on.speeds.size() == m) return true;
    if (on.speeds.size() != n) return false;
    const ExprMatrix annihilator =
        null_space(system_, transposed(jacobian(reference.manifold.psi, reference.manifold.z)));
    ExprMatrix combinations = identity(rows.size());
    for (ExprVector row : annihilator) {
        row.resize(rows.size());
        combinations.push_back(std::move(row));
    }
    ExprMatrix implied;
    for (const ExprVector& combination : combinations) {
        const ExprVector coefficients = product(transposed(on.matrix), combination);
        const auto split = coefficients.begin() + static_cast<std::ptrdiff_t>(n);
        const bool no_others = std::ranges::all_of(split, coefficients.end(), &Expr::is_zero);
        if (no_others && proved_zero(dot(combination, rows)))
            implied.emplace_back(coefficients.begin(), split);
    }
    return !implied.empty() && generic_rank(implied) == n - m;
}

bool AgreementProof::by_virtual_displacements(const Equations& equations, const OnManifold& on,
                                              const Reference& reference) const {
    if (!implies_maggi(equations, on, reference.manifold)) return false;
    if (!reference_is_maggi_) {
        const Equations of_maggi = maggi(system_);
        const OnManifold on_manifold(system_, reference.manifold, of_maggi);
        reference_is_maggi_ =
            implies_maggi(reference.equations, reference.on, reference.manifold) ||
            by_combination(of_maggi, on_manifold, reference);
    }
    return *reference_is_maggi_;
}

// Of a form in all accelerations: each of Maggi's equations is a combination of its rows. Tried are
// the rows themselves, Γᵀ on the first n rows or on the first n and the next n, and, where the form
// is solved for a, Γᵀ M and A.
bool AgreementProof::implies_maggi(const Equations& equations, const OnManifold& on,
                                   const Parametrization& manifold) const {
    const std::size_t n = system_.size();
    if (equations.speeds != system_.v || equations.accelerations != system_.a) return false;
    std::vector<Replacement> at_velocities;
    append(at_velocities, system_.v, manifold.psi);
    const CoreSystem core = core_system(system_);
    const ExprMatrix mass = substitute_rows(core.mass, at_velocities),
                     gamma = substitute_rows(reaction_free_space(system_), at_velocities),
                     a = substitute_rows(core.a, at_velocities);
    const ExprVector rows = difference(product(on.matrix, on.unknowns), on.right),
                     free = difference(product(mass, system_.a),
                                       substitute(core.force, at_velocities)),
                     beta = substitute(core.beta, at_velocities);
    const auto is_combination = [&](const Expr& target, const ExprMatrix& candidates) {
        const auto gives = [&](const ExprVector& combination) {
            return combination.size() <= rows.size() &&
                   proved_zero(leading_dot(combination, rows) - target);
        };
        return std::ranges::any_of(candidates, gives) ||
               std::ranges::any_of(rows, [&](const Expr& row) {
                   return proved_zero(row - target) || proved_zero(row + target);
               });
    };
    for (const ExprVector& g : gamma) {
        ExprVector twice = g;
        twice.insert(twice.end(), g.begin(), g.end());
        if (!is_combination(dot(g, free), {g, product(transposed(mass), g), twice})) return false;
    }
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!is_combination(dot(a[i], system_.a) + beta[i], {a[i]})) return false;
    return on.unknowns.size() >= n;
}

// Solved once for all forms that are compared with it.
const std::optional<ExprVector>& AgreementProof::solution_of(const Reference& reference) const {
    if (!reference.solution) {
        reference.solution.emplace();
        try {
            *reference.solution = solve(reference.on.matrix, reference.on.right, limits_left());
        } catch (const TooLarge&) {
        } catch (const NumericalError&) {
        }
    }
    return *reference.solution;
}

// The reference is solved exactly, and the form's equations hold with its accelerations, for
// multipliers found from some of them.
bool AgreementProof::by_solution(const Equations& equations, const OnManifold& on,
                                 const Reference& reference) const {
    try {
        const auto& solution = solution_of(reference);
        if (!solution) return false;
        std::vector<Replacement> known;
        append(known, reference.on.unknowns, *solution);
        const ExprVector a = substitute(reference.on.accelerations, known);
        ExprVector given = substitute(rates(equations, reference, a), known);
        std::vector<Replacement> at_rates;
        for (std::size_t i = 0; i < given.size(); ++i)
            at_rates.emplace_back(on.unknowns[i], given[i]);
        if (!all_zero(difference(substitute(on.accelerations, at_rates), a))) return false;
        ExprMatrix left, columns;
        for (const auto& row : on.matrix) {
            const auto split = row.begin() + static_cast<std::ptrdiff_t>(given.size());
            left.emplace_back(row.begin(), split);
            columns.emplace_back(split, row.end());
        }
        const ExprVector rest = difference(on.right, product(left, given));
        const ExprVector residuals = difference(product(columns, multipliers(columns, rest)), rest);
        return all_zero(residuals);
    } catch (const TooLarge&) {
        return false;
    } catch (const NumericalError&) {
        return false;
    }
}

// μ from as many of the rows columns · μ = rest as it takes.
ExprVector AgreementProof::multipliers(const ExprMatrix& columns, const ExprVector& rest) const {
    if (columns.empty() || columns.front().empty()) return {};
    ExprMatrix square;
    ExprVector right;
    for (const auto i : independent_rows(columns, limits_left())) {
        square.push_back(columns[i]);
        right.push_back(rest[i]);
    }
    auto solution = solve(square, right, limits_left());
    if (!solution) throw NumericalError("the multipliers are not determined");
    return std::move(*solution);
}

}  // namespace rattleback
