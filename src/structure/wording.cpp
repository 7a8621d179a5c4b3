#include "structure/wording.hpp"

#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "expr/written.hpp"

namespace rattleback {
namespace {

constexpr std::size_t longest = 600;

// −y = 0 reads better as y = 0.
Expr with_leading_plus(const Expr& e) {
    return tree_size(e) < longest && begins_with_minus(e) ? -e : e;
}

constexpr auto too_long = "(a formula too long to show)";

bool is_short(const Expr& e) {
    return tree_size(e) <= 10 * longest && to_text(e).size() <= longest;
}

}  // namespace

Sentence shown(const Expr& e) { return is_short(e) ? Sentence(e) : too_long; }

Sentence listed(const ExprVector& items) {
    Sentences all;
    for (const Expr& e : items) all.push_back(shown(e));
    return listed(all);
}

Sentence equations_text(const ExprVector& vanishing) {
    Sentences all;
    for (const Expr& e : vanishing) {
        const Expr left = with_leading_plus(e);
        all.push_back(is_short(left) ? Equation{left, 0} : sentence("{} = 0", too_long));
    }
    return listed(all);
}

Sentence direction_text(const System& system, const ExprVector& field) {
    Sentences entries;
    for (std::size_t i = 0; i < field.size(); ++i)
        if (!field[i].is_zero())
            entries.push_back(is_short(field[i]) ? Equation{system.q[i], field[i]}
                                                 : sentence("{} = {}", system.q[i], too_long));
    return "{ " + listed(entries, ", ", ", ") + " }";
}

std::string quoted(const Constraint& constraint) { return "'" + constraint.name + "'"; }

Sentence quoted(const System& system, const std::vector<std::size_t>& constraints) {
    Sentences names;
    for (const auto i : constraints) names.emplace_back(quoted(system.constraints[i]));
    return listed(names);
}

}  // namespace rattleback
