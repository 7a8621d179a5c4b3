#include "trajectory/regular_form.hpp"

#include "equations/chart_denominators.hpp"
#include "equations/form_choice.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"

namespace rattleback {
namespace {

// A few of them, those that are short.
Sentence few_of(const ExprVector& divisors) {
    constexpr std::size_t longest = 60, largest = 30;
    Sentence few;
    for (const Expr& d : divisors) {
        if (tree_size(d) > largest) continue;
        if (to_text(few).size() + to_text(d).size() > longest) break;
        few += (few.empty() ? Sentence() : ", ") + d;
    }
    return few.empty() ? "an expression" : few;
}

}  // namespace

RegularForm regular_form(const System& system, const Equations& equations) {
    auto other = form_without_chart(system, equations, FormChoice::Why::OtherDivides, {});
    if (!other) return {{system, equations}};
    const ExprVector divisors = chart_denominators(system, equations);
    if (divisors.empty()) return {{system, equations}};
    other->reason = few_of(divisors);
    return {in_velocities(system), std::move(other)};
}

}  // namespace rattleback
