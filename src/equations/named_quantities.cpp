#include "equations/named_quantities.hpp"

#include <algorithm>
#include <set>

#include "equations/formulations.hpp"
#include "equations/gauss_quantities.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/sentence_error.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"
#include "geometry/newton_force.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

bool has(const ExprVector& list, const Expr& e) { return std::ranges::find(list, e) != list.end(); }

// Speeds and auxiliary variables that this form has not, as functions of t, q and v.
std::vector<Replacement> other_speeds(const System& system, const Equations& equations,
                                      std::span<const Expr> expressions) {
    ExprVector missing;
    for (const Quantity& quantity : quantities_in(system, expressions))
        if (quantity.kind == QuantityKind::Speed && !has(equations.speeds, quantity.symbol))
            missing.push_back(quantity.symbol);
    if (system.parametrization)
        for (const Expr& e : symbols_of(expressions))
            if (has(system.parametrization->variables, e) && !has(equations.speeds, e))
                missing.push_back(e);
    std::vector<Replacement> result;
    if (missing.empty()) return result;
    const Formulation& form = form_in_speeds();
    if (const auto why = form.refusal(system))
        throw SentenceError<DerivationError>(
            sentence("'{}' is a speed of the form {}, which does not apply: {}", missing[0].name(),
                     form.name, *why));
    const Equations other = derive(system, form.name);
    for (std::size_t i = 0; i < other.speeds_from_velocities.size(); ++i)
        result.emplace_back(other.speeds[i], other.speeds_from_velocities[i]);
    for (const Expr& speed : missing) {
        if (std::ranges::find(result, speed, &Replacement::first) != result.end()) continue;
        if (has(other.speeds, speed))
            throw SentenceError<DerivationError>(
                sentence("the speed '{}' of the form {} is no function of the velocities in closed "
                         "form: it is known in the forms that have it",
                         speed.name(), form.name));
        const Sentences all(other.speeds.begin(), other.speeds.end());
        throw SentenceError<DerivationError>(
            sentence("there is no speed '{}': those of the form {} are {}", speed.name(), form.name,
                     listed(all, ", ", ", ")));
    }
    return result;
}

// μ of independent rows N with R = Nᵀ μ: as many of its equations as there are rows determine it.
ExprVector multipliers(const ExprMatrix& rows, const ExprVector& reaction, const Limits& limits) {
    const ExprMatrix columns = transposed(rows);
    ExprMatrix square;
    ExprVector right;
    for (const std::size_t i : independent_rows(columns, limits)) {
        square.push_back(columns[i]);
        right.push_back(reaction[i]);
    }
    std::optional<ExprVector> mu;
    if (square.size() == rows.size()) mu = solve(square, right, limits);
    if (!mu) throw DerivationError("the reaction does not determine the multipliers");
    return *mu;
}

// Of ideal constraints, for forces at contacts: one that says nothing needs no force.
ExprVector multipliers_of_contacts(const System& system, const ExprVector& reaction,
                                   const Limits& limits) {
    const ExprMatrix all = all_constraint_rows(system).a;
    ExprMatrix rows;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (rank({all[i]}, limits) == 0) continue;
        rows.push_back(all[i]);
        places.push_back(i);
    }
    if (independent_rows(rows, limits).size() < rows.size())
        throw DerivationError(
            "the forces at contacts are not determined by the reaction: the constraints are "
            "redundant, and could share it in other ways");
    ExprVector result(all.size());
    if (rows.empty()) return result;
    const ExprVector mu = multipliers(rows, reaction, limits);
    for (std::size_t i = 0; i < places.size(); ++i) result[places[i]] = mu[i];
    return result;
}

// R less what multipliers of the state exert, which is among the forces.
ExprVector unknown_reaction(const System& system, const ExprVector& reaction) {
    const ExprVector latent = latent_reaction(system);
    return latent.empty() ? reaction : difference(reaction, latent);
}

Expr gauss_function(const System& system, const ExprVector& whole, const Limits& limits) {
    const ExprVector reaction = unknown_reaction(system, whole);
    const auto apart = solve(free_motion(system).mass, reaction, limits);  // a − a_free
    if (!apart)
        throw DerivationError(
            "the function of Gauss's principle has no value: the mass matrix is singular");
    return dot(*apart, reaction) / 2;
}

// At contacts, in components of the ground.
class ContactForce {
public:
    ContactForce(const System& system, const SolvedMotion& motion, const Limits& limits)
        : system_(system), mu_(multipliers_of_contacts(system, motion.reactions, limits)) {
        if (!is_only_support(system)) return;
        const NewtonForce newton = newton_force(system);
        if (rank(jacobian(ExprVector(newton.momentum.begin(), newton.momentum.end()), system.v)) <
            2)
            return;
        std::vector<Replacement> accelerations;
        for (std::size_t i = 0; i < system.size(); ++i)
            accelerations.emplace_back(system.a[i], motion.accelerations[i]);
        by_newton_.emplace();
        for (std::size_t i = 0; i < 3; ++i)
            (*by_newton_)[i] = substitute(newton.force[i], accelerations);
    }

