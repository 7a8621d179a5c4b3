#include "analysis/energy_balance.hpp"

#include <algorithm>

#include "analysis/antiderivative.hpp"
#include "analysis/motion_at_point.hpp"
#include "analysis/wording.hpp"
#include "base/errors.hpp"
#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"
#include "geometry/parametrization.hpp"
#include "geometry/products.hpp"

namespace rattleback {
namespace {

// V with F = −∂V/∂q, when the forces are functions of q alone.
std::optional<Expr> potential_of_forces(const System& system, const Limits& limits) {
    if (std::ranges::all_of(system.force, &Expr::is_zero)) return {};
    ExprVector form;
    for (const Expr& f : system.force) {
        const auto symbols = symbols_of(f);
        const bool positional = std::ranges::none_of(symbols, [&](const Expr& s) {
            return s == system.t || std::ranges::find(system.v, s) != system.v.end();
        });
        if (!positional) return {};
        form.push_back(-f);
    }
    return potential(form, system.q, limits);
}

bool is_ideal_and_homogeneous(const System& system) {
    return !is_generalized(system) && !system.parametrization &&
           std::ranges::all_of(system.constraints, [](const Constraint& c) {
               return c.order < 2 && (c.dependence == Dependence::Linear ||
                                      c.dependence == Dependence::Homogeneous);
           });
}

// v·∂L/∂v − L; for L = L₂ + L₁ + L₀ by degree in v it is L₂ − L₀, which reads better.
Expr energy_of(const Expr& l, const ExprVector& v) {
    const ExprVector momenta = gradient(l, v);
    for (const auto& row : jacobian(momenta, v))
        for (const Expr& e : row)
            if (std::ranges::any_of(v, [&](const Expr& x) { return depends_on(e, x); }))
                return simplify(dot(v, momenta) - l);
    std::vector<Replacement> at_rest;
    for (const Expr& x : v) at_rest.emplace_back(x, 0);
    const Expr at_zero = substitute(l, at_rest), linear = dot(v, substitute(momenta, at_rest));
    return simplify(simplify(l - at_zero - linear) - simplify(at_zero));
}

class Balance {
public:
    Balance(const System& system, const Limits& limits)
        : system_(system), limits_(limits), manifold_(constraint_manifold(system)) {}

    EnergyBalance run() {
        const Expr l = lagrangian_of_motion(system_);
        result_.branch = manifold_.branch;
        result_.energy = energy_of(l, system_.v);
        result_.explicit_power = simplify(manifold_.on(-derivative(l, system_.t)));
        if (const auto v = potential_of_forces(system_, limits_)) {
            result_.potential = *v;
            result_.energy += *v;
        } else {
            result_.force_power = simplify(manifold_.on(dot(system_.force, system_.v)));
        }
        find_reaction_power();
        decide();
        describe();
        return std::move(result_);
    }

private:
    void find_reaction_power() {
        if (system_.principle == Principle::Vakonomic || is_ideal_and_homogeneous(system_)) {
            result_.reactions_work = Answer::No;
            result_.reaction_power = 0;
            return;
        }
        const Answer in_w = is_in_w(system_, manifold_, system_.v, limits_);
        if (in_w == Answer::Yes) {
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

    // Without a closed form, R·v = μᵀ(N v) and dE/dt at one state may still prove that they are not
    // zero.
    void look_at_a_point() {
        try {
            const CoreSystem core = whole_core_system(system_);
            ExprVector asked = product(core.n, system_.v);
            asked.push_back(result_.explicit_power + result_.force_power);
            auto at = motion_at_point(core, manifold_, asked);
            if (!at) return;
            const Ball rest = at->others.back();
            at->others.pop_back();
            const Ball power = inner_product(at->multipliers, at->others), rate = sum(power, rest);
            if (is_certainly_not_zero(power)) result_.reactions_work = Answer::Yes;
            if (is_certainly_not_zero(rate)) result_.conserved = Answer::No;
        } catch (const TooLarge&) {
        } catch (const NumericalError&) {
        }
    }

    void decide() {
        if (!result_.reaction_power) return;
        const Expr rate = result_.explicit_power + result_.force_power + *result_.reaction_power;
        result_.conserved = vanishes(rate, limits_);
        if (result_.conserved == Answer::No && !manifold_.is_whole())
            result_.conserved = Answer::Unknown;
    }

    void describe() {
        auto& say = result_.sentences;
        std::string energy = "The energy " + shown(result_.energy);
        if (!result_.potential.is_zero()) energy += ", with the potential of the forces,";
        switch (result_.conserved) {
            case Answer::Yes: say.push_back(energy + " is conserved."); break;
            case Answer::No:
                say.push_back(energy + " is not conserved: its rate is " + listed(powers()) + ".");
                break;
            case Answer::Unknown:
                say.push_back(energy + ": whether it is conserved was not decided.");
                break;
        }
        if (!manifold_.branch.empty()) say.push_back("This is said of " + manifold_.branch + ".");
        describe_reactions();
    }

    std::vector<std::string> powers() const {
        std::vector<std::string> texts;
        if (!result_.explicit_power.is_zero())
            texts.push_back(shown(result_.explicit_power) + " from explicit time");
        if (!result_.force_power.is_zero())
            texts.push_back(shown(result_.force_power) + " from the forces");
        if (!result_.reaction_power)
            texts.emplace_back("something of no closed form from the reactions");
        else if (!result_.reaction_power->is_zero())
            texts.push_back(shown(*result_.reaction_power) + " from the reactions");
        return texts;
    }

    void describe_reactions() {
        if (system_.constraints.empty() && !system_.parametrization) return;
        auto& say = result_.sentences;
        if (system_.principle == Principle::Vakonomic) {
            say.emplace_back("Vakonomic motion has no reaction; E is the energy of L - lambda*b.");
        } else if (result_.reactions_work == Answer::No) {
            say.emplace_back(
                "The reactions do no work: the velocity lies in W, the space on which they "
                "vanish.");
        } else if (result_.reactions_work == Answer::Yes) {
            say.emplace_back(is_generalized(system_)
                                 ? "The reactions do work: the velocity does not lie in W, the "
                                   "space on which they vanish."
                                 : "The reactions do work, though they are ideal: the velocity is "
                                   "no virtual displacement, as it would be if the constraints "
                                   "were homogeneous in the velocities.");
        } else {
            say.emplace_back(
                "Whether the reactions do work was not decided: the motion has no closed form "
                "within the limits.");
        }
    }

    const System& system_;
    Limits limits_;
    ConstraintManifold manifold_;
    EnergyBalance result_;
};

}  // namespace

Expr lagrangian_of_motion(const System& system) {
    if (system.principle == Principle::Nonholonomic) return system.lagrangian;
    SumBuilder sum;
    sum.add(system.lagrangian);
    const ExprVector b = velocity_constraints(system);
    for (std::size_t i = 0; i < b.size(); ++i)
        sum.add(-1, symbol("lambda" + std::to_string(i + 1)) * b[i]);
    return sum.build();
}

Answer is_in_w(const System& system, const ConstraintManifold& manifold, const ExprVector& field,
               const Limits& limits) {
    try {
        Answer result = Answer::Yes;
        for (const Expr& e : product(whole_core_system(system).n, field))
            result = both(result, vanishes_on(manifold, e, limits));
        return result;
    } catch (const TooLarge&) {
        return Answer::Unknown;
    } catch (const NumericalError&) {
        return Answer::Unknown;
    }
}

EnergyBalance energy_balance(const System& system, const Limits& limits) {
    return Balance(system, limits).run();
}

}  // namespace rattleback
