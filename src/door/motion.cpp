#include "rattleback/motion.hpp"

#include <algorithm>

#include "expr/evaluate.hpp"
#include "expr/graph.hpp"
#include "expr/parse.hpp"
#include "files/trajectory_files.hpp"
#include "files/trajectory_table.hpp"
#include "pictures/plot_files.hpp"
#include "study/changed_model.hpp"
#include "study/compiled_model.hpp"
#include "study/quantity_rate.hpp"
#include "study/run_motion.hpp"
#include "writing/trajectory_text.hpp"

namespace rattleback {

struct Motion::Computed {
    Run run;
    std::vector<MotionCheck> checks;
    TrajectoryTable table;

    CheckedRun checked() const { return {run.trajectory, checks}; }
};

Motion::Motion(Run run) {
    auto checks = checks_of(run);
    auto table = table_of(run.trajectory);
    computed_ =
        std::make_shared<const Computed>(std::move(run), std::move(checks), std::move(table));
}

std::string Motion::form() const { return computed_->run.form.name; }
std::string Motion::method() const { return to_text(computed_->run.trajectory.methods_text()); }
std::vector<double> Motion::times() const { return computed_->run.trajectory.times; }
std::vector<std::string> Motion::columns() const { return computed_->table.columns; }
std::vector<std::string> Motion::state_names() const { return computed_->run.trajectory.columns; }
std::vector<double> Motion::at(double time) const { return computed_->run.trajectory.at(time); }
bool Motion::reached_end() const { return computed_->run.trajectory.reached_end(); }
std::vector<std::string> Motion::notes() const { return to_texts(computed_->run.trajectory.notes); }

std::vector<double> Motion::values(const std::string& quantity) const {
    const auto& [columns, rows] = computed_->table;
    const System& system = computed_->run.system;
    std::vector<double> result(times().size());
    if (const auto column = std::ranges::find(columns, quantity); column != columns.end()) {
        for (std::size_t i = 0; i < result.size(); ++i)
            result[i] = rows[i][static_cast<std::size_t>(column - columns.begin())];
        return result;
    }
    Values values;
    for (const Parameter& p : system.parameters)
        values.emplace(p.symbol, evaluate(p.value, values));
    Names names = names_of(system);
    ExprVector symbols;
    for (const std::string& column : columns) {
        symbols.push_back(parse(column));
        const std::string name(symbols.back().name());  // speeds and multipliers have names, too
        if (std::ranges::find(names.coordinates, name) == names.coordinates.end())
            names.symbols.push_back(name);
    }
    const Expr formula = parse({.text = quantity, .file = "quantity"}, names);
    for (std::size_t i = 0; i < result.size(); ++i) {
        values[system.t] = times()[i];
        for (std::size_t k = 0; k < symbols.size(); ++k) values[symbols[k]] = rows[i][k];
        result[i] = evaluate(formula, values);
    }
    return result;
}

std::vector<MotionEvent> Motion::events() const {
    std::vector<MotionEvent> result;
    for (const EventHit& hit : computed_->run.trajectory.events)
        result.push_back({hit.name, hit.time, std::string(hit.manner())});
    return result;
}

Ending Motion::ending() const {
    const Stop& stop = computed_->run.trajectory.stop;
    return {std::string(name_of(stop.reason)), stop.time, to_text(stop.message)};
}

std::vector<CheckedQuantity> Motion::checks() const {
    std::vector<CheckedQuantity> result;
    for (const MotionCheck& check : computed_->checks)
        result.push_back({check.name, to_text(check.watch.says), check.largest, check.time,
                          check.allowed, check.decides});
    return result;
}

bool Motion::holds() const {
    return !failure_of(computed_->run.trajectory) && !undetermined_start(computed_->run) &&
           std::ranges::all_of(computed_->checks, &MotionCheck::holds);
}

std::string Motion::text() const {
    return trajectory_text(computed_->checked(), computed_->run.integration);
}

std::string Motion::json() const { return trajectory_json(computed_->checked()); }

void Motion::write(const std::string& path) const { write_trajectory(path, computed_->checked()); }

void Motion::plot(const std::string& path, const std::vector<std::string>& formulas) const {
    const auto& [system, form, equations, integration, trajectory] = computed_->run;
    if (formulas.empty()) return write_plots(path, plots_of(system, equations, trajectory));
    Description asked = system.description;
    asked.plots.clear();
    for (const std::string& formula : formulas)
        asked.plots.push_back({.x = "t", .y = formula, .title = title_of(system.description)});
    System other = system;
    other.plots = build(asked).plots;
    other.description.plots = asked.plots;
    write_plots(path, plots_of(other, equations, trajectory));
}

Motion simulate(const Model& model, const RunRequest& request, const Attention& attention) {
    return Motion(run_motion(model.description(), request, attention));
}

MotionFamily::MotionFamily(const Model& model, const std::string& form, const Attention& attention)
    : compiled_(std::make_shared<const CompiledModel>(
          compile_model(model.description(), form, attention))) {}

Motion MotionFamily::motion(const std::vector<NewValue>& values, const RunRequest& request,
                            const Attention& attention) const {
    return Motion(run_motion(*compiled_, values, request, attention));
}

}  // namespace rattleback
