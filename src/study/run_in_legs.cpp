#include "study/run_in_legs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/interruption.hpp"
#include "base/remembered.hpp"
#include "study/prepared_run.hpp"
#include "trajectory/joined.hpp"

namespace rattleback {
namespace {

// A leg: so many that beginning anew costs little beside them, and so few that they are soon kept.
constexpr std::size_t steps_of_leg = 10'000, samples_of_leg = std::size_t{1} << 15;
constexpr std::size_t bytes_of_leg = std::size_t{1} << 26;
// The samples that a leg may come to. A single step may pass more of them: it is made shorter.
constexpr std::size_t most_samples = 2 * samples_of_leg;
constexpr std::size_t most_steps = 1'000'000'000;

class LongMotion {
public:
    LongMotion(PreparedRun prepared, LongRunSoFar& so_far)
        : prepared_(std::move(prepared)),
          options_(prepared_.options.integration),
          at_(prepared_.run.integration.at),
          checks_(prepared_.run.system, Watched::Whole, so_far.checks),
          so_far_(so_far) {
        std::vector<double>().swap(options_.at);  // each leg has its own
        options_.leg.steps = steps_of_leg;
        options_.leg.samples = samples_of_leg;
        options_.leg.bytes = bytes_of_leg;
    }

    RunWithChecks run(const Attention& attention, const KeepLeg& keep) {
        const RunProgress tell{attention, options_.from, options_.until};
        if (attention.progress) options_.progress = tell;
        while (true) {
            is_later_leg_ = so_far_.legs > 0;
            choose_samples();
            options_.most_steps = most_steps - std::min(most_steps, so_far_.statistics.steps);
            Trajectory leg = this->leg(attention.stop);
            const StopScope to_the_end{std::stop_token()};  // what was computed is told whole
            const bool is_last = leg.stop.reason != StopReason::Paused;
            if (is_last)
                return !is_later_leg_ ? only(std::move(leg), attention.stop) : last(std::move(leg));
            checks_.follow(motion(leg));
            checks_.pause();
            so_far_.checks = checks_.so_far();
            drop_what_was_not_asked_for(leg);
            add(leg);
            so_far_.samples += leg.times.size();
            keep(leg);
            if (attention.progress)
                tell({so_far_.motion.time.high, options_.until, so_far_.statistics.steps});
        }
    }

private:
    // Where there is something to be kept, nothing but steps hear of a stop.
    Trajectory leg(const std::stop_token& stop) {
        const StopScope scope(is_later_leg_ ? std::stop_token() : stop);
        return simulate_leg(*prepared_.motion, prepared_.run.system, so_far_.motion,
                            prepared_.options);
    }

    double direction() const { return options_.until < options_.from ? -1 : 1; }

    bool is_later(double t) const {
        return !is_later_leg_ || direction() * (t - so_far_.motion.time.high) > 0;
    }

    // Those that the leg may come to.
    void choose_samples() {
        options_.leg.until.reset();
        if (at_.empty()) return;
        const auto first =
            std::ranges::partition_point(at_, [&](double t) { return !is_later(t); });
        are_wanted_ = first != at_.end();
        auto end = at_.end() - first > static_cast<std::ptrdiff_t>(most_samples)
                       ? first + most_samples
                       : at_.end();
        while (end != at_.end() && (*end == *(end - 1) || *end == options_.from)) ++end;
        options_.at.assign(first, end);
        if (end != at_.end())
            options_.leg.until = *(end - 1);
        else if (!are_wanted_)
            options_.at = {options_.until};  // nothing but the end
    }

    // The state from which a leg goes on is the last sample of the leg before.
    void drop_what_was_not_asked_for(Trajectory& leg) const {
        if (at_.empty() && is_later_leg_) leg.drop_samples(1);
        if (!at_.empty() && !are_wanted_) leg.drop_samples(leg.times.size());
    }

