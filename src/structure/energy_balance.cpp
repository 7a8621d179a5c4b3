#include "structure/energy_balance.hpp"

#include <algorithm>

#include "equations/vakonomic.hpp"
#include "exact/antiderivative.hpp"
#include "exact/simplify.hpp"
#include "expr/as_written.hpp"
#include "expr/graph.hpp"
#include "expr/input.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/parametrization.hpp"
#include "model/drives.hpp"
#include "model/energy.hpp"
#include "rattleback/errors.hpp"
#include "structure/jumps.hpp"
#include "structure/motion_at_point.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

// V with F = −∂V/∂q, when the forces are functions of q alone.
// F at rest: what remains of it is friction, drives, gyroscopic forces.
ExprVector force_at_rest(const System& system) {
    std::vector<Replacement> rest;
    for (const Expr& v : system.v) rest.emplace_back(v, 0);
    try {
        return substitute(system.force, rest);
    } catch (const NumericalError&) {  // a force that has no value at rest
        return ExprVector(system.size());
    }
}

std::optional<Expr> potential_of(const System& system, const ExprVector& force,
                                 const Limits& limits) {
    ExprVector form;
    for (const Expr& f : force) {
        if (depends_on(f, system.t)) return {};
        form.push_back(-f);
    }
    return potential(form, system.q, limits);
}

// For L = L₂ + L₁ + L₀ by degree in v the energy is L₂ − L₀, which reads better.
Expr readable_energy(const Expr& l, const ExprVector& v) {
    const ExprVector momenta = gradient(l, v);
    for (const auto& row : jacobian(momenta, v))
        for (const Expr& e : row)
            if (std::ranges::any_of(v, [&](const Expr& x) { return depends_on(e, x); }))
                return simplify(energy_of(l, v));
    std::vector<Replacement> at_rest;
    for (const Expr& x : v) at_rest.emplace_back(x, 0);
    const Expr at_zero = substitute(l, at_rest), linear = dot(v, substitute(momenta, at_rest));
    return simplify(simplify(l - at_zero - linear) - simplify(at_zero));
}

// ∂/∂t at fixed inputs.
Expr explicit_rate(const Expr& e, const System& system) {
    if (system.drives.empty()) return derivative(e, system.t);
    std::vector<Replacement> names, inputs;
    for (const auto& [node, value] : values_of(system.inputs)) {
        names.emplace_back(node, symbol("input " + std::to_string(names.size())));
        inputs.emplace_back(names.back().second, node);
    }
    return substitute(derivative(substitute(e, names), system.t), inputs);
}

class Balance {
public:
    Balance(const System& system, const Limits& limits)
        : system_(system), limits_(limits), manifold_(constraint_manifold(system)) {
        if (!std::ranges::all_of(system.drives,
                                 [](const Drive& drive) { return is_input(drive.rate); }))
            system_.drives.clear();  // their momenta cannot be told from the rest
    }

    EnergyBalance run() {
        const Expr l = lagrangian_of_motion(system_);
        result_.branch = manifold_.branch;
        ExprVector all_rates = system_.v;
        for (const Drive& drive : system_.drives) all_rates.push_back(drive.rate);
        result_.energy = readable_energy(l, all_rates);
        result_.explicit_power = simplify(manifold_.on(-explicit_rate(l, system_)));
        ExprVector force = system_.force;
        const ExprVector at_rest = force_at_rest(system_);
        if (const auto v = potential_of(system_, at_rest, limits_)) {
            result_.potential = *v;
            result_.energy += *v;
            force = difference(force, at_rest);
        }
        Expr power = dot(force, system_.v);
        for (const Drive& drive : system_.drives)
            power +=
                std::ranges::find(system_.inputs, drive.input, &Input::name)->force * drive.rate;
        result_.force_power = simplify(manifold_.on(power));
        find_reaction_power();
        decide();
        describe();
        return std::move(result_);
    }

private:
    void find_reaction_power() {
        if (system_.principle == Principle::Vakonomic || reactions_do_no_work(system_)) {
            in_w_ = Answer::Yes;
            result_.reactions_work = Answer::No;
            result_.reaction_power = 0;
            return;
        }
        if (!system_.drives.empty()) return find_work_with_inputs();
        in_w_ = is_in_w(system_, manifold_, system_.v, limits_);
        if (in_w_ == Answer::Yes) {
            result_.reactions_work = Answer::No;
            result_.reaction_power = 0;
            return;
        }
        const auto motion =
            manifold_.is_whole() ? closed_motion(system_, manifold_, limits_) : std::nullopt;
        if (!motion) return look_at_a_point();
        const Expr power = simplify(dot(motion->reactions, manifold_.on(system_.v)));
        const Answer zero = vanishes(power, limits_);
        result_.reaction_power = zero == Answer::Yes ? Expr(0) : power;
        result_.reactions_work = zero == Answer::Yes  ? Answer::No
                                 : zero == Answer::No ? Answer::Yes
                                                      : Answer::Unknown;
    }

