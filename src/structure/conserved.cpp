#include "structure/conserved.hpp"

#include "exact/certify.hpp"
#include "expr/as_written.hpp"
#include "expr/decimal.hpp"
#include "expr/derivative.hpp"
#include "expr/sentence_error.hpp"
#include "model/energy.hpp"
#include "model/expectation.hpp"
#include "rattleback/errors.hpp"
#include "structure/energy_balance.hpp"
#include "structure/jumps.hpp"
#include "structure/rate.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

struct Said {
    Answer conserved;
    Sentence text;
};

Said undecided(const Sentence& name, const Sentence& because) {
    return {Answer::Unknown,
            sentence("Whether {} is constant was not decided: {}.", name, because)};
}

// Constant on both sides of a jump is not constant; whether the motion jumps, its run must tell.
Said constant(const Sentence& name, const ExprVector& jumps, const Sentence& certainty) {
    return {jumps.empty() ? Answer::Yes : Answer::Unknown,
            sentence("{} is constant along the motion{}: {}.{}", name, between_jumps(jumps),
                     certainty, jumps.empty() ? "" : " There it may jump.")};
}

Said proved(const Sentence& name, const ExprVector& jumps = {}) {
    return constant(name, jumps, "proved");
}

Said certified(const Sentence& name, double log_probability, const ExprVector& jumps = {}) {
    return constant(name, jumps,
                    sentence("certified, false with a probability below {}",
                             decimal(probability_text(log_probability))));
}

// Of the energy less is to be proved than that its rate along the solved equations vanishes.
bool is_conserved_energy(const System& system, const Expr& quantity, const Limits& limits) {
    // From that of the Lagrangian it differs by a potential of forces, which knows no velocity.
    const Expr rest = quantity - energy_of(lagrangian_of_motion(system), system.v);
    for (const Expr& v : system.v)
        if (vanishes(derivative(rest, v), limits) != Answer::Yes) return false;
    const EnergyBalance balance = energy_balance(system, limits);
    return balance.conserved == Answer::Yes &&
           vanishes(balance.energy - quantity, limits) == Answer::Yes;
}

Said finding(const System& system, std::size_t index, const Sentence& name, const Limits& limits) {
    const Expr& quantity = system.expect[index].first;
    try {
        const std::size_t before = certified_answers();
        if (is_conserved_energy(system, quantity, limits))
            return certified_answers() == before ? proved(name) : certified(name, certain_enough);
        const Rate rate = rate_of_letters(system, quantity, limits);
        switch (rate.zero.verdict) {
            case Verdict::Zero: return proved(name, rate.jumps);
            case Verdict::Certified: return certified(name, rate.zero.log_probability, rate.jumps);
            case Verdict::NonZero:
                return {Answer::No, sentence("{} is NOT constant: it changes at the rate {}.", name,
                                             shown(rate.value))};
            case Verdict::Unknown: return undecided(name, rate.zero.reason);
        }
    } catch (const DerivationError& error) {
        return undecided(name, said_by(error));
    } catch (const TooLarge& error) {
        return undecided(name, said_by(error));
    }
    return undecided(name, "there is no answer");
}

}  // namespace

Sentence name_of_expected(const System& system, std::size_t index) {
    const auto& written = system.description.expect;
    if (index >= written.size()) return system.expect[index].first;
    const std::string name = written[index].name.text();
    return name == "energy" ? name : as_written(name);
}

Conserved conserved(const System& system, const Limits& limits) {
    Conserved result{.hold = Answer::Yes, .sentences = {}};
    for (std::size_t i = 0; i < system.expect.size(); ++i) {
        if (!is_constant_of_motion(system.expect[i].second)) continue;
        const Sentence name = name_of_expected(system, i);
        auto [found, scope] = asked_twice(
            system, [&](const System& s) { return finding(s, i, name, limits); },
            [](const Said& said) { return Verdicts{yes_or_no(said.conserved)}; },
            [](const Said& said) { return Sentences{said.text}; });
        result.hold = both(result.hold, found.conserved);
        for (Sentence& each : worded(scope, {found.text}))
            result.sentences.push_back(std::move(each));
        result.scopes.push_back(std::move(scope));
    }
    return result;
}

}  // namespace rattleback
