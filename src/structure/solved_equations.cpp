#include "structure/solved_equations.hpp"

#include <algorithm>

#include "exact/reading_cost.hpp"
#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"

namespace rattleback {
namespace {

// x and what an equation says it is.
std::optional<Replacement> solution(const Expr& equation, const ExprVector& constant) {
    for (const Expr& x : symbols_of({&equation, 1})) {
        if (std::ranges::find(constant, x) != constant.end()) continue;
        const Expr slope = derivative(equation, x);
        if (slope.is_number() && !slope.is_zero())
            return Replacement{x, simplify(x - equation / slope)};
    }
    return {};
}

}  // namespace

SolvedEquations::SolvedEquations(const ExprVector& equations, const ExprVector& constant) {
    for (const Expr& e : equations) left_.push_back({e, left_.size()});
    for (bool found = true; found;) {
        found = false;
        std::ranges::stable_sort(left_, {}, [](const Left& e) { return reading_cost(e.equation); });
        for (std::size_t i = 0; i < left_.size() && !found; ++i) {
            const auto by = solution(left_[i].equation, constant);
            if (!by) continue;
            found = true;
            left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(i));
            for (Left& each : left_) each.equation = simplify(substitute(each.equation, {&*by, 1}));
            std::erase_if(left_, [](const Left& each) { return each.equation.is_zero(); });
            solved_.push_back(*by);
        }
    }
}

bool SolvedEquations::imply(const Expr& e) const {
    Expr here = e;
    for (const Replacement& by : solved_) here = substitute(here, {&by, 1});
    here = simplify(here);
    return here.is_zero() || std::ranges::any_of(left_, [&](const Left& each) {
               return simplify(here - each.equation).is_zero() ||
                      simplify(here + each.equation).is_zero();
           });
}

bool SolvedEquations::imply(const ExprVector& equations) const {
    return std::ranges::all_of(equations, [this](const Expr& e) { return imply(e); });
}

ExprVector without_implied(ExprVector equations, const ExprVector& constant) {
    ExprVector longest_first = equations;
    std::ranges::stable_sort(longest_first, std::greater<>(),
                             [](const Expr& e) { return reading_cost(e); });
    for (const Expr& e : longest_first) {
        ExprVector others = equations;
        std::erase(others, e);
        if (!others.empty() && SolvedEquations(others, constant).imply(e))
            equations = std::move(others);
    }
    return equations;
}

}  // namespace rattleback
