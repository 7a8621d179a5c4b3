#include "report/trajectory_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rattleback {
namespace {

constexpr std::size_t most_events = 20;

// Characters, not bytes.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned>(c) & 0xC0U) != 0x80U; }));
}

std::string value(double x, double atol) {
    return fmt::format("{:.8g}", std::abs(x) < atol ? 0.0 : x);
}

std::string heading(const Trajectory& trajectory, const IntegrationOptions& options) {
    const Statistics& s = trajectory.statistics;
    const std::string accuracy = options.fixed
                                     ? fmt::format("steps of {}", options.step)
                                     : fmt::format("rtol {}, atol {}", options.rtol, options.atol);
    return fmt::format("form    {}\nmethod  {}, {}\ntime    {} to {:.10g} in {} steps\n\n{}\n",
                       trajectory.form, trajectory.method, accuracy, options.from,
                       trajectory.stop.time, s.steps, trajectory.stop.message);
}

std::string final_state(const Trajectory& trajectory, double atol) {
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < trajectory.stop.state.size(); ++i)
        rows.push_back({trajectory.columns[i], value(trajectory.stop.state[i], atol)});
    return fmt::format("\nfinal state\n{}", aligned(rows));
}

std::string events(const std::vector<EventHit>& hits) {
    if (hits.empty()) return {};
    std::string text = "\nevents\n";
    for (std::size_t i = 0; i < std::min(hits.size(), most_events); ++i)
        text += fmt::format("  t = {:<12.8g} {} ({})\n", hits[i].time, hits[i].name,
                            hits[i].direction > 0 ? "rising" : "falling");
    if (hits.size() > most_events)
        text += fmt::format("  and {} more, which a file (-o) would have.\n",
                            hits.size() - most_events);
    return text;
}

std::string notes(const std::vector<std::string>& sentences) {
    std::string text = sentences.empty() ? "" : "\nnotes\n";
    for (const std::string& sentence : sentences) text += fmt::format("  {}\n", sentence);
    return text;
}

std::string checks(std::span<const MotionCheck> all) {
    if (all.empty()) return {};
    std::vector<std::vector<std::string>> rows{{"checks", "largest", "at t", "allowed"}};
    for (const MotionCheck& check : all) {
        const bool is_required = std::isfinite(check.allowed);
        rows.push_back({check.name, fmt::format("{:.1e}", check.largest),
                        fmt::format("{:.4g}", check.time),
                        is_required ? fmt::format("{:.1e}", check.allowed) : "-"});
        if (!check.holds()) rows.back().emplace_back("FAILS");
    }
    return "\n" + aligned(rows).substr(2);  // the heading stands out to the left
}

}  // namespace

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i == widths.size()) widths.push_back(0);
            widths[i] = std::max(widths[i], width_of(row[i]));
        }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - width_of(row[i]), ' ');
            line += "  " + (i == 0 ? row[i] + padding : padding + row[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string trajectory_text(const CheckedRun& run, const IntegrationOptions& options) {
    const Trajectory& trajectory = run.trajectory;
    return heading(trajectory, options) + final_state(trajectory, options.atol) +
           events(trajectory.events) + notes(trajectory.notes) + checks(run.checks);
}

}  // namespace rattleback
