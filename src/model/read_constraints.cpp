#include <fmt/format.h>

#include <algorithm>

#include "exact/factor.hpp"
#include "exact/simplify.hpp"
#include "expr/derivative.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "model/branch_wish.hpp"
#include "model/build_steps.hpp"
#include "model/dependence.hpp"
#include "model/higher_constraints.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr Scope of_constraint{
    .what = "a constraint", .order = highest_order_of_a_constraint, .time = true};
constexpr Limits brief{.terms = 2'000, .work = 100};
constexpr Scope of_reaction{.what = "the direction of a reaction", .order = 1, .time = true};

std::string name_of(const ConstraintDescription& written, const System& system) {
    if (written.name.empty())
        return name_of_constraint(system.description,
                                  system.constraints.size() + system.higher.size());
    const auto is_taken = [&](const Constraint& c) { return c.name == written.name.text(); };
    if (std::ranges::any_of(system.constraints, is_taken) ||
        std::ranges::any_of(system.higher, is_taken, &HigherConstraint::constraint))
        refuse(written.name, fmt::format("there are two constraints '{}'", written.name.text()));
    return written.name.text();
}

// An equation that says nothing about the motion is a slip of the pen.
void check_content(const Written& text, const Equation& equation, const std::optional<Expr>& normal,
                   const System& system) {
    const Expr difference = equation.left - equation.right;
    if (order_of(normal.value_or(difference), system) >= 0) return;
    if (normal && normal->is_zero())
        refuse(text, "this equation always holds, so it constrains nothing");
    const bool named =
        order_of(equation.left, system) >= 0 || order_of(equation.right, system) >= 0;
    refuse(text, named ? "the coordinates cancel out of this equation, so it constrains nothing"
                       : "no coordinate occurs in this equation, so it constrains nothing");
}

// Its factors, where all of them are affine in the accelerations.
ExprVector affine_factors(const Expr& expression, const System& system) {
    ExprVector result;
    try {
        for (const auto& [factor, power] : factor(expression, system.a, brief).factors) {
            if (power < 0) continue;
            for (const Expr& slope : gradient(factor, system.a))
                if (std::ranges::any_of(system.a,
                                        [&](const Expr& a) { return depends_on(slope, a); }))
                    return {};
            result.push_back(factor);
        }
    } catch (const TooLarge&) {
        return {};
    } catch (const NumericalError&) {  // no polynomial in them
        return {};
    }
    return result;
}

// The linear form in the accelerations by which alone they occur, if there is one: x'' + y*y'' of
// exp(x'' + y*y'') = 2.
std::optional<Expr> only_combination(const Expr& expression, const System& system) {
    const ExprVector slopes = gradient(expression, system.a);
    const auto first =
        std::ranges::find_if(slopes, [](const Expr& slope) { return !slope.is_zero(); });
    if (first == slopes.end()) return {};
    Expr result = 0;
    for (std::size_t i = 0; i < slopes.size(); ++i) {
        const Expr ratio = simplify(slopes[i] / *first, {.limits = brief});
        if (std::ranges::any_of(system.a, [&](const Expr& a) { return depends_on(ratio, a); }))
            return {};
        result += ratio * system.a[i];
    }
    return result;
}

[[noreturn]] void refuse_accelerations(const Written& text, const Constraint& constraint,
                                       const System& system) {
    std::string holds;
    for (const Expr& factor : affine_factors(constraint.expression, system))
        holds += (holds.empty() ? "" : " or ") + to_text(factor) + " = 0";
    if (!holds.empty())
        refuse(text,
               fmt::format("a constraint of second order is linear in the accelerations, but "
                           "this one is a product, or a power: it says {}; write the one that "
                           "is to hold",
                           holds));
    if (const auto form = only_combination(constraint.expression, system))
        refuse(text,
               fmt::format("a constraint of second order is linear in the accelerations, but "
                           "this one is not: they occur in it by {} alone; write what that is "
                           "equal to",
                           to_text(*form)));
    refuse(text,
           "a constraint of second order is linear in the accelerations, but this one is not: "
           "its reaction, along the derivatives of the constraint by them, would turn with the "
           "accelerations that it gives, and there may be several; its derivative by time is a "
           "constraint of order three, which a reaction of a given direction can keep");
}

Constraint read_constraint(const ConstraintDescription& written, const Description& description,
                           const Vocabulary& names, const System& system) {
    if (written.equation.empty())
        refuse(place_of(written.place, description, "[[constraint]]"),
               "the constraint has no equation");
    const Equation equation = names.equation(written.equation, of_constraint);
    Constraint result = located(written.equation, "this equation has no value", [&] {
        const auto normal = quick_normal_form(equation.left - equation.right);
        check_content(written.equation, equation, normal, system);
        return classified(equation, normal, system);
    });
    if (result.order == 2 && !is_affine(result))
        refuse_accelerations(written.equation, result, system);
    if (!written.reaction.empty())
        result.reaction = read_direction(written.reaction, names, system, of_reaction);
    return result;
}

}  // namespace

void read_constraints(const Description& description, Vocabulary& names, System& system) {
    const std::vector<Equation> exerting = read_exerted_forces(description, names, system);
    for (std::size_t i = 0; i < description.constraints.size(); ++i) {
        const ConstraintDescription& written = description.constraints[i];
        std::string name = name_of(written, system);
        Constraint constraint = exerting.empty()
                                    ? read_constraint(written, description, names, system)
                                    : classified(exerting[i], {}, system);
        constraint.name = std::move(name);
        if (constraint.order <= 2)
            system.constraints.push_back(std::move(constraint));
        else
            add_higher_constraint(std::move(constraint), {i, written, description}, names, system);
    }
}

}  // namespace rattleback
