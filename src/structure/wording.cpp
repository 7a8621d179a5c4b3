#include "structure/wording.hpp"

#include "expr/graph.hpp"
#include "expr/print_text.hpp"

namespace rattleback {
namespace {

constexpr std::size_t longest = 600;

// −y = 0 reads better as y = 0.
Expr with_leading_plus(const Expr& e) {
    return tree_size(e) < longest && to_text(e).starts_with('-') ? -e : e;
}

}  // namespace

std::string shown(const Expr& e) {
    std::string text = tree_size(e) > 10 * longest ? std::string() : to_text(e);
    return text.empty() || text.size() > longest ? "(a formula too long to show)" : text;
}

std::string listed(const std::vector<std::string>& items) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i)
        text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
    return text;
}

std::string listed(const ExprVector& items) {
    std::vector<std::string> texts;
    for (const Expr& e : items) texts.push_back(shown(e));
    return listed(texts);
}

std::string equations_text(const ExprVector& vanishing) {
    std::vector<std::string> texts;
    for (const Expr& e : vanishing) texts.push_back(shown(with_leading_plus(e)) + " = 0");
    return listed(texts);
}

std::string direction_text(const System& system, const ExprVector& field) {
    std::string text;
    for (std::size_t i = 0; i < field.size(); ++i)
        if (!field[i].is_zero())
            text += (text.empty() ? "{ " : ", ") + to_text(system.q[i]) + " = " + shown(field[i]);
    return text + " }";
}

std::string quoted(const Constraint& constraint) { return "'" + constraint.name + "'"; }

std::string quoted(const System& system, const std::vector<std::size_t>& constraints) {
    std::vector<std::string> texts;
    for (const auto i : constraints) texts.push_back(quoted(system.constraints[i]));
    return listed(texts);
}

}  // namespace rattleback
