#include "report/trajectory_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace rattleback {
namespace {

using Json = nlohmann::ordered_json;

// Comma, quotes and line ends need quotes; a velocity x' does not.
std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

// JSON has no NaN: null.
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

Json checks(const Trajectory& trajectory) {
    Json object = Json::object();
    for (const auto* list : {&trajectory.invariants, &trajectory.residuals})
        for (const Deviation& d : *list)
            object[d.name] = {{"max", number(d.largest.value)}, {"at", number(d.largest.time)}};
    return object;
}

Json statistics(const Statistics& s) {
    return {{"steps", s.steps},
            {"rejected", s.rejected},
            {"evaluations", s.evaluations},
            {"jacobians", s.jacobians},
            {"factorizations", s.factorizations},
            {"projections", s.projections},
            {"smallest_step", number(s.smallest_step)},
            {"largest_step", number(s.largest_step)},
            {"seconds", number(s.seconds)}};
}

Json events(const std::vector<EventHit>& hits) {
    Json list = Json::array();
    for (const EventHit& hit : hits)
        list.push_back({{"name", hit.name},
                        {"t", number(hit.time)},
                        {"direction", hit.direction},
                        {"y", numbers(hit.state)}});
    return list;
}

void write_text(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush()) throw std::runtime_error("the file '" + path + "' cannot be written");
}

}  // namespace

std::string trajectory_csv(const Trajectory& trajectory) {
    std::string text = "t";
    for (const std::string& name : trajectory.columns) text += "," + csv_field(name);
    text += '\n';
    for (std::size_t i = 0; i < trajectory.times.size(); ++i) {
        text += fmt::format("{}", trajectory.times[i]);
        for (const double x : trajectory.states[i]) text += fmt::format(",{}", x);
        text += '\n';
    }
    return text;
}

std::string trajectory_json(const Trajectory& trajectory) {
    Json json;
    json["form"] = trajectory.form;
    json["method"] = trajectory.method;
    json["columns"] = trajectory.columns;
    json["t"] = numbers(trajectory.times);
    json["y"] = rows(trajectory.states);
    json["stop"] = {{"reason", name_of(trajectory.stop.reason)},
                    {"t", number(trajectory.stop.time)},
                    {"message", trajectory.stop.message}};
    json["checks"] = checks(trajectory);
    json["statistics"] = statistics(trajectory.statistics);
    if (trajectory.multipliers.size() > 0)
        json["multipliers"] = {{"columns", trajectory.multiplier_names},
                               {"y", rows(trajectory.multipliers)}};
    if (trajectory.reactions.size() > 0)
        json["reactions"] = {{"columns", trajectory.reaction_names},
                             {"y", rows(trajectory.reactions)}};
    if (!trajectory.events.empty()) json["events"] = events(trajectory.events);
    if (!trajectory.notes.empty()) json["notes"] = trajectory.notes;
    return json.dump();
}

void write_trajectory(const std::string& path, const Trajectory& trajectory) {
    const std::string ending = std::filesystem::path(path).extension().string();
    if (ending == ".csv") return write_text(path, trajectory_csv(trajectory));
    if (ending == ".json") return write_text(path, trajectory_json(trajectory) + "\n");
    if (ending == ".npz") return write_npz(path, trajectory);
    if (ending == ".h5" || ending == ".hdf5") return write_hdf5(path, trajectory);
    throw std::runtime_error("the name '" + path +
                             "' does not say in which form to write; it must end in .csv, .json, "
                             ".npz or .h5");
}

}  // namespace rattleback
