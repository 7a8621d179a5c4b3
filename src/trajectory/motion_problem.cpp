#include "trajectory/motion_problem.hpp"

#include <algorithm>
#include <limits>

#include "expr/print_text.hpp"
#include "model/initial_values.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

std::vector<double> numbers_of(const MotionCode& code, const System& values) {
    std::optional<std::vector<double>> found = code.numbers(values);
    if (!found)
        throw NumericalError("the code of a motion does not serve these values of its parameters");
    return *std::move(found);
}

void append(std::vector<double>& to, const std::vector<double>& more) {
    to.insert(to.end(), more.begin(), more.end());
}

// Room for the state and the time, then these numbers.
std::vector<double> behind_time(std::size_t state, const std::vector<double>& numbers) {
    std::vector<double> result(state + 1);
    append(result, numbers);
    return result;
}

}  // namespace

std::vector<std::string> column_names(const Equations& equations) {
    std::vector<std::string> names;
    for (const Expr& e : equations.q) names.push_back(to_text(e));
    for (const Expr& e : equations.speeds) names.push_back(to_text(e));
    return names;
}

MotionProblem::MotionProblem(const System& system, const Equations& equations,
                             const MotionSettings& settings)
    : MotionProblem(std::make_shared<const MotionCode>(system, equations, CodeOptions{}), system,
                    settings) {}

MotionProblem::MotionProblem(std::shared_ptr<const MotionCode> code, const System& values,
                             const MotionSettings& settings)
    : code_(std::move(code)),
      values_(parameter_values(values)),
      numbers_(numbers_of(*code_, values)),
      regularity_(code_->regularity().with(values)),
      parameters_(parameter_numbers(values)),
      in_(behind_time(code_->motion().size(), numbers_)),
      rates_in_(behind_time(code_->motion().size(), numbers_)) {
    const System& system = code_->system();
    const Equations& equations = code_->equations();
    const SolvedFunction& rates = code_->rates();
    append(rates_in_, rates.constants(numbers_));
    problem_.size = code_->motion().size();
    problem_.rate = rate_;
    problem_.jacobian = jacobian_;
    problem_.names = column_names(equations);
    problem_.formulas = {&rates.equations(), &rates.results()};
    problem_.parameters = numbers_;
    if (settings.project && keeps_all_velocities(system, equations) &&
        code_->projection().is_needed()) {
        projection_ = code_->projection().with(parameters_);
        problem_.project = *projection_;
    }
    if (settings.watch_singular && regularity_.is_needed()) {
        problem_.margin = regularity_;
        problem_.margins = regularity_.kinds(settings.has_other_variables);
        problem_.phases = regularity_.phases();
    }
    tape_ = code_->series();
    tape_->parameters = numbers_;
    problem_.tape = &*tape_;
    problem_.no_discrete = code_->no_discrete();
    if (problem_.no_discrete.empty()) problem_.discrete = discrete_;
    add_events();
    if (settings.watch_contacts) watch_contacts(values);
}

void MotionProblem::add_events() {
    const std::vector<Event>& events = code_->system().events;
    event_tapes_.reserve(events.size());
    for (std::size_t i = 0; i < events.size(); ++i) {
        event_tapes_.push_back(code_->events()[i].tape(numbers_));
        problem_.events.push_back(
            {events[i].name, events[i].direction, events[i].stop, &event_tapes_.back()});
    }
    if (!code_->named()) return;
    named_.emplace(*code_->named());
    add_quantities(named_->symbols().size(), named_->formulas());
}

void MotionProblem::add_quantities(std::size_t count, const std::vector<const Tape*>& formulas) {
    problem_.quantity_count += count;
    problem_.quantities = quantities_;
    problem_.quantity_formulas.insert(problem_.quantity_formulas.end(), formulas.begin(),
                                      formulas.end());
}

void MotionProblem::watch_contacts(const System& values) {
    if (!code_->contacts()) return;
    contacts_.emplace(code_->contacts()->with(values, numbers_));
    if (contacts_->events().empty()) return;
    contacts_->begin_events_at(problem_.events.size());
    for (const EventKind& kind : contacts_->events()) problem_.events.push_back(kind);
    add_quantities(contacts_->quantities(), contacts_->formulas());
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

double MotionProblem::rates_at(double t, const double* y, double* rate) const {
    std::copy_n(y, problem_.size, rates_in_.begin());
    rates_in_[problem_.size] = t;
    return code_->rates()(rates_in_.data(), rate);
}

void MotionProblem::Rate::operator()(double t, const double* y, double* rate) const {
    const double condition = self->rates_at(t, y, rate);
    if (condition < self->worst_.value) self->worst_ = {condition, t};
    if (condition == 0)
        std::fill_n(rate, self->problem_.size, std::numeric_limits<double>::quiet_NaN());
}

void MotionProblem::Quantities::operator()(double t, const double* y, double* values,
                                           double* scales) const {
    const double* const in = self->input(t, y);
    if (auto& named = self->named_) {
        (*named)(in, values);
        const std::size_t count = named->symbols().size();
        for (std::size_t i = 0; i < count; ++i) scales[i] = named->scale(i);
        values += count;
        scales += count;
    }
    if (self->contacts_) self->contacts_->look(in, values, scales);
}

void MotionProblem::ContactSteps::operator()(const ObservedStep& step) const {
    self->contacts_->observe(step);
}

const DiscreteMechanics& MotionProblem::Discrete::operator()() const {
    std::optional<DiscreteMechanics>& made = self->mechanics_;
    if (!made) made = self->code_->discrete().with(self->parameters_);
    return *made;
}

void MotionProblem::Jacobian::operator()(double t, const double* y, double* jacobian) const {
    const SolvedFunction& code = self->code_->jacobian();
    std::vector<double>& in = self->jacobian_in_;
    if (in.empty()) {
        in = behind_time(self->problem_.size, self->numbers_);
        append(in, code.constants(self->numbers_));
    }
    std::copy_n(y, self->problem_.size, in.begin());
    in[self->problem_.size] = t;
    code(in.data(), jacobian);
}

}  // namespace rattleback
