#include "trajectory/motion_problem.hpp"

#include <algorithm>
#include <limits>

#include "expr/print_text.hpp"
#include "model/initial_values.hpp"

namespace rattleback {

std::vector<std::string> column_names(const Equations& equations) {
    std::vector<std::string> names;
    for (const Expr& e : equations.q) names.push_back(to_text(e));
    for (const Expr& e : equations.speeds) names.push_back(to_text(e));
    return names;
}

MotionProblem::MotionProblem(const System& system, const Equations& equations,
                             const MotionSettings& settings)
    : motion_(system, equations, {.fixed_parameters = true}),
      rates_(motion_.rates()),
      projection_(system, parameter_numbers(system)),
      regularity_(system, equations, settings.guarded, parameter_numbers(system)),
      in_(motion_.inputs().size()) {
    problem_.size = motion_.size();
    problem_.rate = rate_;
    problem_.jacobian = jacobian_;
    problem_.names = column_names(equations);
    problem_.formulas = {&rates_.equations(), &rates_.results()};
    if (settings.project && projection_.is_needed() && keeps_all_velocities(system, equations))
        problem_.project = projection_;
    if (settings.watch_singular && regularity_.is_needed()) {
        problem_.margin = regularity_;
        problem_.margins = regularity_.kinds(settings.has_other_variables);
        problem_.phases = regularity_.phases();
    }
    if (rates_.straight_line()) {
        tape_ = RateTape{*rates_.straight_line(), {}};
        problem_.tape = &*tape_;
    }
    if (const auto why = discrete_refusal(system, equations)) {
        problem_.no_discrete = *why;
    } else {
        discrete_.emplace(system, parameter_numbers(system));
        problem_.discrete = &*discrete_;
    }
    add_events(system);
    if (settings.watch_contacts) watch_contacts(system);
}

void MotionProblem::add_events(const System& system) {
    event_tapes_.reserve(system.events.size());
    for (const Event& event : system.events) {
        event_tapes_.push_back(record(motion_.inputs(), motion_.at_state({&event.expression, 1})));
        problem_.events.push_back({event.name, event.direction, event.stop, &event_tapes_.back()});
    }
}

void MotionProblem::watch_contacts(const System& system) {
    const bool has_normals =
        std::ranges::any_of(system.contacts, [](const Contact& c) { return c.normal.has_value(); });
    if (!has_normals || !ContactForces::applies(system)) return;
    contacts_.emplace(system, motion_);
    if (contacts_->events().empty()) return;
    problem_.events.insert(problem_.events.end(), contacts_->events().begin(),
                           contacts_->events().end());
    problem_.event_values = contact_values_;
    problem_.observe = contact_steps_;
}

std::vector<ContactFinding> MotionProblem::contact_findings() const {
    return contacts_ ? contacts_->findings() : std::vector<ContactFinding>{};
}

const double* MotionProblem::input(double t, const double* y) const {
    std::copy_n(y, problem_.size, in_.begin());
    in_[problem_.size] = t;
    return in_.data();
}

void MotionProblem::Rate::operator()(double t, const double* y, double* rate) const {
    const double condition = self->rates_(self->input(t, y), rate);
    if (condition < self->worst_.value) self->worst_ = {condition, t};
    if (condition == 0)
        std::fill_n(rate, self->problem_.size, std::numeric_limits<double>::quiet_NaN());
}

void MotionProblem::ContactValues::operator()(double t, const double* y, double* values) const {
    self->contacts_->values(self->input(t, y), values + self->event_tapes_.size());
}

void MotionProblem::ContactSteps::operator()(const Segment& segment, double until) const {
    self->contacts_->observe(segment, until);
}

void MotionProblem::Jacobian::operator()(double t, const double* y, double* jacobian) const {
    if (!self->jacobian_code_) self->jacobian_code_ = self->motion_.jacobian();
    (*self->jacobian_code_)(self->input(t, y), jacobian);
}

}  // namespace rattleback
