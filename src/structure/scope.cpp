#include "structure/scope.hpp"

#include "expr/print_text.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

constexpr std::size_t most_named = 6;

}  // namespace

ValueScope scope_of(const System& system, const FixedParameters& fixed) {
    ValueScope scope{.fixed = fixed_values(system, fixed)};
    for (std::size_t i = 0; i < fixed.size(); ++i)
        if (fixed[i]) scope.names.push_back(system.parameters[i].symbol);
    return scope;
}

Sentence with_the_numbers(const ValueScope& scope) {
    const bool few = scope.fixed.size() <= most_named;
    return "With the numbers of the model" + (few ? " (" + listed(scope.fixed) + ")" : "");
}

Sentence for_other_values(const ValueScope& scope) {
    const bool few = scope.names.size() <= most_named;
    return "For other values of " + (few ? listed(scope.names) : "the parameters") + ", in general";
}

Sentences worded(const ValueScope& scope, const Sentences& sentences) {
    if (sentences.empty()) return sentences;
    if (scope.is_general()) {
        Sentences all = sentences;
        if (scope.open_for_numbers)
            all.emplace_back(
                "This was found for general values of the parameters; for the numbers of the model "
                "not all of it was decided.");
        return all;
    }
    Sentences all{with_the_numbers(scope) + ":"};
    all.insert(all.end(), sentences.begin(), sentences.end());
    if (scope.elsewhere.empty()) return all;
    all.push_back(for_other_values(scope) + ":");
    all.insert(all.end(), scope.elsewhere.begin(), scope.elsewhere.end());
    return all;
}

Knowledge compared(const Verdicts& letters, const Verdicts& numbers) {
    if (letters.size() != numbers.size()) return Knowledge::Different;
    bool letters_more = false, numbers_more = false;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        if (letters[i] == numbers[i]) continue;
        if (!letters[i].empty() && !numbers[i].empty()) return Knowledge::Different;
        (numbers[i].empty() ? letters_more : numbers_more) = true;
    }
    if (numbers_more) return Knowledge::NumbersMore;
    return letters_more ? Knowledge::LettersMore : Knowledge::Same;
}

}  // namespace rattleback
