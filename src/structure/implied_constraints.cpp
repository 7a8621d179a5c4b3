#include "structure/implied_constraints.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"
#include "geometry/branches_beside.hpp"
#include "geometry/denominators.hpp"
#include "geometry/pivot_choice.hpp"
#include "model/decisions.hpp"
#include "model/dependence.hpp"
#include "model/specialized.hpp"
#include "rattleback/errors.hpp"
#include "start/decompositions.hpp"
#include "start/initial_state.hpp"

namespace rattleback {
namespace {

// The rows (A, β) at a state, columns of A in the metric of the kinetic energy: divided by its weights.
Eigen::MatrixXd numbers_of(const std::vector<double>& weights, const ConstraintRows& rows,
                           const Values& state) {
    const auto k = static_cast<Eigen::Index>(rows.a.size());
    const auto n = static_cast<Eigen::Index>(weights.size());
    Eigen::MatrixXd all(k, n + 1);
    for (std::size_t i = 0; i < rows.a.size(); ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        for (std::size_t j = 0; j < weights.size(); ++j)
            all(row, static_cast<Eigen::Index>(j)) = evaluate(rows.a[i][j], state) / weights[j];
        all(row, n) = evaluate(rows.beta[i], state);
    }
    if (!all.allFinite()) throw NumericalError("the constraints have no value");
    return all;
}

// A state off the constraints, where nothing vanishes by chance.
Values beside_start(const System& system) {
    constexpr double part = 0.1, step = 0.618;
    const Values start = numbers_at_start(system);
    Values beside = start;
    double phase = 0;
    for (const ExprVector* entries : {&system.q, &system.v}) {
        double size = 0;
        for (const Expr& e : *entries) size = std::max(size, std::abs(start.at(e)));
        for (const Expr& e : *entries)
            beside[e] += part * (size > 0 ? size : 1) * std::cos(phase += step);
    }
    return beside;
}

// How many rows of (A, β) are independent. β is as large as A where it is so beside the start: at the
// start all of it may be rounding.
Eigen::Index rank_at(const System& system, const ConstraintRows& rows, const Values& state) {
    constexpr double rounding = 1e-9;
    const std::vector<double> weights = PivotChoice(system).weights();
    Eigen::MatrixXd all = numbers_of(weights, rows, state);
    const Eigen::MatrixXd beside = numbers_of(weights, rows, beside_start(system));
    const Eigen::Index k = all.rows(), n = all.cols() - 1;
    const double size = beside.leftCols(n).cwiseAbs().maxCoeff();
    const double right = beside.col(n).cwiseAbs().maxCoeff();
    if (right > 0) all.col(n) *= size / right;
    for (Eigen::Index i = 0; i < k; ++i)
        if (all.row(i).norm() > 0) all.row(i).normalize();
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(all.transpose());
    qr.setThreshold(rounding);
    return qr.rank();
}

// Whether fewer rows are independent at the start than beside it, off the constraints.
bool loses_rank_at_start(const System& system) {
    const ConstraintRows rows = all_constraint_rows(system);
    return rank_at(system, rows, numbers_at_start(system)) <
           rank_at(system, rows, beside_start(system));
}

bool belongs_to_contact(const System& system, std::size_t i) {
    return std::ranges::any_of(system.contacts, [&](const Contact& contact) {
        return std::ranges::any_of(contact.parts,
                                   [&](const Contact::Part& p) { return p.constraint == i; });
    });
}

// c = h · φ with a function h that has a value wherever the other one, φ, has: for φ that no coordinate
// can be had from in closed form.
bool is_multiple(const System& system, const Expr& c, const Expr& of) {
    ExprVector variables = system.q;
    variables.push_back(system.t);
    const PivotChoice known(system);
    return std::ranges::all_of(denominators({simplify(c / of)}, variables),
                               [&](const Expr& d) { return known.never_vanishes(d); });
}

// Whether the others restrict the velocities at the start as much: formulas may divide by what is zero
// there.
bool is_dispensable_at_start(const System& system, std::size_t i) {
    const Values start = numbers_at_start(system);
    const System others = without_constraints(system, {i});
    return rank_at(others, all_constraint_rows(others), start) ==
           rank_at(system, all_constraint_rows(system), start);
}

// Of those that follow from all others the longest; a nonlinear one before all that are not.
std::optional<std::size_t> longest_implied(const System& system, const Limits& limits) {
    std::vector<std::size_t> order(system.constraints.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) {
        const Constraint& c = system.constraints[i];
        return std::pair(c.order == 1 && !is_affine(c), graph_size({&c.expression, 1}));
    });
    const auto found = std::ranges::find_if(order, [&](std::size_t i) {
        return !belongs_to_contact(system, i) && is_dispensable_at_start(system, i) &&
               follows_from(without_constraints(system, {i}), system.constraints[i], limits);
    });
    return found == order.end() ? std::nullopt : std::optional(*found);
}

std::vector<std::size_t> search(System system, const Limits& limits) {
    std::vector<std::size_t> left(system.constraints.size()), result;
    std::iota(left.begin(), left.end(), 0);
    while (left.size() > 1 && loses_rank_at_start(system)) {
        const auto found = longest_implied(system, limits);
        if (!found) break;
        system = without_constraints(system, {*found});
        result.push_back(left[*found]);
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(*found));
    }
    std::ranges::sort(result);
    return result;
}

