// Yes, no, or an honest "not decided".
//
// Every question about a system that is answered by exact algebra has one of these three answers.
// Yes is proved or, where the proof would have been too large, certified by evaluation (exact/certify.hpp):
// how often that was so is counted, and whoever writes sentences says so. Unknown means that neither
// was possible; it never means "probably".
#pragma once

#include <span>
#include <string>

#include "exact/is_zero.hpp"

namespace rattleback {

enum class Answer : std::uint8_t { Yes, No, Unknown };

// What one proof may cost where somebody waits for it at the terminal.
inline constexpr Limits interactive_limits{.terms = 200'000, .work = 3'000};

// Is the expression identically zero? Are all of them?
Answer vanishes(const Expr& e, const Limits& limits = interactive_limits);
Answer vanish(std::span<const Expr> expressions, const Limits& limits = interactive_limits);

// How many answers in this thread were certified and not proved, since it began.
std::size_t certified_answers();

// "yes", "no", and nothing where it was not decided: for structure/scope.hpp to compare.
std::string yes_or_no(Answer answer);

// No beats Unknown.
Answer both(Answer a, Answer b);

// Whether the expression does not change with the symbol, as a function.
Answer is_constant_in(const Expr& e, const Expr& symbol, const Limits& limits = interactive_limits);

}  // namespace rattleback
