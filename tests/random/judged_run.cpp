#include "random/judged_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dynamics/motion_checks.hpp"
#include "equations/formulations.hpp"
#include "exact/limits.hpp"
#include "random/random_source.hpp"
#include "rattleback/errors.hpp"
#include "start/initial_state.hpp"
#include "structure/run_branch.hpp"

namespace rattleback::testing {
namespace {

constexpr int samples = 4;
constexpr Real badly_determined = 1e-6L;  // regularity below which a stop is right
// More are taken only on the way into a singular state, and nothing is learnt from them.
constexpr std::size_t most_steps_of_run = 100'000;

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

// q and v where a run stopped. Variables of a form that the run has left may have no value there.
Judge::Samples last_state_of(const System& system, const Equations& equations,
                             const Trajectory& trajectory) {
    const std::size_t n = system.size();
    const Stop& stop = trajectory.rest ? trajectory.rest->stop : trajectory.stop;
    State state{stop.time,
                Vector(stop.state.begin(), stop.state.begin() + static_cast<std::ptrdiff_t>(n)),
                Vector(n)};
    auto values = values_of(system, state);
    for (const Expr& v : system.v) values.erase(v);
    for (std::size_t i = 0; i < equations.speeds.size() && !trajectory.rest; ++i)
        values[equations.speeds[i]] = stop.state[n + i];
    for (std::size_t i = 0; i < n; ++i)
        state.v[i] = trajectory.rest ? stop.state[n + i]
                                     : OracleValue<Real>(values)(equations.velocities[i]);
    return {.states = {state}, .reactions = {}};
}

Real& entry(State& state, std::size_t j) {
    return j < state.q.size() ? state.q[j] : state.v[j - state.q.size()];
}

// The largest |y_j| of some states.
Vector sizes_of(const std::vector<State>& states) {
    Vector size(2 * states[0].q.size());
    for (State state : states)
        for (std::size_t j = 0; j < size.size(); ++j)
            size[j] = std::max(size[j], std::fabs(entry(state, j)));
    return size;
}

// |∂(back)/∂y_j| at a state, by difference quotients; 0 for what is always zero.
Vector slopes_of(const WayBack& back, const State& state, const Vector& size) {
    const std::size_t n = state.q.size();
    Vector slopes(2 * n);
    for (std::size_t j = 0; j < 2 * n; ++j) {
        const Real step = 1e-6L * std::max(size[j], 1e-6L * (size[j % n] + size[j % n + n]));
        if (step == 0) continue;
        State up = state, down = state;
        entry(up, j) += step;
        entry(down, j) -= step;
        slopes[j] = distance(back.state(up), back.state(down)) / (2 * step);
    }
    return slopes;
}

// √dim · |D diag(e)|, where e = atol + rtol·|y| bounds the error of each entry of a state (q, v) and D
// is the derivative of the way back.
Real step_error(const std::vector<State>& states, const RunRequest& request, const WayBack& back) {
    const Vector size = sizes_of(states);
    Real largest = 0;
    for (const State& state : states) {
        const Vector slopes = slopes_of(back, state, size);
        Real sum = 0;
        for (std::size_t j = 0; j < size.size(); ++j) {
            const Real error = slopes[j] * (request.atol + request.rtol * size[j]);
            sum += error * error;
        }
        largest = std::max(largest, std::sqrt(sum));
    }
    return std::sqrt(static_cast<Real>(size.size())) * largest;
}

// At a state of the run, moved in random directions: by so little that dependent constraints stay so
// for the oracle.
ReactionErrors reaction_errors(TrueMotion& motion, State state, const Vector& size,
                               const WayBack& back) {
    constexpr Real change = 1e-9L;
    RandomSource random(11);
    motion.project(state);
    const Vector slopes = slopes_of(back, state, size);
    const RegularMotion here = motion.at(state);
    const Vector reaction = back.covector(here.motion.reaction, state);
    ReactionErrors result;
    for (int k = 0; k < 6; ++k) {
        State moved = state;
        for (std::size_t j = 0; j < size.size(); ++j)
            if (slopes[j] > 0) entry(moved, j) += change / slopes[j] * random.unit();
        const Vector other = back.covector(motion.at(moved).motion.reaction, moved);
        result.slope = std::max(result.slope, distance(other, reaction) /
                                                  distance(back.state(moved), back.state(state)));
    }
    for (std::size_t i = 0; i < state.q.size(); ++i) {
        Vector along(state.q.size());
        along[i] = here.force;
        for (const Real part : back.covector(along, state))
            result.rounding =
                std::fmax(result.rounding, 1e-12L * std::fabs(part) / here.regularity);
    }
    return result;
}

void take_back(Judge::Samples& of_run, const System& system, const RunRequest& request,
               const WayBack& back) {
    const Vector size = sizes_of(of_run.states);
    TrueMotion motion(system);
    of_run.step_error = step_error(of_run.states, request, back);
    for (std::size_t i = 0; i < of_run.states.size(); ++i) {
        State& state = of_run.states[i];
        if (i < of_run.reactions.size()) {
            of_run.reaction_errors.push_back(reaction_errors(motion, state, size, back));
            of_run.reactions[i] = back.covector(of_run.reactions[i], state);
        }
        state = back.state(state);
    }
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

// Where the way in which constraints are written hides that they are a product, its gradient vanishes
// for the run too, or the gradients of several become one.
bool comes_to_crossing(const System& system, const Equations& equations, const State& state) {
    TrueMotion motion(system);
    const InitialState initial = initial_state(system, equations);
    const State start{0, numbers_of(initial.q), numbers_of(initial.v)};
    const RegularMotion here = motion.at(state), before = motion.at(start);
    return here.rank < before.rank || here.regularity < badly_determined ||
           least_gradient(here, before) < badly_determined;
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
    if (truth_.passes_singular_state) follow_branch(at);
    if (!truth_.samples.empty()) growth_ = rattleback::testing::growth(motion_, start, truth_);
}

// x'² = k y'² is a product, x'² = y'² + z'² is none: the gradients of both vanish on the way, and only
// at the apex of the second does the motion end. What the program takes for the branch of a product is
// believed where it has the accelerations and reactions of the constraints as they are written, before
// that state and beyond.
void Judge::follow_branch(const std::vector<Real>& times) {
    TrueMotion branch(system_);
    TrueRun run = true_run(branch, start_, times);
    if (!run.finished) return;
    for (const State& state : run.samples) {
        const RegularMotion own = branch.at(state), written = motion_.at(state);
        const Real rounding = 1e-9L / std::min(own.regularity, written.regularity);
        const auto differ = [&](const Vector& a, const Vector& b) {
            return !(distance(a, b) <= rounding * (1 + distance(b, Vector(b.size()))));
        };
        if (differ(own.motion.a, written.motion.a) ||
            differ(own.motion.reaction, written.motion.reaction))
            return;
    }
    motion_ = std::move(branch);
    start_motion_ = motion_.at(start_);
    truth_ = std::move(run);
    follows_branch_ = true;
}

std::vector<double> Judge::times() const {
    std::vector<double> result;
    for (int i = 1; i <= samples; ++i)
        result.push_back(static_cast<double>(start_.t + (until_ - start_.t) * i / samples));
    return result;
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

RunVerdict Judge::judged_reactions(const Samples& samples, Real state_error) {
    const Real dimension = static_cast<Real>(2 * system_.size());
    for (std::size_t i = 0; i < samples.reactions.size(); ++i) {
        if (samples.first + i >= truth_.samples.size()) break;
        const State& state = truth_.samples[samples.first + i];
        const ReactionErrors& errors = samples.reaction_errors[i];
        const Real bound = std::sqrt(dimension) * errors.slope * state_error + errors.rounding;
        const Real error = distance(samples.reactions[i], motion_.at(state).motion.reaction);
        if (!(error <= bound))
            return {.kind = RunVerdict::Kind::Wrong,
                    .why = fmt::format("at t = {} the reaction is {:.3g} from the true one, and "
                                       "{:.3g} is allowed: {:.3g} of an error of the state of "
                                       "{:.3g}, and {:.3g} of rounding.",
                                       state.t, error, bound, bound - errors.rounding, state_error,
                                       errors.rounding)};
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
            .why = fmt::format("it stopped: {} The truth has a regularity of {:.3g} there, the "
                               "state one of {:.3g}, and the truth {} "
                               "at t = {}.",
                               to_text(stop.message), regularity, here.regularity,
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
    options.integration.most_steps = most_steps_of_run;
    const Trajectory trajectory = simulate(system, equations, options);
    const std::size_t steps =
        trajectory.statistics.steps + (trajectory.rest ? trajectory.rest->statistics.steps : 0);
    Samples samples = samples_of(system, trajectory);
    RunVerdict verdict;
    if (!samples.states.empty()) {
        samples.first = wanted.first;
        take_back(samples, system, request, wanted.back);
        verdict = judged(samples, steps);
    }
    if (verdict.kind == RunVerdict::Kind::Wrong) return verdict;
    if (!trajectory.reached_end()) {
        const Samples last = last_state_of(system, equations, trajectory);
        if (follows_branch_ && comes_to_crossing(system, equations, last.states[0]))
            return {.kind = RunVerdict::Kind::StopsRightly,
                    .why = to_text(trajectory.stop.message)};
        return judged_stop(trajectory.stop, wanted.back.state(last.states[0]));
    }
    if (truth_.passes_singular_state)
        return {.kind = RunVerdict::Kind::Wrong,
                .why = fmt::format("it goes on beyond t = {}, where the gradient of a constraint "
                                   "vanishes and the motion is not determined.",
                                   truth_.end)};
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
    return run(system_, request, {.times = times()});
}

}  // namespace rattleback::testing