    // R·v + Σ R_s s', of ideal constraints on both: it vanishes where that of each does.
    void find_work_with_inputs() {
        if (is_generalized(system_) || !system_.higher.empty() || system_.parametrization) return;
        Answer none = Answer::Yes;
        for (const Constraint& c : system_.constraints) {
            if (c.order == 2) return;
            SumBuilder sum;
            const ExprVector slopes = gradient(c.expression, c.order == 0 ? system_.q : system_.v);
            for (std::size_t i = 0; i < slopes.size(); ++i) sum.add(slopes[i] * system_.v[i]);
            for (const Drive& drive : system_.drives)
                sum.add(derivative(c.expression, input(drive.input, c.order)) * drive.rate);
            none = both(none, vanishes_on(manifold_, sum.build(), limits_));
        }
        if (none != Answer::Yes) return;
        result_.reactions_work = Answer::No;
        result_.reaction_power = 0;
    }

    // Without a closed form, R·v = μᵀ(N v) and dE/dt at one state may still prove that they are not
    // zero.
    void look_at_a_point() {
        try {
            const CoreSystem core = whole_core_system(system_);
            ExprVector asked = product(core.n, system_.v);
            const ExprVector latent = latent_reaction(system_);
            asked.push_back(latent.empty() ? Expr(0) : dot(latent, system_.v));
            asked.push_back(result_.explicit_power + result_.force_power);
            auto at = motion_at_point(core, manifold_, asked);
            if (!at) return;
            const Ball rest = at->others.back();
            at->others.pop_back();
            const Ball of_latent = at->others.back();
            at->others.pop_back();
            const Ball power = sum(inner_product(at->multipliers, at->others), of_latent),
                       rate = sum(power, rest);
            if (is_certainly_not_zero(power)) result_.reactions_work = Answer::Yes;
            if (is_certainly_not_zero(rate)) result_.conserved = Answer::No;
        } catch (const TooLarge&) {
        } catch (const NumericalError&) {
        }
    }

    void decide() {
        if (!result_.reaction_power || !system_.drives.empty()) return;
        const Expr rate = result_.explicit_power + result_.force_power + *result_.reaction_power;
        result_.conserved = vanishes(rate, limits_);
        if (result_.conserved == Answer::No && !manifold_.is_whole())
            result_.conserved = Answer::Unknown;
        if (result_.conserved == Answer::Yes) jumps_ = where_it_may_jump(result_.energy, system_);
        if (!jumps_.empty()) result_.conserved = Answer::Unknown;
    }

    void describe() {
        auto& say = result_.sentences;
        Sentence energy = "The energy " + shown(result_.energy);
        if (!result_.potential.is_zero()) energy += ", with the potential of the forces,";
        switch (result_.conserved) {
            case Answer::Yes: say.push_back(energy + " is conserved."); break;
            case Answer::Unknown:
                if (!system_.drives.empty())
                    say.push_back(energy + " has the rate " + listed(powers()) + ".");
                else if (!jumps_.empty())
                    say.push_back(energy + " is conserved" + between_jumps(jumps_) +
                                  ". There it may jump.");
                else
                    say.push_back(energy + ": whether it is conserved was not decided.");
                break;
            case Answer::No:
                say.push_back(energy + " is not conserved: its rate is " + listed(powers()) + ".");
                break;
        }
        if (!manifold_.branch.empty()) say.push_back("This is said of " + manifold_.branch + ".");
        describe_reactions();
    }

