#include "writing/trajectory_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "writing/aligned_table.hpp"

namespace rattleback {
namespace {

constexpr std::size_t most_events = 20;

std::string value(double x, double atol) {
    return fmt::format("{:.8g}", std::abs(x) < atol ? 0.0 : x);
}

std::string heading(const Trajectory& trajectory, const IntegrationOptions& options) {
    const Statistics& s = trajectory.statistics;
    std::string accuracy = options.fixed ? fmt::format("steps of {}", options.step)
                                         : fmt::format("rtol {}", options.rtol);
    if (!options.fixed && options.atol > 0) accuracy += fmt::format(", atol {}", options.atol);
    return fmt::format("form    {}\nmethod  {}, {}\ntime    {} to {:.10g} in {} step{}\n\n{}\n",
                       trajectory.form, to_text(trajectory.methods_text()), accuracy, options.from,
                       trajectory.stop.time, s.steps, s.steps == 1 ? "" : "s",
                       to_text(trajectory.stop.message));
}

std::string final_state(const Trajectory& trajectory) {
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < trajectory.stop.state.size(); ++i)
        rows.push_back(
            {trajectory.columns[i],
             value(trajectory.stop.state[i], i < trajectory.atol.size() ? trajectory.atol[i] : 0)});
    return fmt::format("\nfinal state\n{}", aligned_table(rows));
}

std::string contact_forces(const Trajectory& trajectory) {
    if (trajectory.contacts.size() == 0) return {};
    const auto last = trajectory.contacts.back();
    std::vector<std::vector<std::string>> rows{{"", "x", "y", "z"}};
    double largest = 0;
    for (const double force : last)
        if (std::isfinite(force)) largest = std::max(largest, std::abs(force));
    for (std::size_t i = 0; i < trajectory.contact_names.size(); ++i) {
        rows.push_back({trajectory.contact_names[i]});
        for (const double force : last.subspan(3 * i, 3))
            rows.back().push_back(std::isnan(force) ? "?" : value(force, 1e-9 * largest));
    }
    return fmt::format("\ncontact forces at t = {:.6g}\n{}", trajectory.times.back(),
                       aligned_table(rows));
}

std::string contact_findings(const Trajectory& trajectory) {
    std::string text;
    for (const ContactFinding& finding : trajectory.contact_findings)
        for (const Sentence& each : finding.sentences())
            text += fmt::format("  {}\n", to_text(each));
    return text.empty() ? text : "\ncontacts\n" + text;
}

// At the samples.
std::string drives(const Trajectory& trajectory) {
    if (trajectory.drives.size() == 0) return {};
    std::vector<std::vector<std::string>> rows{{"", "least", "largest", "at the end"}};
    for (std::size_t k = 0; k < trajectory.drive_names.size(); ++k) {
        double least = std::numeric_limits<double>::infinity(), largest = -least;
        for (std::size_t i = 0; i < trajectory.drives.size(); ++i) {
            least = std::min(least, trajectory.drives[i][k]);
            largest = std::max(largest, trajectory.drives[i][k]);
        }
        const double small = 1e-12 * std::max(std::abs(least), std::abs(largest));
        rows.push_back({trajectory.drive_names[k], value(least, small), value(largest, small),
                        value(trajectory.drives.back()[k], small)});
    }
    return "\ndrives\n" + aligned_table(rows);
}

std::string events(const std::vector<EventHit>& hits) {
    if (hits.empty()) return {};
    std::string text = "\nevents\n";
    for (std::size_t i = 0; i < std::min(hits.size(), most_events); ++i)
        text +=
            fmt::format("  t = {:<12.8g} {} ({})\n", hits[i].time, hits[i].name, hits[i].manner());
    if (hits.size() > most_events)
        text +=
            fmt::format("  and {} more, which a file of the run has.\n", hits.size() - most_events);
    return text;
}

std::string notes(const Sentences& sentences) {
    std::string text = sentences.empty() ? "" : "\nnotes\n";
    for (const Sentence& each : sentences) text += fmt::format("  {}\n", to_text(each));
    return text;
}

std::string checks(const Trajectory& trajectory, std::span<const MotionCheck> all) {
    if (all.empty()) return {};
    std::vector<std::vector<std::string>> rows{{"", "largest", "at t", "allowed"}};
    if (trajectory.statistics.projections > 0)
        rows.push_back({"projection onto the constraints",
                        fmt::format("{:.1e}", trajectory.projection.value),
                        fmt::format("{:.4g}", trajectory.projection.time), "any"});
    for (const MotionCheck& check : all) {
        const bool is_required = std::isfinite(check.allowed);
        rows.push_back({check.name, fmt::format("{:.1e}", check.largest),
                        fmt::format("{:.4g}", check.time),
                        is_required ? fmt::format("{:.1e}", check.allowed) : "any"});
        if (!check.holds()) rows.back().emplace_back("FAILS");
        if (!check.decides && check.holds()) rows.back().emplace_back("decides nothing");
    }
    return "\nchecks\n" + aligned_table(rows);
}

}  // namespace

std::string trajectory_text(const CheckedRun& run, const IntegrationOptions& options) {
    const Trajectory& trajectory = run.trajectory;
    return heading(trajectory, options) + final_state(trajectory) + contact_forces(trajectory) +
           contact_findings(trajectory) + drives(trajectory) + events(trajectory.events) +
           notes(trajectory.notes) + checks(trajectory, run.checks);
}

}  // namespace rattleback