    Expr value(const Quantity& quantity) const {
        const Contact& contact = system_.contacts[quantity.of];
        const Vector3 force = force_at(contact, quantity);
        if (quantity.kind == QuantityKind::Force) return force[quantity.axis];
        const Vector3& normal = *contact.normal;
        const Expr square = dot(normal, normal), along = dot(force, normal);
        if (quantity.kind == QuantityKind::Normal) return along / sqrt(square);
        return sqrt(dot(force, force) - pow(along, 2) / square);
    }

private:
    Vector3 force_at(const Contact& contact, const Quantity& quantity) const {
        const bool is_component = quantity.kind == QuantityKind::Force;
        const bool is_known =
            !contact.unknown || (is_component && (*contact.unknown)[quantity.axis].is_zero());
        if (!is_known && by_newton_) return *by_newton_;
        if (!is_known)
            throw DerivationError("the force at the contact '" + contact.name +
                                  "' is not determined by the constraints: the coordinates "
                                  "themselves keep the body on its surface");
        Vector3 force{};
        for (const Contact::Part& part : contact.parts)
            force = force + mu_[part.constraint] * part.direction;
        return force;
    }

    const System& system_;
    ExprVector mu_;
    std::optional<Vector3> by_newton_;
};

// Of the constraints that the model writes, on velocities or of second order.
ExprVector named_multipliers(const System& system, const ExprVector& reaction,
                             const Limits& limits) {
    return multipliers(multiplier_rows(system), unknown_reaction(system, reaction), limits);
}

// Whether the constraints are those that the model writes, its contacts and its quaternions.
bool are_as_written(const System& system) {
    std::set<std::size_t> of_contacts;
    for (const Contact& contact : system.contacts)
        for (const Contact::Part& part : contact.parts) of_contacts.insert(part.constraint);
    const auto has_quaternion = [](const Frame& frame) { return frame.quaternion.has_value(); };
    const auto quaternions =
        static_cast<std::size_t>(std::ranges::count_if(system.frames, has_quaternion));
    return system.constraints.size() + system.higher.size() ==
           system.description.constraints.size() + of_contacts.size() + quaternions;
}

}  // namespace

ExprMatrix multiplier_rows(const System& system) {
    const CoreSystem core = core_system(system);
    for (std::size_t i = 0; i < system.constraints.size(); ++i)
        if (std::ranges::find(core.independent, i) == core.independent.end())
            throw DerivationError(
                "the multipliers of this model are not unique, because the "
                "constraint '" +
                system.constraints[i].name +
                "' follows from the others; the reactions R are unique");
    if (!are_as_written(system))
        throw DerivationError(
            "the multipliers of this model are not unique, because the motion is computed with "
            "other constraints than the model writes; the reactions R are unique");
    return core.n;
}

ExprVector with_own_speeds(const System& system, const Equations& equations,
                           std::span<const Expr> expressions) {
    const ExprVector spelled = substitute(expressions, gauss_quantities(system, expressions));
    return substitute(spelled, other_speeds(system, equations, spelled));
}

ExprVector in_terms_of(const System& system, const Equations& equations,
                       std::span<const Expr> expressions) {
    const ExprVector with_speeds = with_own_speeds(system, equations, expressions);
    std::vector<Replacement> solved;
    for (std::size_t i = 0; i < system.size(); ++i)
        solved.emplace_back(system.a[i], equations.accelerations[i]);
    for (const Quantity& quantity : quantities_in(system, with_speeds))
        if (quantity.kind == QuantityKind::Reaction)
            solved.emplace_back(quantity.symbol, equations.reactions[quantity.of]);
    return substitute(with_speeds, solved);
}

std::vector<Replacement> closed_quantities(const System& system, const SolvedMotion& motion,
                                           std::span<const Expr> expressions,
                                           const Limits& limits) {
    std::vector<Replacement> result;
    for (std::size_t i = 0; i < system.size(); ++i)
        result.emplace_back(system.a[i], motion.accelerations[i]);
    const std::vector<Replacement> accelerations = result;
    const std::vector<Quantity> wanted = quantities_in(system, expressions);
    ExprVector mu;
    std::optional<ContactForce> contacts;
    const auto value = [&](const Quantity& quantity) -> Expr {
        switch (quantity.kind) {
            case QuantityKind::Speed: break;
            case QuantityKind::Reaction: return motion.reactions[quantity.of];
            case QuantityKind::Gauss: return gauss_function(system, motion.reactions, limits);
            case QuantityKind::Multiplier:
                if (mu.empty()) mu = named_multipliers(system, motion.reactions, limits);
                return mu[quantity.of];
            case QuantityKind::Force:
            case QuantityKind::Normal:
            case QuantityKind::Friction:
                if (!contacts) contacts.emplace(system, motion, limits);
                return contacts->value(quantity);
            case QuantityKind::GaussSlope:
            case QuantityKind::GaussCurvature:
            case QuantityKind::GaussPart: {
                const ExprVector spelled = substitute(
                    {&quantity.symbol, 1}, gauss_quantities(system, {&quantity.symbol, 1}));
                return substitute(spelled[0], accelerations);
            }
        }
        return quantity.symbol;
    };
    for (const Quantity& quantity : wanted) result.emplace_back(quantity.symbol, value(quantity));
    return result;
}

}  // namespace rattleback
