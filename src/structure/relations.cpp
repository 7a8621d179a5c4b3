#include "structure/relations.hpp"

#include <algorithm>

#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/branches.hpp"
#include "geometry/range.hpp"
#include "model/dependence.hpp"
#include "rattleback/errors.hpp"
#include "structure/implied_constraints.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

// One constraint as a row: its coefficients of v (or a), and the rest.
struct Row {
    std::size_t constraint;
    ExprVector coefficients;
    Expr rest;
};

class Comparison {
public:
    Comparison(const System& system, const Limits& limits) : system_(system), limits_(limits) {}

    Relations run() {
        find_implied();
        compare(velocity_rows());
        compare_positions();
        compare_nonlinear();
        if (std::ranges::any_of(system_.constraints,
                                [](const Constraint& c) { return c.order == 2; }))
            compare(acceleration_rows());
        return std::move(result_);
    }

private:
    // Redundant only where the others hold: of no use to the ranks below.
    void find_implied() {
        const std::vector<std::size_t> implied = implied_constraints(system_, limits_);
        std::vector<std::size_t> others;
        for (std::size_t i = 0; i < system_.constraints.size(); ++i)
            if (std::ranges::find(implied, i) == implied.end()) others.push_back(i);
        for (const auto i : implied)
            add({.constraint = i, .others = others, .remainder = {}, .sentence = {}});
    }

    std::vector<Row> velocity_rows() const {
        std::vector<Row> rows;
        std::vector<Replacement> at_rest;
        for (const Expr& v : system_.v) at_rest.emplace_back(v, 0);
        for (std::size_t i = 0; i < system_.constraints.size(); ++i) {
            const Constraint& c = system_.constraints[i];
            if (c.order > 1 || !is_affine(c) || order_of(c.expression, system_) < 0 || is_known(i))
                continue;
            const Expr b =
                c.order == 0 ? derivative_along(c.expression, system_.by_time()) : c.expression;
            rows.push_back({i, gradient(b, system_.v), substitute(b, at_rest)});
        }
        // What a position says it says of velocities too, and not the other way round.
        std::ranges::stable_sort(
            rows, {}, [&](const Row& r) { return system_.constraints[r.constraint].order; });
        return rows;
    }

    // On the manifold of the constraints on velocities.
    std::vector<Row> acceleration_rows() const {
        const ConstraintManifold manifold = constraint_manifold(system_);
        const ConstraintRows all = all_constraint_rows(system_);
        std::vector<Row> rows;
        for (std::size_t i = 0; i < all.a.size(); ++i)
            if (order_of(system_.constraints[i].expression, system_) >= 0 && !is_known(i))
                rows.push_back({i, manifold.on(all.a[i]), manifold.on(all.beta[i])});
        // Second order last: its rows are compared with the others.
        std::ranges::stable_sort(
            rows, {}, [&](const Row& r) { return system_.constraints[r.constraint].order == 2; });
        return rows;
    }

