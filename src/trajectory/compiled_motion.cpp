#include "trajectory/compiled_motion.hpp"

#include <algorithm>

#include "equations/formulations.hpp"
#include "equations/same_equations.hpp"
#include "geometry/denominators.hpp"
#include "model/input_table.hpp"
#include "model/same_formulas.hpp"

namespace rattleback {
namespace {

bool can_change_variables(const System& system, const Equations& equations) {
    const bool is_that = equations.form == form_in_velocities().name &&
                         denominators(equations.right, system.q).empty() &&
                         std::ranges::all_of(equations.matrix, [&](const ExprVector& row) {
                             return denominators(row, system.q).empty();
                         });
    return !is_that && kind_of(equations) != FormKind::Vakonomic &&
           !equations.speeds_from_velocities.empty() && !form_in_velocities().refusal(system);
}

}  // namespace

CompiledMotion::CompiledMotion(System system, Equations equations, ParametersAs parameters)
    : system_(std::move(system)),
      equations_(std::move(equations)),
      // Letters of tables have other values in each piece.
      parameters_(has_tables(system_) ? ParametersAs::Constants : parameters),
      has_other_variables_(can_change_variables(system_, equations_)) {}

std::shared_ptr<const PhasesCode> CompiledMotion::code_for(SwitchedMotion motion) const {
    const std::lock_guard lock(mutex_);
    for (const auto& known : phases_)
        if (known->serves(motion)) return known;
    return phases_.emplace_back(std::make_shared<const PhasesCode>(std::move(motion)));
}

std::shared_ptr<const PhasesCode> CompiledMotion::phases(const System& values) const {
    for (const auto& known : switching_.all())
        if (known->decisions.hold_for(values)) return known->code;
    Decisions decisions(values);
    auto motion =
        decisions.of([&] { return PhasesCode::switched(values, equations_, parameters_); });
    auto code = motion ? code_for(std::move(*motion)) : nullptr;
    switching_.add(std::make_shared<const Switching>(std::move(decisions), code));
    return code;
}

std::shared_ptr<const MotionCode> CompiledMotion::smooth(const System& values) const {
    const std::lock_guard lock(mutex_);
    for (const auto& known : smooth_)
        if (known->numbers(values)) return known;
    return smooth_.emplace_back(std::make_shared<const MotionCode>(
        values, equations_, CodeOptions{.parameters = parameters_}));
}

CompiledMotion::Other CompiledMotion::in_velocities(const System& values) const {
    for (const auto& known : in_velocities_.all())
        if (known->decisions.hold_for(values))
            return {known->motion, with_numbers_of(known->motion->system(), values),
                    known->projection};
    Decisions decisions(values);
    InVelocities other = decisions.of([&] { return rattleback::in_velocities(values); });
    for (const auto& known : in_velocities_.all())
        if (same_formulas(known->motion->system(), other.system) &&
            same_formulas(known->motion->equations(), other.equations))
            return {known->motion, std::move(other.system), known->projection};
    const auto made = std::make_shared<const InVelocitiesCode>(
        std::move(decisions),
        std::make_shared<const CompiledMotion>(other.system, std::move(other.equations),
                                               parameters_),
        Projection(other.system));
    in_velocities_.add(made);
    return {made->motion, std::move(other.system), made->projection};
}

const CompiledFunction& CompiledMotion::in_form() const {
    return in_form_.value([&] { return rattleback::in_form(system_, equations_); });
}

}  // namespace rattleback
