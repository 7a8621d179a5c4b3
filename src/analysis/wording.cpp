#include "analysis/wording.hpp"

#include "expr/print_text.hpp"

namespace rattleback {

std::string listed(const std::vector<std::string>& items) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i)
        text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
    return text;
}

std::string listed(const ExprVector& items) {
    std::vector<std::string> texts;
    for (const Expr& e : items) texts.push_back(to_text(e));
    return listed(texts);
}

std::string equations_text(const ExprVector& vanishing) {
    std::vector<std::string> texts;
    for (const Expr& e : vanishing) texts.push_back(to_text(e) + " = 0");
    return listed(texts);
}

std::string direction_text(const System& system, const ExprVector& field) {
    std::string text;
    for (std::size_t i = 0; i < field.size(); ++i)
        if (!field[i].is_zero())
            text += (text.empty() ? "{ " : ", ") + to_text(system.q[i]) + " = " + to_text(field[i]);
    return text + " }";
}

std::string quoted(const Constraint& constraint) { return "'" + constraint.name + "'"; }

std::string quoted(const System& system, const std::vector<std::size_t>& constraints) {
    std::vector<std::string> texts;
    for (const auto i : constraints) texts.push_back(quoted(system.constraints[i]));
    return listed(texts);
}

}  // namespace rattleback
