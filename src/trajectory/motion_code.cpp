#include "trajectory/motion_code.hpp"

#include <algorithm>

#include "equations/named_quantities.hpp"
#include "expr/flattened.hpp"
#include "geometry/core_system.hpp"

namespace rattleback {

MechanicsCode::MechanicsCode(const System& system, const EquationsOfMotion& motion)
    : forces(motion.forces()), velocities(motion.observed(system.v, Effort::Quick)) {
    if (ContactForces::applies(system)) contacts.emplace(system, motion);
}

MotionCode::MotionCode(System system, Equations equations, CodeOptions options)
    : system_(std::move(system)),
      continued_(std::move(options.continued)),
      equations_(std::move(equations)),
      motion_(system_, equations_, {.parameters = options.parameters, .letters = options.letters}),
      rates_(motion_.rates()),
      series_(rates_.formulas()),
      regularity_(system_, equations_, options.known),
      no_discrete_(discrete_refusal(system_, equations_).value_or("")) {
    for (const Event& each : system_.events) events_.push_back(event(each.expression));
    series_.may_need_pivots = rates_.may_need_pivots();
}

std::optional<Tape> EventCode::tape(std::span<const double> numbers) const {
    if (formula) return formula->at(numbers);
    if (!solved || !solved->straight_line()) return {};
    std::vector<double> all(numbers.begin(), numbers.end());
    const std::vector<double> constants = solved->constants(numbers);
    all.insert(all.end(), constants.begin(), constants.end());
    return with_numbers(*solved->straight_line(), all);
}

// What follows from the reaction, and what has no straight-line code, is evaluated with pivots.
EventCode MotionCode::event(const Expr& expression) const {
    const ExprVector own = with_own_speeds(system_, equations_, {&expression, 1});
    if (!needs_motion(system_, own[0])) return {.formula = formula(own[0])};
    const auto follows_from_reaction = [](const Quantity& q) {
        return q.kind != QuantityKind::Reaction && q.kind != QuantityKind::Speed;
    };
    EventCode result;
    if (std::ranges::none_of(quantities_in(system_, own), follows_from_reaction)) {
        LinearProblem problem = motion_.rates_problem();
        problem.outputs = motion_.at_state(in_terms_of(system_, equations_, own));
        result.solved.emplace(problem);
        if (result.solved->straight_line()) return result;
        result.solved.reset();
    }
    result.values.emplace(system_, equations_, motion_, ExprVector{expression}, CompileOptions{});
    return result;
}

RunTape MotionCode::formula(const Expr& expression, const ExprVector& more) const {
    ExprVector inputs = motion_.inputs();
    inputs.insert(inputs.end(), more.begin(), more.end());
    return RunTape(inputs, motion_.at_state({&expression, 1}), motion_.size() + 1);
}

std::optional<std::vector<double>> MotionCode::numbers(const System& values) const {
    if (!regularity_.serves(values)) return {};
    return motion_.numbers(values);
}

const SolvedFunction& MotionCode::jacobian() const {
    return jacobian_.value([&] { return motion_.jacobian(); });
}

const Projection& MotionCode::projection() const {
    return projection_.value([&] { return Projection(system_); });
}

const DiscreteMechanics& MotionCode::discrete() const {
    return discrete_.value([&] { return DiscreteMechanics(system_); });
}

const std::optional<ContactWatch>& MotionCode::contacts() const {
    return contacts_.value([&]() -> std::optional<ContactWatch> {
        const bool has_normals = std::ranges::any_of(
            system_.contacts, [](const Contact& c) { return c.normal.has_value(); });
        if (!has_normals || !ContactForces::applies(system_)) return {};
        return ContactWatch(system_, motion_);
    });
}

const MechanicsCode& MotionCode::mechanics() const {
    return mechanics_.value([&] { return MechanicsCode(continued(), motion_); });
}

const CompiledFunction& MotionCode::natural() const {
    return natural_.value([&] {
        const FreeMotion free = free_motion(continued());
        ExprVector wanted = flattened(free.mass);
        for (const Expr& v : equations_.velocities)
            for (const Expr& z : equations_.speeds) wanted.push_back(derivative(v, z));
        wanted.insert(wanted.end(), system_.v.begin(), system_.v.end());
        wanted.insert(wanted.end(), free.force.begin(), free.force.end());
        return compile(motion_.inputs(), motion_.at_state(wanted),
                       {.backend = Backend::Interpreter});
    });
}

}  // namespace rattleback
