// For which values of the parameters a finding holds: in general, or for the numbers of the model.
//
// Every question of this folder is asked twice: with letters, and with the numbers of the model in
// their place (model/specialized.hpp). What both answer alike is said in letters: it holds for the
// model and in general. Where they differ the answer for the numbers is the finding, because it is the model that
// was asked about; the parameters that matter are found and named, the others stay letters; and what
// holds for general values is said after it:
//
//     With the numbers of the model (c = 0):
//     The constraints are integrable, …
//     For other values of c, in general:
//     The constraints are nonholonomic, …
//
// "In general" is for all values but those of some set without inner points; what is proved to be zero
// with letters is zero for all values.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "exact/limits.hpp"
#include "expr/sentence.hpp"
#include "model/specialized.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {

struct ValueScope {
    Sentences fixed = {};           // "c = 0": they must have these values
    Sentences names = {};           // of these parameters
    Sentences elsewhere = {};       // what is found for general values, in sentences
    bool open_for_numbers = false;  // found with letters, and not decided with the numbers

    bool is_general() const { return fixed.empty(); }
};

ValueScope scope_of(const System& system, const FixedParameters& fixed);

// "With the numbers of the model (c = 0)", "For other values of c, in general".
Sentence with_the_numbers(const ValueScope& scope);
Sentence for_other_values(const ValueScope& scope);
// The sentences of a finding with where they hold and what holds elsewhere.
Sentences worded(const ValueScope& scope, const Sentences& sentences);

// What was decided, in words that can be compared; empty where it was not.
using Verdicts = std::vector<std::string>;
enum class Knowledge : std::uint8_t { Same, LettersMore, NumbersMore, Different };
Knowledge compared(const Verdicts& letters, const Verdicts& numbers);

template <typename Found>
struct Scoped {
    Found found;
    ValueScope scope;
};

// ask(System) gives a Found, verdicts(Found) what it decides, sentences(Found) its words.
template <typename Ask, typename ToVerdicts, typename ToSentences>
auto asked_twice(const System& system, const Ask& ask, const ToVerdicts& verdicts,
                 const ToSentences& sentences) -> Scoped<decltype(ask(system))> {
    using Found = decltype(ask(system));
    if (system.parameters.empty()) return {ask(system), {}};
    std::optional<Found> letters;
    std::exception_ptr why_not;
    try {
        letters = ask(system);
    } catch (const DerivationError&) {
        why_not = std::current_exception();
    } catch (const TooLarge&) {
        why_not = std::current_exception();
    }
    const FixedParameters all = all_fixed(system);
    std::optional<Found> numbers;
    try {
        numbers = ask(specialized(system, all));
    } catch (const DerivationError&) {
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {  // the system has no meaning at its numbers: see physics
    }
    if (!numbers) {
        if (!letters) std::rethrow_exception(why_not);
        return {*letters, {.open_for_numbers = true}};
    }
    if (!letters) return {*numbers, scope_of(system, all)};
    const Verdicts wanted = verdicts(*numbers);
    const Knowledge knowledge = compared(verdicts(*letters), wanted);
    if (knowledge == Knowledge::Same) return {*letters, {}};
    if (knowledge == Knowledge::LettersMore) return {*letters, {.open_for_numbers = true}};
    // Where letters are too much, leaving some of them in would take long.
    std::optional<Found> found = numbers;
    FixedParameters fixed = all;
    if (knowledge == Knowledge::Different) {
        fixed = fewest_fixed(system, [&](const System& s) {
            Found here = ask(s);
            if (compared(verdicts(here), wanted) != Knowledge::Same) return false;
            found = std::move(here);
            return true;
        });
    }
    ValueScope scope = scope_of(system, fixed);
    scope.elsewhere = sentences(*letters);
    return {*found, std::move(scope)};
}

}  // namespace rattleback