    void compare(const std::vector<Row>& rows) {
        ExprMatrix a;
        for (const Row& row : rows) a.push_back(row.coefficients);
        const auto independent = independent_rows(a, limits_);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (std::ranges::find(independent, i) != independent.end() ||
                is_known(rows[i].constraint))
                continue;
            std::vector<Row> involved;
            for (const auto j : independent)
                if (j < i) involved.push_back(rows[j]);
            involved.push_back(rows[i]);
            add_relation(involved);
        }
    }

    bool is_known(std::size_t constraint) const {
        return std::ranges::any_of(result_.found,
                                   [&](const Relation& r) { return r.constraint == constraint; });
    }

    // y with yA = 0 over the given rows, the last of which depends on the others.
    void add_relation(const std::vector<Row>& rows) {
        ExprMatrix columns;
        ExprVector rest;
        for (const Row& row : rows) {
            columns.push_back(row.coefficients);
            rest.push_back(row.rest);
        }
        const ExprVector y = kernel(transposed(columns), limits_)[0];
        Relation relation{
            .constraint = rows.back().constraint, .others = {}, .remainder = {}, .sentence = {}};
        for (std::size_t i = 0; i + 1 < rows.size(); ++i)
            if (vanishes(y[i], limits_) != Answer::Yes)
                relation.others.push_back(rows[i].constraint);
        relation.remainder = simplify(dot(y, rest));
        note_combination(rows, y);
        add(std::move(relation));
    }

    // Positional constraints of which one differs from a combination of the others, with constant
    // coefficients, by no more than a number: that is its value where they hold.
    void note_combination(const std::vector<Row>& rows, const ExprVector& y) {
        Expr sum = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Constraint& c = system_.constraints[rows[i].constraint];
            const Expr factor = simplify(y[i] / y.back());
            if (c.order != 0 || is_variable(factor)) return;
            sum += factor * c.expression;
        }
        const Expr value = simplify(sum);
        if (!is_variable(value)) values_.emplace_back(rows.back().constraint, value);
    }

    bool is_variable(const Expr& e) const {
        return depends_on(e, system_.t) ||
               std::ranges::any_of(system_.q, [&](const Expr& q) { return depends_on(e, q); });
    }

    // Positional constraints with dependent differentials: one is constant where the others hold.
    void compare_positions() {
        for (Relation& r : result_.found) {
            const Constraint& c = system_.constraints[r.constraint];
            if (c.order != 0 || r.kind != RelationKind::Redundant) continue;
            const auto known = std::ranges::find(values_, r.constraint, &ConstantValue::first);
            r.remainder = known != values_.end()
                              ? known->second
                              : simplify(constraint_manifold(only(r.others)).on(c.expression));
            describe(r);
        }
    }

    void compare_nonlinear() {
        std::vector<std::size_t> before;
        for (std::size_t i = 0; i < system_.constraints.size(); ++i)
            if (system_.constraints[i].order <= 1 && is_affine(system_.constraints[i]) &&
                !is_known(i))
                before.push_back(i);
        for (std::size_t i = 0; i < system_.constraints.size(); ++i) {
            const Constraint& c = system_.constraints[i];
            if (c.order != 1 || is_affine(c) || order_of(c.expression, system_) < 0 || is_known(i))
                continue;
            if (branches_of(system_, c, limits_).branches.empty()) continue;  // with any others
            const ConstraintManifold manifold = constraint_manifold(only(before));
            const Expr rest = simplify(manifold.on(c.expression));
            if (!manifold.is_whole())
                result_.undecided.push_back(
                    "Whether the constraint " + quoted(c) +
                    " follows from the others was not decided: " + manifold.left_out + ".");
            else if (const Range range = range_of(rest, system_.parameters);
                     range.nonzero || vanishes(rest, limits_) == Answer::Yes)
                add({.constraint = i, .others = before, .remainder = rest, .sentence = {}});
            before.push_back(i);
            std::ranges::sort(before);
        }
    }

    System only(const std::vector<std::size_t>& which) const {
        System result = system_;
        result.constraints.clear();
        result.parametrization.reset();
        for (const auto i : which) result.constraints.push_back(system_.constraints[i]);
        return result;
    }

    void add(Relation relation) {
        describe(relation);
        result_.found.push_back(std::move(relation));
    }

    void describe(Relation& r) const {
        const std::string name = "The constraint " + quoted(system_.constraints[r.constraint]);
        const Sentence others = r.others.empty() ? "itself" : quoted(system_, r.others);
        if (vanishes(r.remainder, limits_) == Answer::Yes ||
            follows_from(only(r.others), system_.constraints[r.constraint], limits_)) {
            r.kind = RelationKind::Redundant;
            r.remainder = 0;
            r.sentence = name + " follows from " + others +
                         ": it is redundant. The motion is still unique, the multipliers are not.";
        } else if (range_of(r.remainder, system_.parameters).nonzero) {
            r.kind = RelationKind::Inconsistent;
            r.sentence = name + " contradicts " + others + ": together they require " +
                         equations_text({r.remainder}) + ", which never holds.";
        } else if (vanishes(r.remainder, limits_) == Answer::Unknown || has_unknown_value(r)) {
            r.kind = RelationKind::Undecided;
            r.sentence = "Whether the constraint " + quoted(system_.constraints[r.constraint]) +
                         " follows from " + others + " was not decided: it does where " +
                         equations_text({r.remainder}) + ".";
        } else {
            r.kind = RelationKind::Hidden;
            r.sentence = name + " agrees with " + others + " only where " +
                         equations_text({r.remainder}) +
                         "; if that is meant, write it as a constraint of its own.";
        }
    }

    // A function of the others that was not had from them: a number where they hold, zero where the
    // start is one.
    bool has_unknown_value(const Relation& r) const {
        return system_.constraints[r.constraint].order == 0 &&
               !constraint_manifold(only(r.others)).is_whole();
    }

    using ConstantValue = std::pair<std::size_t, Expr>;

    const System& system_;
    Limits limits_;
    Relations result_;
    std::vector<ConstantValue> values_;  // of constraints, where the others hold
};

}  // namespace

bool Relations::has(RelationKind kind) const {
    return std::ranges::any_of(found, [&](const Relation& r) { return r.kind == kind; });
}

std::vector<std::size_t> Relations::redundant() const {
    std::vector<std::size_t> result;
    for (const Relation& r : found)
        if (r.kind == RelationKind::Redundant) result.push_back(r.constraint);
    std::ranges::sort(result);
    return result;
}

Relations relations(const System& system, const Limits& limits) {
    try {
        return Comparison(system, limits).run();
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    return {.found = {},
            .undecided = {"Whether the constraints are independent was not decided: "
                          "the exact computation grew beyond its limits."}};
}

}  // namespace rattleback
