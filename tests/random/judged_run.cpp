#include "random/judged_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dynamics/motion_checks.hpp"
#include "equations/formulations.hpp"
#include "exact/limits.hpp"
#include "random/random_source.hpp"
#include "rattleback/errors.hpp"
#include "structure/run_branch.hpp"

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

// q, v and the reactions of a run, at its samples.
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

// q and v where a run stopped.
Judge::Samples last_state_of(const System& system, const Equations& equations, const Stop& stop) {
    const std::size_t n = system.size();
    State state{stop.time,
                Vector(stop.state.begin(), stop.state.begin() + static_cast<std::ptrdiff_t>(n)),
                Vector(n)};
    auto values = values_of(system, state);
    for (const Expr& v : system.v) values.erase(v);
    for (std::size_t i = 0; i < equations.speeds.size(); ++i)
        values[equations.speeds[i]] = stop.state[n + i];
    for (std::size_t i = 0; i < n; ++i)
        state.v[i] = OracleValue<Real>(values)(equations.velocities[i]);
    return {.states = {state}, .reactions = {}};
}

// How much smaller the gradient of a constraint is here than it was at the start.
Real least_gradient(const RegularMotion& here, const RegularMotion& start) {
    Real least = 1;
    for (std::size_t c = 0; c < start.gradients.size(); ++c) {
        const Vector zero(start.gradients[c].size());
        least =
            std::min(least, distance(here.gradients[c], zero) / distance(start.gradients[c], zero));
    }
    return least;
}

}  // namespace

Judge::Judge(const System& system, const State& start, Real until)
    : motion_(system),
      system_(run_branch(system).system),
      start_(start),
      start_motion_(motion_.at(start)),
      until_(until) {
    std::vector<Real> at;
    for (int i = 1; i <= samples; ++i) at.push_back(start.t + (until - start.t) * i / samples);
    truth_ = true_run(motion_, start, at);
    if (!truth_.samples.empty()) growth_ = rattleback::testing::growth(motion_, start, truth_);
}

std::vector<double> Judge::times() const {
    std::vector<double> result;
    for (int i = 1; i <= samples; ++i)
        result.push_back(static_cast<double>(start_.t + (until_ - start_.t) * i / samples));
    return result;
}

Real step_error(const std::vector<State>& states, const RunRequest& request,
                const std::function<State(const State&)>& back) {
    const std::size_t n = states[0].q.size();
    Real largest = 0;
    Vector size(2 * n);
    const auto entry = [&](State& state, std::size_t j) -> Real& {
        return j < n ? state.q[j] : state.v[j - n];
    };
    for (State state : states)
        for (std::size_t j = 0; j < 2 * n; ++j)
            size[j] = std::max(size[j], std::fabs(entry(state, j)));
    for (const State& state : states) {
        Real sum = 0;
        for (std::size_t j = 0; j < 2 * n; ++j) {
            const Real step = 1e-6L * std::max(size[j], 1e-6L * (size[j % n] + size[j % n + n]));
            if (step == 0) continue;
            State up = state, down = state;
            entry(up, j) += step;
            entry(down, j) -= step;
            const Real slope = distance(back(up), back(down)) / (2 * step);
            const Real error = slope * (request.atol + request.rtol * size[j]);
            sum += error * error;
        }
        largest = std::max(largest, std::sqrt(sum));
    }
    return std::sqrt(static_cast<Real>(2 * n)) * largest;
}

RunVerdict Judge::judged(const Samples& samples, std::size_t steps) {
    RunVerdict verdict;
    const Real bound = static_cast<Real>(steps + 1) * samples.step_error * growth_;
    for (std::size_t i = 0; i < samples.states.size(); ++i) {
        if (samples.first + i >= truth_.samples.size()) break;
        const Real error = distance(samples.states[i], truth_.samples[samples.first + i]);
        verdict.error = std::isnan(error) ? error : std::max(verdict.error, error / bound);
        ++verdict.samples;
        if (error <= bound) continue;
        verdict.kind = RunVerdict::Kind::Wrong;
        verdict.why = fmt::format(
            "at t = {} the state is {:.3g} from the true one, and {:.3g} is "
            "allowed: {} steps, growth {:.3g}.",
            samples.states[i].t, error, bound, steps, growth_);
        return verdict;
    }
    const RunVerdict reactions = judged_reactions(samples, bound);
    return reactions.kind == RunVerdict::Kind::Wrong ? reactions : verdict;
}

