#include "study/quantity_along.hpp"

#include <algorithm>

#include "expr/evaluate.hpp"
#include "expr/flattened.hpp"
#include "expr/print_text.hpp"
#include "model/input_table.hpp"
#include "model/quantities.hpp"
#include "study/quantity_rate.hpp"
#include "trajectory/trajectory_table.hpp"
#include "trajectory/values_along.hpp"

namespace rattleback {
namespace {

// The rows at a place.
std::vector<double> column_at(const Rows& rows, std::size_t column) {
    std::vector<double> result;
    for (std::size_t i = 0; i < rows.size(); ++i) result.push_back(rows[i][column]);
    return result;
}

// A column of what a run has, by its name.
std::optional<std::vector<double>> named(const std::vector<std::string>& names, const Rows& rows,
                                         const std::string& name) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end() || rows.width() == 0) return {};
    return column_at(rows, static_cast<std::size_t>(found - names.begin()));
}

// What the columns are called by.
ExprVector symbols_of(const TrajectoryTable& table, const Run& run) {
    const ExprVector all =
        joined({run.system.q, run.system.v, run.equations.speeds, run.equations.unknowns});
    ExprVector symbols;
    for (const std::string& column : table.columns) {
        const auto found = std::ranges::find(all, column, [](const Expr& e) { return to_text(e); });
        symbols.push_back(found == all.end() ? symbol(column) : *found);
    }
    return symbols;
}

bool has_quantities(const System& system, const Expr& formula) {
    return has_tables(system) || needs_motion(system, formula) ||
           !quantities_in(system, {&formula, 1}).empty();
}

}  // namespace

std::vector<double> quantity_along(const Run& run, const std::string& quantity) {
    const Trajectory& trajectory = run.trajectory;
    const TrajectoryTable table = table_of(trajectory);
    if (auto column = named(table.columns, table.rows, quantity)) return *column;
    if (auto column = named(trajectory.reaction_names, trajectory.reactions, quantity))
        return *column;
    if (auto column = named(contact_columns(trajectory), trajectory.contacts, quantity))
        return *column;
    Names names = names_of(run.system);
    const ExprVector symbols = symbols_of(table, run);
    for (const Expr& symbol : symbols) {
        const bool is_known =
            symbol.order() > 0 || std::ranges::find(run.system.q, symbol) != run.system.q.end();
        if (!is_known) names.symbols.emplace_back(symbol.name());
    }
    const Expr formula = parse({.text = quantity, .file = "quantity"}, names);
    if (has_quantities(run.system, formula))
        return column_at(values_at_samples({run.system, run.equations, trajectory}, {&formula, 1}),
                         0);
    Values values;
    for (const Parameter& p : run.system.parameters)
        values.emplace(p.symbol, evaluate(p.value, values));
    std::vector<double> result;
    for (std::size_t i = 0; i < trajectory.times.size(); ++i) {
        values[run.system.t] = trajectory.times[i];
        for (std::size_t k = 0; k < symbols.size(); ++k) values[symbols[k]] = table.rows[i][k];
        result.push_back(evaluate(formula, values));
    }
    return result;
}

}  // namespace rattleback
