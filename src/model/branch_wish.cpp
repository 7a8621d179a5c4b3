#include "model/branch_wish.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "model/dependence.hpp"

namespace rattleback {
namespace {

constexpr Scope of_branch{.what = "a branch", .order = 1, .time = true};
constexpr std::string_view ending = ".branch", gauss = "gauss";

auto find_wish(const System& system, const std::string& constraint) {
    const Expr name = symbol(branch_name(constraint));
    return std::ranges::find_if(system.initial, [&](const auto& p) { return p.first == name; });
}

const Constraint& find_constraint(const Written& name, const System& system) {
    const std::string wanted = *constraint_of_branch(name.text());
    const auto found = std::ranges::find(system.constraints, wanted, &Constraint::name);
    if (found == system.constraints.end())
        refuse(name, fmt::format("there is no constraint '{}' of which a branch could be chosen",
                                 wanted));
    return *found;
}

Expr read_value(const Written& text, const Vocabulary& names, const System& system) {
    const std::string& word = text.text();
    if (word == gauss) {
        if (system.principle == Principle::Vakonomic)
            refuse(text, "vakonomic motion has no reactions, and no branch with the least of them");
        return symbol(std::string(gauss));
    }
    if (word.find('=') != std::string::npos) {
        const Equation equation = names.equation(text, of_branch);
        return equation.left - equation.right;
    }
    unsigned number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size() || number == 0)
        refuse(text,
               "a branch is a number from 1 on, or its equation, as \"x' = 0\", or \"gauss\"");
    return static_cast<int>(number);
}

}  // namespace

std::string name_of_constraint(const Description& description, std::size_t i) {
    const std::string& name = description.constraints[i].name.text();
    return name.empty() ? fmt::format("constraint {}", i + 1) : name;
}

std::string branch_name(const std::string& constraint) { return constraint + std::string(ending); }

std::optional<std::string> constraint_of_branch(const std::string& name) {
    if (!name.ends_with(ending)) return {};
    return name.substr(0, name.size() - ending.size());
}

void read_branch(const Assignment& wish, const Vocabulary& names, System& system) {
    const Constraint& c = find_constraint(wish.name, system);
    if (c.order != 1 || is_affine(c))
        refuse(wish.formula,
               fmt::format("the constraint '{}' is {}, and has no branches to choose from", c.name,
                           c.order == 0   ? "positional"
                           : c.order == 2 ? "of second order"
                                          : "linear or affine in the velocities"));
    if (find_wish(system, c.name) != system.initial.end())
        refuse(wish.formula,
               fmt::format("the branch of the constraint '{}' is given twice", c.name));
    system.initial.emplace_back(symbol(branch_name(c.name)),
                                read_value(wish.formula, names, system));
}

std::optional<BranchWish> branch_wish(const System& system, const Constraint& constraint) {
    const auto found = find_wish(system, constraint.name);
    if (found == system.initial.end()) return {};
    const Expr& value = found->second;
    if (value == symbol(std::string(gauss))) return BranchWish{.by = BranchBy::Gauss};
    if (value.is_number())
        return BranchWish{.by = BranchBy::Number,
                          .number = static_cast<std::size_t>(value.number().to_double())};
    return BranchWish{.by = BranchBy::Equation, .equation = value};
}

void remove_branch_wish(System& system, const std::string& constraint) {
    const auto found = find_wish(system, constraint);
    if (found != system.initial.end()) system.initial.erase(found);
}

const Written& written_wish(const System& system, const Constraint& constraint) {
    const std::string name = branch_name(constraint.name);
    return std::ranges::find_if(system.description.initial,
                                [&](const Assignment& a) { return a.name.text() == name; })
        ->formula;
}

bool names_its_start(const System& system) {
    return std::ranges::any_of(system.initial, [](const auto& p) {
        return !constraint_of_branch(std::string(p.first.name()));
    });
}

}  // namespace rattleback
