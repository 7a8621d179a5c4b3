#include "trajectory/regular_form.hpp"

#include "equations/chart_denominators.hpp"
#include "equations/formulations.hpp"
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
    const bool has_other =
        kind_of(equations) != FormKind::Vakonomic && !form_in_velocities().refusal(system);
    const ExprVector divisors = has_other ? chart_denominators(system, equations) : ExprVector{};
    if (divisors.empty()) return {{system, equations}, {}};
    return {
        in_velocities(system),
        sentence("The form is {}, in all velocities, because {} divides by {}, which may vanish.",
                 std::string(form_in_velocities().name), equations.form, few_of(divisors))};
}

}  // namespace rattleback