    void add(const Trajectory& leg) {
        LongRunSoFar& all = so_far_;
        ++all.legs;
        all.method = leg.method;
        for (const UsedMethod& used : leg.methods)
            if (all.methods.empty() || all.methods.back().name != used.name)
                all.methods.push_back(used);
        all.rtol = std::max(all.rtol, leg.rtol);
        if (all.atol.empty()) all.atol = leg.atol;
        for (std::size_t i = 0; i < std::min(all.atol.size(), leg.atol.size()); ++i)
            all.atol[i] = std::max(all.atol[i], leg.atol[i]);
        add_statistics(leg.statistics, all.statistics);
        if (leg.projection.value > all.projection.value) all.projection = leg.projection;
        if (all.legs == 1 || leg.condition.value < all.condition.value)
            all.condition = leg.condition;
        if (all.contact_findings.size() != leg.contact_findings.size())
            all.contact_findings = leg.contact_findings;
        else
            join_findings(leg.contact_findings, all.contact_findings, options_.from);
        for (std::string& note : to_texts(leg.notes))
            if (std::ranges::find(all.notes, note) == all.notes.end())
                all.notes.push_back(std::move(note));
    }

    ComputedMotion motion(const Trajectory& leg) const {
        return {prepared_.run.system, prepared_.run.equations, leg};
    }

    Run with(Trajectory leg) {
        prepared_.run.trajectory = std::move(leg);
        return std::move(prepared_.run);
    }

    RunWithChecks only(Trajectory leg, const std::stop_token& stop) {
        prepared_.add_notes(leg.notes);
        return with_checks(with(std::move(leg)), stop);
    }

    RunWithChecks last(Trajectory leg) {
        if (leg.stop.reason == StopReason::TooManySteps)
            leg.stop.message = sentence("The run used all of its {} steps by {}.", most_steps,
                                        time_is(leg.stop.time));
        add(leg);
        const LongRunSoFar& all = so_far_;
        leg.method = all.method;
        leg.methods = all.methods;
        leg.rtol = all.rtol;
        leg.statistics = all.statistics;
        leg.projection = all.projection;
        leg.condition = all.condition;
        leg.contact_findings = all.contact_findings;
        leg.notes.assign(all.notes.begin(), all.notes.end());
        prepared_.add_notes(leg.notes);
        RunWithChecks result;
        try {
            checks_.follow(motion(leg));
            result.checks = checks_of_legs(checks_, motion(leg));
        } catch (const std::exception&) {
            result.no_checks = std::current_exception();
        }
        leg.atol = all.atol;
        drop_what_was_not_asked_for(leg);
        so_far_.samples += leg.times.size();
        result.run = with(std::move(leg));
        return result;
    }

    PreparedRun prepared_;
    IntegrationOptions& options_;  // of the leg
    const std::vector<double>& at_;
    ChecksAlong checks_;
    LongRunSoFar& so_far_;
    bool is_later_leg_ = false;
    bool are_wanted_ = true;  // samples in this leg
};

std::string in_words(const std::vector<double>& times) {
    if (times.empty()) return "every step";
    std::uint64_t hash = 0;
    for (const double t : times) hash = 31 * hash + std::hash<double>()(t);
    return fmt::format("{} times from {} to {} ({:x})", times.size(), times.front(), times.back(),
                       hash);
}

}  // namespace

RunWithChecks run_in_legs(const Description& description, const RunRequest& request,
                          const Attention& attention, LongRunSoFar& so_far, const KeepLeg& keep) {
    const StopScope scope(attention.stop);
    const RememberScope remember;
    LongMotion motion(prepare_run(description, request, attention), so_far);
    RunWithChecks result = motion.run(attention, keep);
    return result;
}

std::vector<std::pair<std::string, std::string>> settings_of_run(const Description& description,
                                                                 const RunRequest& request) {
    const IntegrationOptions options = integration_of(request, description);
    const auto number = [](double x) { return fmt::format("{}", x); };
    return {{"form", request.form.empty() ? "the default" : request.form},
            {"method", options.method},
            {"until", number(options.until)},
            {"rtol", number(options.rtol)},
            {"atol", options.atol > 0 ? number(options.atol) : "by the sizes"},
            {"step", options.fixed ? number(options.step) : "as the tolerance asks"},
            {"projection", request.project ? "yes" : "no"},
            {"samples", in_words(options.at)}};
}

}  // namespace rattleback