    Sentences powers() const {
        Sentences texts;
        if (!result_.explicit_power.is_zero())
            texts.push_back(shown(result_.explicit_power) + " from explicit time");
        if (!result_.force_power.is_zero())
            texts.push_back(shown(result_.force_power) + " from the forces");
        for (const Drive& drive : system_.drives)
            texts.push_back(shown(symbol("Q_" + drive.input) * drive.rate) + " from the drive of " +
                            input(drive.input));
        if (!result_.reaction_power)
            texts.emplace_back(
                "the power of the reactions, of which no closed form was found within the limits");
        else if (!result_.reaction_power->is_zero())
            texts.push_back(shown(*result_.reaction_power) + " from the reactions");
        return texts;
    }

    void describe_reactions() {
        if (system_.constraints.empty() && system_.higher.empty() && !system_.parametrization)
            return;
        auto& say = result_.sentences;
        if (system_.principle == Principle::Vakonomic) {
            say.push_back(
                sentence("Vakonomic motion follows {}, whose energy this is; it has no reaction of "
                         "its own: {} is the force that would move the free system alike.",
                         as_written("L - lambda*b"), as_written("R = M*a - f")));
        } else if (result_.reactions_work == Answer::No) {
            if (!system_.drives.empty())
                say.emplace_back(
                    "The reactions do no work, on the coordinates and the inputs together.");
            else
                say.emplace_back(
                    in_w_ == Answer::Yes
                        ? "The reactions do no work: the velocity lies in W, the space on "
                          "which they vanish."
                        : "The reactions do no work: their power is zero along every "
                          "motion.");
        } else if (result_.reactions_work == Answer::Yes) {
            say.emplace_back(why_reactions_work());
        } else {
            say.emplace_back(
                "Whether the reactions do work was not decided: no closed form of the motion "
                "was found within the limits.");
        }
    }

    std::string why_reactions_work() const {
        if (is_generalized(system_))
            return "The reactions do work: the velocity does not lie in W, the space on which they "
                   "vanish.";
        const bool second_order = std::ranges::any_of(
            system_.constraints, [](const Constraint& c) { return c.order == 2; });
        if (!system_.higher.empty())
            return "The reactions do work, though a constraint of higher order may be ideal: it "
                   "does not make the velocity a virtual displacement.";
        if (second_order)
            return "The reactions do work, though they are ideal: a constraint on accelerations "
                   "does not make the velocity a virtual displacement.";
        return "The reactions do work, though they are ideal: the velocity is no virtual "
               "displacement, as it would be if the constraints were homogeneous in the "
               "velocities.";
    }

    System system_;
    Limits limits_;
    ConstraintManifold manifold_;
    Answer in_w_ = Answer::Unknown;
    EnergyBalance result_;
    ExprVector jumps_;  // of a conserved energy
};

}  // namespace

Expr lagrangian_of_motion(const System& system) {
    if (system.principle == Principle::Nonholonomic) return system.lagrangian;
    const LatentVariables latent = latent_variables(system);
    return system.lagrangian - dot(latent.lambda, latent.b);
}

Answer is_in_w(const System& system, const ConstraintManifold& manifold, const ExprVector& field,
               const Limits& limits) {
    try {
        Answer result = Answer::Yes;
        for (const Expr& e : product(reaction_directions(system), field))
            result = both(result, vanishes_on(manifold, e, limits));
        return result;
    } catch (const TooLarge&) {
        return Answer::Unknown;
    } catch (const NumericalError&) {
        return Answer::Unknown;
    }
}

EnergyBalance energy_balance(const System& system, const Limits& limits) {
    auto [result, scope] = asked_twice(
        system, [&](const System& s) { return Balance(s, limits).run(); },
        [](const EnergyBalance& b) {
            return Verdicts{yes_or_no(b.conserved), yes_or_no(b.reactions_work)};
        },
        [](const EnergyBalance& b) { return b.sentences; });
    result.sentences = worded(scope, result.sentences);
    result.scope = std::move(scope);
    return std::move(result);
}

}  // namespace rattleback
