#include "rattleback/motion.hpp"

#include "base/made_once.hpp"
#include "door/door.hpp"
#include "door/told_motion.hpp"
#include "dynamics/constraint_curves.hpp"
#include "files/trajectory_files.hpp"
#include "pictures/constraint_plot.hpp"
#include "pictures/plot_files.hpp"
#include "study/changed_model.hpp"
#include "study/compiled_model.hpp"
#include "study/complaints.hpp"
#include "study/quantity_along.hpp"
#include "study/run_motion.hpp"
#include "trajectory/trajectory_table.hpp"
#include "writing/trajectory_text.hpp"

namespace rattleback {

// What must hold is measured when somebody asks for it: among many motions that takes longer than a run.
struct Motion::Held {
    Run run;
    MadeOnce<std::vector<MotionCheck>> made = {};

    const std::vector<MotionCheck>& checks() const {
        return made.value([&] { return checks_of(run); });
    }
    CheckedRun checked() const { return {run.trajectory, checks()}; }
};

std::string Motion::form() const { return held_->run.form.name; }
std::string Motion::method() const { return to_text(held_->run.trajectory.methods_text()); }
std::vector<double> Motion::times() const { return held_->run.trajectory.times; }
std::vector<std::string> Motion::columns() const { return table_of(held_->run.trajectory).columns; }
std::vector<std::string> Motion::state_names() const { return held_->run.trajectory.columns; }
std::vector<double> Motion::at(double time) const { return held_->run.trajectory.at(time); }
bool Motion::reached_end() const { return held_->run.trajectory.reached_end(); }
std::vector<std::string> Motion::notes() const { return to_texts(held_->run.trajectory.notes); }

std::vector<double> Motion::values(const std::string& quantity) const {
    return quantity_along(held_->run, quantity);
}

std::vector<MotionEvent> Motion::events() const { return told_events(held_->run.trajectory); }

Ending Motion::ending() const { return told_ending(held_->run.trajectory.stop); }

std::vector<CheckedQuantity> Motion::checks() const { return told_checks(held_->checks()); }

bool Motion::holds() const { return holds_all(held_->run, held_->checks()); }

std::vector<std::string> Motion::complaints() const {
    return to_texts(complaints_of(held_->run, held_->checks()));
}

double Motion::seconds() const { return held_->run.trajectory.statistics.seconds; }

std::string Motion::text() const {
    return trajectory_text(held_->checked(), held_->run.integration);
}

std::string Motion::json() const { return trajectory_json(held_->checked()); }

void Motion::write(const std::string& path) const { write_trajectory(path, held_->checked()); }

void Motion::plot(const std::string& path, const std::vector<std::string>& formulas) const {
    std::vector<PlotDescription> asked;
    for (const std::string& formula : formulas)
        asked.push_back(
            {.x = {"t"}, .y = {formula}, .title = title_of(held_->run.system.description)});
    draw(path, asked);
}

void Motion::draw(const std::string& path, const std::vector<PlotDescription>& plots,
                  bool logarithmic) const {
    std::vector<PlotData> drawn = plots_of(held_->run, plots);
    for (PlotData& each : drawn) each.log_y = logarithmic;
    write_plots(path, drawn);
}

void Motion::draw_gauss(const std::string& path) const {
    const Run& run = held_->run;
    const std::string title = title_of(run.system.description);
    write_plots(path, std::vector{plot_of(constraint_curves(run.motion()), title)});
}

Motion simulate(const Model& model, const RunRequest& request, const Attention& attention) {
    return Door::made<Motion>(run_motion(model.description(), request, attention));
}

struct MotionFamily::Held {
    CompiledModel compiled;
};

MotionFamily::MotionFamily(const Model& model, const std::string& form, const Attention& attention)
    : held_(
          std::make_shared<const Held>(Held{compile_model(model.description(), form, attention)})) {
}

Motion MotionFamily::motion(const std::vector<NewValue>& values, const RunRequest& request,
                            const Attention& attention) const {
    return Door::made<Motion>(run_motion(held_->compiled, values, request, attention));
}

}  // namespace rattleback