// Beside those that need no state, given as places in the system.
std::vector<std::size_t> implied_at_start(const System& system,
                                          const std::vector<std::size_t>& known,
                                          const Limits& limits) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < system.constraints.size(); ++i)
        if (std::ranges::find(known, i) == known.end()) places.push_back(i);
    const CompletedSystem start = with_completed_start(without_constraints(system, known));
    std::vector<std::size_t> result = known;
    if (start.is_consistent)
        for (const auto i : search(start.system, limits)) result.push_back(places[i]);
    std::ranges::sort(result);
    return result;
}

std::vector<std::size_t> with_implied(const System& system, const std::vector<std::size_t>& known,
                                      const Limits& limits) {
    try {
        return implied_at_start(system, known, limits);
    } catch (const NumericalError&) {
    } catch (const DerivationError&) {
    } catch (const TooLarge&) {
    }
    return known;
}

}  // namespace

bool follows_from(const System& others, const Constraint& c, const Limits& limits) {
    if (c.order > 1) return false;
    const bool repeats = std::ranges::any_of(others.constraints, [&](const Constraint& other) {
        return other.order == 0 && c.order == 0 &&
               is_multiple(others, c.expression, other.expression);
    });
    return repeats || vanishes_on(constraint_manifold(others), c.expression, limits) == Answer::Yes;
}

System without_constraints(const System& system, const std::vector<std::size_t>& which) {
    System result = system;
    for (std::size_t k = which.size(); k-- > 0;) leave_out(result, which[k]);
    return result;
}

std::vector<std::size_t> implied_by_affine(const System& system, const Limits& limits) {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < system.constraints.size(); ++i)
        if (!belongs_to_contact(system, i) && follows_from_affine(system, i, limits))
            result.push_back(i);
    return result;
}

std::vector<std::size_t> repeated_constraints(const System& on_branch, const System& written) {
    const auto is_same = [](const Constraint& a, const Constraint& b) {
        return a.name == b.name && a.expression == b.expression;
    };
    const auto is_in = [&](const Constraint& c, const std::vector<Constraint>& all) {
        return std::ranges::any_of(all, [&](const Constraint& other) { return is_same(c, other); });
    };
    const auto is_nonlinear = [](const Constraint& c) { return c.order == 1 && !is_affine(c); };
    std::vector<std::size_t> first, result;
    for (std::size_t i = 0; i < written.constraints.size(); ++i)
        if (!is_nonlinear(written.constraints[i])) first.push_back(i);
    const std::size_t affine = first.size();
    for (std::size_t i = 0; i < written.constraints.size(); ++i)
        if (is_nonlinear(written.constraints[i]) &&
            !is_in(written.constraints[i], on_branch.constraints))
            first.push_back(i);
    if (first.size() == affine || written.constraints.size() < 2) return {};
    try {
        std::vector<Constraint> dependent;
        for (const auto i : dependent_constraints(written, first))
            if (is_nonlinear(written.constraints[i])) dependent.push_back(written.constraints[i]);
        for (std::size_t i = 0; i < on_branch.constraints.size(); ++i)
            if (is_in(on_branch.constraints[i], dependent)) result.push_back(i);
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    return result;
}

std::vector<std::size_t> implied_constraints(const System& system, const Limits& limits) {
    // Constraints affine in the velocities have rows that do not depend on these.
    const bool may_depend = std::ranges::any_of(system.constraints, [](const Constraint& c) {
        return c.order == 0 || (c.order == 1 && !is_affine(c));
    });
    if (!may_depend || system.constraints.size() < 2) return {};
    const std::vector<std::size_t> known = implied_by_affine(system, limits);
    if (!system.functions.empty()) return known;
    return decided(system,
                   [known, limits](const System& s) { return with_implied(s, known, limits); });
}

}  // namespace rattleback
