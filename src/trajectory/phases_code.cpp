#include "trajectory/phases_code.hpp"

#include <algorithm>

#include "equations/formulations.hpp"
#include "equations/same_equations.hpp"
#include "model/input_table.hpp"
#include "model/same_formulas.hpp"
#include "trajectory/continued_roots.hpp"

namespace rattleback {

std::optional<SwitchedMotion> PhasesCode::switched(const System& system, const Equations& equations,
                                                   ParametersAs parameters) {
    for (const bool take_norms : {kind_of(equations) != FormKind::Vakonomic, false}) {
        auto found = with_sides(system, take_norms);
        if (!found && has_tables(system)) found = SwitchedSystem{system, {}, {}};
        if (!found) continue;
        const Equations sided =
            found->size() == 0 ? equations : derive(found->system, equations.form);
        if (sided.q != equations.q || sided.speeds != equations.speeds) continue;
        auto norms = norms_at_state(found->system, found->norms, sided);
        if (!norms) continue;
        SwitchedMotion result{.derived_from = found->system,
                              .switched = with_continued_roots(*found),
                              .equations = with_continued_roots(sided, *found),
                              .surfaces = {},
                              .norms = std::move(*norms),
                              .letters = system.parameters.size(),
                              .parameters = parameters};
        result.surfaces = surfaces(result.switched, result.equations);
        return result;
    }
    return {};
}

PhasesCode::PhasesCode(SwitchedMotion motion)
    : motion_(std::move(motion)), switching_(motion_.switched, motion_.equations, motion_.norms) {}

bool PhasesCode::serves(const SwitchedMotion& other) const {
    return motion_.letters == other.letters && motion_.norms == other.norms &&
           motion_.switched.switches == other.switched.switches &&
           motion_.switched.norms == other.switched.norms &&
           same_formulas(motion_.equations, other.equations) &&
           same_formulas(motion_.switched.system, other.switched.system) &&
           same_formulas(motion_.derived_from, other.derived_from);
}

System PhasesCode::values(const System& run) const {
    System result = motion_.switched.system;
    for (std::size_t i = 0; i < motion_.letters; ++i)
        result.parameters[i].value = run.parameters[i].value;
    return result;
}

std::shared_ptr<const PhaseCode> PhasesCode::phase(const std::vector<Side>& sides,
                                                   const KeptAt& kept, const System& run) const {
    const std::lock_guard lock(mutex_);
    auto& known = phases_[sides];
    for (const auto& code : known)
        if (!code || (code->kept() == kept && code->code()->numbers(code->values(run))))
            return code;
    SwitchedSystem with_values = motion_.switched;
    with_values.system = values(run);
    auto motion = smooth_motion(with_values, motion_.equations, motion_.norms, sides, kept);
    known.push_back(
        motion ? std::make_shared<const PhaseCode>(motion_, sides, kept, std::move(*motion))
               : nullptr);
    return known.back();
}

std::shared_ptr<const PhasesCode::WithoutFriction> PhasesCode::without_friction(
    const System& run) const {
    if (motion_.norms.empty()) return nullptr;
    System system = motion_.derived_from;
    for (std::size_t i = 0; i < motion_.letters; ++i)
        system.parameters[i].value = run.parameters[i].value;
    const std::lock_guard lock(mutex_);
    for (const auto& known : without_friction_)
        if (known->code->numbers(system)) return known;
    auto code = std::make_shared<const MotionCode>(
        system, motion_.equations,
        CodeOptions{.parameters = motion_.parameters, .letters = motion_.letters});
    NormValues norms(motion_.norms, system.t, code->motion());
    return without_friction_.emplace_back(std::make_shared<const WithoutFriction>(
        WithoutFriction{std::move(code), std::move(norms)}));
}

}  // namespace rattleback
