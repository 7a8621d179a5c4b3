#include "trajectory/regular_form.hpp"

#include <fmt/format.h>

#include "equations/chart_denominators.hpp"
#include "equations/formulations.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"

namespace rattleback {
namespace {

// A few of them, those that are short.
std::string listed(const ExprVector& divisors) {
    constexpr std::size_t longest = 60, largest = 30;
    std::string text;
    for (const Expr& d : divisors) {
        if (tree_size(d) > largest) continue;
        const std::string one = to_text(d);
        if (text.size() + one.size() > longest) break;
        text += (text.empty() ? "" : ", ") + one;
    }
    return text.empty() ? "an expression" : text;
}

}  // namespace

RegularForm regular_form(const System& system, const Equations& equations) {
    const bool has_other =
        kind_of(equations) != FormKind::Vakonomic && !form_in_velocities().refusal(system);
    const ExprVector divisors = has_other ? chart_denominators(system, equations) : ExprVector{};
    if (divisors.empty()) return {{system, equations}, {}};
    return {
        in_velocities(system),
        fmt::format("The form is lagrange_multipliers, in all velocities, because {} divides by "
                    "{}, which may vanish.",
                    equations.form, listed(divisors))};
}

}  // namespace rattleback
