#include "trajectory/phase_code.hpp"

#include "expr/functions.hpp"
#include "trajectory/continued_roots.hpp"

namespace rattleback {
namespace {

// A norm that is so many times what counts as slow is no longer so.
constexpr double fast = 2;
// The cosine −1/n of the angle up to which one with a cut is computed as it is written.
constexpr int end_of_away = 2;

// The system of the phase as it was derived from, without roots that go on beyond their end.
System inside(const SwitchedMotion& of, const SmoothMotion& motion) {
    System result = of.derived_from;
    result.parameters = motion.system.parameters;
    if (of.norms.empty()) return result;
    result.force = motion.system.force;
    result.particles = motion.system.particles;
    return result;
}

// Where norms vanish is guarded here.
CodeOptions options_of(const SwitchedMotion& of, const std::vector<Side>& sides,
                       const SmoothMotion& motion) {
    CodeOptions result{.parameters = of.parameters, .letters = of.letters};
    for (std::size_t i = 0; i < of.norms.size(); ++i)
        if (!stays(sides[of.surfaces.size() + i]))
            result.known.guarded.push_back(sqrt(of.norms[i].square));
    result.known.meanings = meanings_of_sides(of.switched);
    result.continued = motion.system;
    return result;
}

}  // namespace

PhaseCode::PhaseCode(const SwitchedMotion& of, std::vector<Side> sides, KeptAt kept,
                     SmoothMotion motion)
    : sides_(std::move(sides)),
      kept_(std::move(kept)),
      letters_(of.letters),
      motion_(std::move(motion)),
      code_(std::make_shared<const MotionCode>(inside(of, motion_), motion_.equations,
                                               options_of(of, sides_, motion_))) {
    end_of_root_ = rattleback::end_of_root(code_->motion().rates_problem());
    guard_surfaces(of);
    guard_norms(of);
    guard_held();
}

void PhaseCode::guard_surfaces(const SwitchedMotion& of) {
    for (std::size_t i = 0; i < of.surfaces.size(); ++i) {
        const bool is_away = sides_[i] == Side::Away;
        if (!is_away && !stays(sides_[i]))
            guards_.push_back(
                {i, static_cast<int>(sides_[i]), code_->formula(of.surfaces[i].value)});
        const Switch& cut = of.switched.switches[i];
        if (cut.only_left)
            guards_.push_back(
                {i, is_away ? 1 : -1,
                 code_->formula(is_away ? off_cut(cut, end_of_away) : *cut.only_left)});
    }
}

void PhaseCode::guard_norms(const SwitchedMotion& of) {
    const Expr size = symbol("size of a norm");  // a name that no formula can have
    for (std::size_t i = 0; i < of.norms.size(); ++i) {
        const std::size_t number = of.surfaces.size() + i;
        if (stays(sides_[number])) continue;
        const RunTape formula = code_->formula(of.norms[i].square - size, {size});
        if (sides_[number] == Side::Above) {
            guards_.push_back({number, 1, formula, Size::Slow, 1, Side::Slow});
            continue;
        }
        is_slow_ = true;
        guards_.push_back({number, 1, formula, Size::Least});
        guards_.push_back({number, -1, formula, Size::Slow, fast, Side::Above});
    }
}

void PhaseCode::guard_held() {
    for (const Held& held : motion_.held) {
        LinearProblem problem = code_->motion().rates_problem();
        ExprVector wanted{held.margin};
        wanted.insert(wanted.end(), held.leaves_to.begin(), held.leaves_to.end());
        problem.outputs = code_->motion().at_state(wanted);
        holding_.emplace_back(problem);
    }
}

System PhaseCode::values(const System& run) const {
    System result = motion_.system;
    for (std::size_t i = 0; i < letters_; ++i) result.parameters[i].value = run.parameters[i].value;
    result.initial = run.initial;
    result.description = run.description;
    return result;
}

}  // namespace rattleback
