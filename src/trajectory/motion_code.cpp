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
    add_events();
    series_.may_need_pivots = rates_.may_need_pivots();
}

Tape EventCode::tape(std::span<const double> numbers) const {
    if (formula) return formula->at(numbers);
    std::vector<double> all(numbers.begin(), numbers.end());
    const std::vector<double> constants = solved->constants(numbers);
    all.insert(all.end(), constants.begin(), constants.end());
    return with_numbers(*solved->straight_line(), all);
}

// All that follows from the reaction, or has no straight-line code, shares what is computed.
void MotionCode::add_events() {
    ExprVector own, named;
    for (const Event& each : system_.events) {
        own.push_back(with_own_speeds(system_, equations_, {&each.expression, 1})[0]);
        std::optional<EventCode> code = solved_event(own.back());
        if (!code) named.push_back(own.back());
        events_.push_back(std::move(code).value_or(EventCode{}));
    }
    if (!named.empty()) named_.emplace(system_, motion_, named, CompileOptions{});
    const std::size_t before = motion_.size() + 1;
    ExprVector inputs = motion_.inputs();
    if (named_)
        inputs.insert(inputs.begin() + static_cast<std::ptrdiff_t>(before),
                      named_->symbols().begin(), named_->symbols().end());
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (events_[i].solved || events_[i].formula) continue;
        events_[i].formula.emplace(inputs, motion_.at_state({&own[i], 1}),
                                   before + named_->symbols().size());
    }
}

// What needs no named values.
std::optional<EventCode> MotionCode::solved_event(const Expr& expression) const {
    if (!needs_motion(system_, expression)) return EventCode{.formula = formula(expression)};
    const auto follows_from_reaction = [](const Quantity& q) {
        return q.kind != QuantityKind::Reaction && q.kind != QuantityKind::Speed;
    };
    if (std::ranges::any_of(quantities_in(system_, {&expression, 1}), follows_from_reaction))
        return {};
    LinearProblem problem = motion_.rates_problem();
    problem.outputs = motion_.at_state(in_terms_of(system_, equations_, {&expression, 1}));
    EventCode result{.solved = SolvedFunction(problem)};
    return result.solved->straight_line() ? std::optional(std::move(result)) : std::nullopt;
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
        return ContactWatch(system_, motion_, named_ ? named_->symbols().size() : 0);
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