// A state between two steps is off the constraints by as much as it may err, so that the reaction is
// also asked how it changes there; by so little that dependent constraints stay so for the oracle.
RunVerdict Judge::judged_reactions(const Samples& samples, Real state_error) {
    constexpr Real change = 1e-9L;
    RandomSource random(11);
    for (std::size_t i = 0; i < samples.reactions.size(); ++i) {
        if (samples.first + i >= truth_.samples.size()) break;
        const State& state = truth_.samples[samples.first + i];
        const RegularMotion here = motion_.at(state);
        Real slope = 0;
        for (int k = 0; k < 6; ++k) {
            State moved = state;
            for (Real& q : moved.q) q += change * random.unit();
            for (Real& v : moved.v) v += change * random.unit();
            slope =
                std::max(slope, distance(motion_.at(moved).motion.reaction, here.motion.reaction) /
                                    distance(moved, state));
        }
        const Real dimension = static_cast<Real>(2 * system_.size());
        const Real force = std::fmax(here.force, i < samples.forces.size() ? samples.forces[i] : 0);
        const Real bound =
            std::sqrt(dimension) * slope * state_error + 1e-12L * force / here.regularity;
        const Real error = distance(samples.reactions[i], here.motion.reaction);
        if (!(error <= bound))
            return {.kind = RunVerdict::Kind::Wrong,
                    .why = fmt::format("at t = {} the reaction is {:.3g} from the true one, and "
                                       "{:.3g} is allowed.",
                                       state.t, error, bound)};
    }
    return {};
}

RunVerdict Judge::judged_stop(const Stop& stop, const State& state) {
    const Real span = std::fabs(until_ - start_.t);
    const bool ends_too = !truth_.finished && std::fabs(truth_.end - state.t) < 1e-2L * span;
    const RegularMotion here = motion_.at(state);
    const Real regularity =
        std::min(truth_.regularity_near(state.t), least_gradient(here, start_motion_));
    if (ends_too || regularity < badly_determined || here.rank < start_motion_.rank)
        return {.kind = RunVerdict::Kind::StopsRightly, .why = to_text(stop.message)};
    return {.kind = RunVerdict::Kind::Wrong,
            .why = fmt::format("it stopped: {} The truth has a regularity of {:.3g} there and {} "
                               "at t = {}.",
                               to_text(stop.message), regularity,
                               truth_.finished ? "goes on" : "stops", truth_.end)};
}

RunVerdict Judge::judged_trajectory(const System& system, const RunRequest& request,
                                    const Wanted& wanted) {
    const Equations equations = derive(system, request.form);
    SimulationOptions options;
    options.integration.method = request.method;
    options.integration.rtol = request.rtol;
    options.integration.atol = request.atol;
    options.integration.until = wanted.times.back();
    options.integration.at = wanted.times;
    options.integration.dense = true;
    const Trajectory trajectory = simulate(system, equations, options);
    const std::size_t steps =
        trajectory.statistics.steps + (trajectory.rest ? trajectory.rest->statistics.steps : 0);
    Samples samples = samples_of(system, trajectory);
    RunVerdict verdict;
    if (!samples.states.empty()) {
        samples.first = wanted.first;
        wanted.take_back(samples);
        verdict = judged(samples, steps);
    }
    if (verdict.kind == RunVerdict::Kind::Wrong) return verdict;
    if (!trajectory.reached_end()) {
        Samples last = last_state_of(system, equations, trajectory.stop);
        wanted.take_back(last);
        return judged_stop(trajectory.stop, last.states[0]);
    }
    for (const MotionCheck& check : check_motion(system, equations, trajectory))
        if (!check.holds())
            return {.kind = RunVerdict::Kind::Wrong,
                    .why = fmt::format("the check '{}' is {:.3g} at t = {}, and {:.3g} is allowed.",
                                       check.name, check.largest, check.time, check.allowed)};
    return verdict;
}

RunVerdict Judge::run(const System& system, const RunRequest& request, const Wanted& wanted) {
    try {
        return judged_trajectory(system, request, wanted);
    } catch (const DerivationError& error) {
        return {.kind = RunVerdict::Kind::Refused, .why = error.what()};
    } catch (const TooLarge& error) {
        return {.kind = RunVerdict::Kind::Refused, .why = error.what()};
    } catch (const NumericalError& error) {
        const bool refused = std::string(error.what()).find("cannot be used") != std::string::npos;
        return {.kind = refused ? RunVerdict::Kind::Refused : RunVerdict::Kind::Wrong,
                .why = error.what()};
    } catch (const std::exception& error) {
        return {.kind = RunVerdict::Kind::Wrong, .why = error.what()};
    }
}

RunVerdict Judge::run(const RunRequest& request) {
    const auto same = [](const State& state) { return state; };
    return run(system_, request, {times(), [&](Samples& samples) {
                                      samples.step_error =
                                          step_error(samples.states, request, same);
                                  }});
}

}  // namespace rattleback::testing
