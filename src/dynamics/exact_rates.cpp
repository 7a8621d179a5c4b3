#include "dynamics/exact_rates.hpp"

#include "expr/substitute.hpp"

namespace rattleback {

ExactRates::ExactRates(const System& system, const Equations& equations,
                       const std::vector<std::size_t>& variables)
    : state_(system.q) {
    state_.insert(state_.end(), equations.speeds.begin(), equations.speeds.end());
    std::vector<Replacement> numbers{{system.t, 0}};
    for (const Parameter& p : system.parameters) numbers.emplace_back(p.symbol, p.value);
    for (const auto& row : equations.matrix) rates_.matrix.push_back(substitute(row, numbers));
    rates_.right = substitute(equations.right, numbers);
    rates_.unknowns = equations.unknowns;
    for (const auto i : variables)
        rates_.outputs.push_back(substitute(
            i < system.size() ? equations.velocities[i] : equations.unknowns[i - system.size()],
            numbers));
}

std::vector<Ball> ExactRates::at(std::span<const double> state) const {
    Point point;
    for (std::size_t i = 0; i < state_.size(); ++i)
        point.emplace(state_[i], Number::floating(state[i]));
    const ThroughLinearSystem nothing{
        .matrix = {}, .right = {}, .unknowns = {}, .outputs = ExprVector(rates_.outputs.size(), 0)};
    return difference_at(rates_, nothing, point);
}

}  // namespace rattleback
