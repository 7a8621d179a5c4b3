#include "study/quantity_along.hpp"

#include <algorithm>

#include "expr/evaluate.hpp"
#include "study/quantity_rate.hpp"
#include "trajectory/trajectory_table.hpp"

namespace rattleback {
namespace {

std::vector<double> column_at(const TrajectoryTable& table, std::size_t column) {
    std::vector<double> result;
    for (std::size_t i = 0; i < table.rows.size(); ++i) result.push_back(table.rows[i][column]);
    return result;
}

}  // namespace

std::vector<double> quantity_along(const Run& run, const std::string& quantity) {
    const TrajectoryTable table = table_of(run.trajectory);
    if (const auto found = std::ranges::find(table.columns, quantity); found != table.columns.end())
        return column_at(table, static_cast<std::size_t>(found - table.columns.begin()));
    Names names = names_of(run.system);
    names.largest_order = 1;
    ExprVector symbols;
    for (const std::string& column : table.columns) {
        symbols.push_back(parse(column));
        const Expr& symbol = symbols.back();
        const bool is_known =
            symbol.order() > 0 || std::ranges::find(run.system.q, symbol) != run.system.q.end();
        if (!is_known) names.symbols.emplace_back(symbol.name());
    }
    const Expr formula = parse({.text = quantity, .file = "quantity"}, names);
    Values values;
    for (const Parameter& p : run.system.parameters)
        values.emplace(p.symbol, evaluate(p.value, values));
    std::vector<double> result;
    for (std::size_t i = 0; i < run.trajectory.times.size(); ++i) {
        values[run.system.t] = run.trajectory.times[i];
        for (std::size_t k = 0; k < symbols.size(); ++k) values[symbols[k]] = table.rows[i][k];
        result.push_back(evaluate(formula, values));
    }
    return result;
}

}  // namespace rattleback
