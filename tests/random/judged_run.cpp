#include "random/judged_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/motion_checks.hpp"
#include "base/errors.hpp"
#include "equations/formulations.hpp"
#include "random/random_source.hpp"
#include "trajectory/branch.hpp"

namespace rattleback::testing {
namespace {

constexpr int samples = 4;
constexpr Real badly_determined = 1e-6L;  // regularity below which a stop is right

Vector numbers_of(std::span<const double> row) { return {row.begin(), row.end()}; }

Real distance(const Vector& a, const Vector& b) {
    Real sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum);
}

Real distance(const State& a, const State& b) {
    return std::hypot(distance(a.q, b.q), distance(a.v, b.v));
}

Real norm(const State& state) {
    return distance(state, {0, Vector(state.q.size()), Vector(state.v.size())});
}

// What is said of a run that is not what it should be.
std::string sentence(const RunRequest& request, const std::string& says) {
    return fmt::format("{} with {}: {}", request.form, request.method, says);
}

}  // namespace

Judge::Judge(const System& system, const State& start, Real until)
    : motion_(system), system_(on_initial_branch(system).system), start_(start), until_(until) {
    std::vector<Real> at;
    for (int i = 1; i <= samples; ++i) at.push_back(start.t + (until - start.t) * i / samples);
    truth_ = true_run(motion_, start, at);
    if (!truth_.samples.empty()) growth_ = rattleback::testing::growth(motion_, start, truth_);
    size_ = norm(start);
    for (const State& state : truth_.samples) size_ = std::max(size_, norm(state));
}

std::vector<double> Judge::times() const {
    std::vector<double> result;
    for (int i = 1; i <= samples; ++i)
        result.push_back(static_cast<double>(start_.t + (until_ - start_.t) * i / samples));
    return result;
}

Judge::Samples samples_of(const System& system, const Trajectory& trajectory) {
    Judge::Samples result;
    const std::size_t n = system.size();
    for (std::size_t i = 0; i < trajectory.times.size(); ++i) {
        State state{trajectory.times[i], numbers_of(trajectory.states[i].first(n)), {}};
        state.v = trajectory.velocities.size() > i ? numbers_of(trajectory.velocities[i])
                                                   : numbers_of(trajectory.states[i].subspan(n, n));
        result.states.push_back(std::move(state));
        if (trajectory.reactions.size() > i)
            result.reactions.push_back(numbers_of(trajectory.reactions[i]));
    }
    return result;
}

Real Judge::allowed(const RunRequest& request, std::size_t steps) const {
    const Real dimension = static_cast<Real>(2 * system_.size());
    const Real step = std::sqrt(dimension) * (request.atol + request.rtol * size_);
    return static_cast<Real>(steps + 1) * step * growth_;
}

RunVerdict Judge::judged(const Samples& samples, const RunRequest& request, std::size_t steps) {
    RunVerdict verdict;
    const Real bound = allowed(request, steps);
    for (std::size_t i = 0; i < std::min(samples.states.size(), truth_.samples.size()); ++i) {
        const Real error = distance(samples.states[i], truth_.samples[i]);
        verdict.error = std::isnan(error) ? error : std::max(verdict.error, error / bound);
        ++verdict.samples;
        if (error <= bound) continue;
        verdict.kind = RunVerdict::Kind::Wrong;
        verdict.why = sentence(
            request, fmt::format("at t = {} the state is {:.3g} from the true one, and {:.3g} is "
                                 "allowed: {} steps, growth {:.3g}.",
                                 samples.states[i].t, error, bound, steps, growth_));
        return verdict;
    }
    judge_reactions(samples, bound, verdict);
    if (verdict.kind == RunVerdict::Kind::Wrong) verdict.why = sentence(request, verdict.why);
    return verdict;
}

void Judge::judge_reactions(const Samples& samples, Real state_error, RunVerdict& verdict) {
    constexpr Real change = 1e-7L;
    RandomSource random(11);
    for (std::size_t i = 0; i < std::min(samples.reactions.size(), truth_.samples.size()); ++i) {
        const State& state = truth_.samples[i];
        const RegularMotion here = motion_.at(state);
        Real slope = 0;
        for (int k = 0; k < 6; ++k) {
            State moved = state;
            for (Real& q : moved.q) q += change * random.unit();
            for (Real& v : moved.v) v += change * random.unit();
            motion_.project(moved);
            slope =
                std::max(slope, distance(motion_.at(moved).motion.reaction, here.motion.reaction) /
                                    distance(moved, state));
        }
        const Real dimension = static_cast<Real>(2 * system_.size());
        const Real bound =
            std::sqrt(dimension) * slope * state_error + 1e-12L * here.force / here.regularity;
        const Real error = distance(samples.reactions[i], here.motion.reaction);
        if (error <= bound) continue;
        verdict.kind = RunVerdict::Kind::Wrong;
        verdict.why = fmt::format(
            "at t = {} the reaction is {:.3g} from the true one, and {:.3g} is allowed.", state.t,
            error, bound);
        return;
    }
}

RunVerdict Judge::judged_stop(const Trajectory& trajectory) {
    const Stop& stop = trajectory.stop;
    const Real span = std::fabs(until_ - start_.t);
    const bool ends_too = !truth_.finished && std::fabs(truth_.end - stop.time) < 1e-2L * span;
    const Real regularity = truth_.regularity_near(stop.time);
    const bool is_bad = regularity < badly_determined;
    if (ends_too || is_bad) return {.kind = RunVerdict::Kind::StopsRightly, .why = stop.message};
    return {.kind = RunVerdict::Kind::Wrong,
            .why = fmt::format("it stopped at t = {}: {} The truth has a regularity of {:.3g} and "
                               "{} at t = {}.",
                               stop.time, stop.message, regularity,
                               truth_.finished ? "goes on" : "stops", truth_.end)};
}

RunVerdict Judge::run(const RunRequest& request) {
    try {
        const Equations equations = derive(system_, request.form);
        SimulationOptions options;
        options.integration.method = request.method;
        options.integration.rtol = request.rtol;
        options.integration.atol = request.atol;
        options.integration.from = static_cast<double>(start_.t);
        options.integration.until = static_cast<double>(until_);
        options.integration.at = times();
        options.integration.dense = true;
        const Trajectory trajectory = simulate(system_, equations, options);
        const std::size_t steps =
            trajectory.statistics.steps + (trajectory.rest ? trajectory.rest->statistics.steps : 0);
        RunVerdict verdict = judged(samples_of(system_, trajectory), request, steps);
        if (verdict.kind == RunVerdict::Kind::Wrong) return verdict;
        if (!trajectory.reached_end()) {
            verdict = judged_stop(trajectory);
            verdict.why = sentence(request, verdict.why);
            return verdict;
        }
        for (const MotionCheck& check : check_motion(system_, equations, trajectory))
            if (!check.holds())
                return {
                    .kind = RunVerdict::Kind::Wrong,
                    .why = sentence(request, fmt::format("the check '{}' is {:.3g} at t = {}, and "
                                                         "{:.3g} is allowed.",
                                                         check.name, check.largest, check.time,
                                                         check.allowed))};
        return verdict;
    } catch (const DerivationError& error) {
        return {.kind = RunVerdict::Kind::Refused, .why = sentence(request, error.what())};
    } catch (const NumericalError& error) {
        const bool refused = std::string(error.what()).find("cannot be used") != std::string::npos;
        return {.kind = refused ? RunVerdict::Kind::Refused : RunVerdict::Kind::Wrong,
                .why = sentence(request, error.what())};
    }
}

}  // namespace rattleback::testing
