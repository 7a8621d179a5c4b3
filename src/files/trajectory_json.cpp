#include "files/trajectory_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "trajectory/trajectory_table.hpp"

namespace rattleback {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no NaN.
Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

Json numbers(std::span<const double> row) {
    Json list = Json::array();
    for (const double x : row) list.push_back(number(x));
    return list;
}

Json rows(const Rows& all) {
    Json list = Json::array();
    for (std::size_t i = 0; i < all.size(); ++i) list.push_back(numbers(all[i]));
    return list;
}

Json checks(std::span<const MotionCheck> all) {
    Json object = Json::object();
    for (const MotionCheck& check : all)
        object[check.name] = {{"max", number(check.largest)},
                              {"at", number(check.time)},
                              {"allowed", number(check.allowed)},
                              {"holds", check.holds()},
                              {"decides", check.decides}};
    return object;
}

Json statistics(const Trajectory& trajectory) {
    const Statistics& s = trajectory.statistics;
    return {{"steps", s.steps},
            {"rejected", s.rejected},
            {"evaluations", s.evaluations},
            {"jacobians", s.jacobians},
            {"factorizations", s.factorizations},
            {"projections", s.projections},
            {"largest_projection", number(trajectory.projection.value)},
            {"smallest_step", number(s.smallest_step)},
            {"largest_step", number(s.largest_step)}};
}

Json events(const std::vector<EventHit>& hits) {
    Json list = Json::array();
    for (const EventHit& hit : hits)
        list.push_back({{"name", hit.name},
                        {"t", number(hit.time)},
                        {"direction", hit.direction},
                        {"manner", hit.manner()},
                        {"y", numbers(hit.state)}});
    return list;
}

Json contact_findings(const std::vector<ContactFinding>& all) {
    Json list = Json::array();
    for (const ContactFinding& f : all) {
        Json entry{{"contact", f.contact}, {"known", f.is_known}};
        entry["friction"] = f.is_known ? number(f.friction) : Json();
        entry["friction_t"] = f.is_known ? number(f.friction_time) : Json();
        entry["mu"] = f.limit ? number(*f.limit) : Json();
        entry["lifts_off"] = f.lifts_off ? number(*f.lifts_off) : Json();
        entry["sentences"] = to_texts(f.sentences());
        list.push_back(std::move(entry));
    }
    return list;
}

void add_form(const Trajectory& trajectory, Json& json) {
    json["form"] = trajectory.form;
    json["method"] = trajectory.method;
}

void add_findings(const CheckedRun& run, Json& json) {
    const Stop& stop = run.trajectory.stop;
    json["state_columns"] = run.trajectory.columns;  // of `y` in what follows
    json["stop"] = {{"reason", name_of(stop.reason)},
                    {"t", number(stop.time)},
                    {"message", to_text(stop.message)},
                    {"what", stop.what},
                    {"y", numbers(stop.state)}};
    json["checks"] = checks(run.checks);
    json["statistics"] = statistics(run.trajectory);
    json["events"] = events(run.trajectory.events);
    if (!run.trajectory.contact_findings.empty())
        json["contact_findings"] = contact_findings(run.trajectory.contact_findings);
    json["notes"] = to_texts(run.trajectory.notes);
    json["methods"] = Json::array();
    for (const UsedMethod& used : run.trajectory.methods)
        json["methods"].push_back({{"name", used.name}, {"from", used.from}});
}

}  // namespace

std::string trajectory_about(const CheckedRun& run) {
    Json json;
    add_form(run.trajectory, json);
    add_findings(run, json);
    return json.dump();
}

std::string trajectory_json(const CheckedRun& run, bool with_seconds) {
    const Trajectory& trajectory = run.trajectory;
    const TrajectoryTable table = table_of(trajectory);
    Json json;
    add_form(trajectory, json);
    json["columns"] = table.columns;
    json["t"] = numbers(trajectory.times);
    json["y"] = rows(table.rows);
    add_findings(run, json);
    if (with_seconds) json["seconds"] = number(trajectory.statistics.seconds);
    json["reactions"] = {{"columns", trajectory.reaction_names}, {"y", rows(trajectory.reactions)}};
    if (trajectory.drives.size() > 0)
        json["drives"] = {{"columns", trajectory.drive_names}, {"y", rows(trajectory.drives)}};
    if (trajectory.contacts.size() > 0)
        json["contacts"] = {{"columns", contact_columns(trajectory)},
                            {"y", rows(trajectory.contacts)}};
    return json.dump() + "\n";
}

}  // namespace rattleback
