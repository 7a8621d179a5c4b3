#include "dynamics/compare_motions.hpp"

#include <algorithm>
#include <cmath>

#include "compiled/equations_of_motion.hpp"
#include "expr/flattened.hpp"
#include "expr/sentence_error.hpp"
#include "geometry/core_system.hpp"
#include "rattleback/errors.hpp"
#include "trajectory/continuation.hpp"

namespace rattleback {
namespace {

// The state at a time; the rest of a run may be in other variables.
const Trajectory& part_at(const Trajectory& trajectory, double t) {
    const bool in_rest =
        trajectory.rest && (trajectory.dense.empty() || !trajectory.dense.covers(t));
    return in_rest ? *trajectory.rest : trajectory;
}

// M at the states of a motion.
class Metric {
public:
    explicit Metric(const ComputedMotion& motion)
        : own_(made(motion.system, motion.equations)), size_(motion.system.size()) {
        if (!motion.trajectory.rest) return;
        const InVelocities other = in_velocities(motion.system);
        rest_.emplace(made(other.system, other.equations));
    }

    double length(const ComputedMotion& motion, double t, const std::vector<double>& dq) {
        const Trajectory& part = part_at(motion.trajectory, t);
        const Code& code = &part == &motion.trajectory ? own_ : *rest_;
        std::vector<double> mass(size_ * size_);
        code.mass(code.motion.input(part.at(t), t).data(), mass.data());
        double square = 0;
        for (std::size_t i = 0; i < size_; ++i)
            for (std::size_t j = 0; j < size_; ++j) square += dq[i] * mass[i * size_ + j] * dq[j];
        return std::sqrt(std::abs(square));
    }

private:
    struct Code {
        EquationsOfMotion motion;
        CompiledFunction mass;
    };

    static Code made(const System& system, const Equations& equations) {
        EquationsOfMotion motion(system, equations);
        CompiledFunction mass = motion.observed(flattened(free_motion(system).mass));
        return {std::move(motion), std::move(mass)};
    }

    Code own_;
    std::optional<Code> rest_;
    std::size_t size_;
};

class Pair {
public:
    Pair(const ComputedMotion& first, const Trajectory& second)
        : first_(first), second_(second), metric_(first) {}

    std::vector<double> difference(double t) const {
        std::vector<double> dq = configuration(second_, t);
        const std::vector<double> q = configuration(first_.trajectory, t);
        for (std::size_t i = 0; i < dq.size(); ++i) dq[i] -= q[i];
        return dq;
    }
    double distance(double t) { return metric_.length(first_, t, difference(t)); }
    double way(double from, double t) {
        std::vector<double> dq = configuration(first_.trajectory, t);
        const std::vector<double> q = configuration(first_.trajectory, from);
        for (std::size_t i = 0; i < dq.size(); ++i) dq[i] -= q[i];
        return metric_.length(first_, t, dq);
    }

private:
    std::vector<double> configuration(const Trajectory& trajectory, double t) const {
        std::vector<double> q = part_at(trajectory, t).at(t);
        q.resize(first_.system.size());
        return q;
    }

    const ComputedMotion& first_;
    const Trajectory& second_;
    Metric metric_;
};

void require_dense(const Trajectory& trajectory) {
    if (!trajectory.dense.empty() || (trajectory.rest && !trajectory.rest->dense.empty())) return;
    if (trajectory.is_dense_given_up)
        throw NumericalError(
            "The motions were too long to be kept between their samples, and cannot be compared.");
    if (trajectory.statistics.steps > 0 || trajectory.stop.message.empty())
        throw NumericalError("Motions are compared by their dense output, and there is none.");
    throw SentenceError<NumericalError>(
        "There is nothing to compare, because a run made no step. " + trajectory.stop.message);
}

double start_of(const Trajectory& trajectory) {
    return (trajectory.dense.empty() ? *trajectory.rest : trajectory).dense.from();
}

double end_of(const Trajectory& trajectory) {
    const bool has_rest = trajectory.rest && !trajectory.rest->dense.empty();
    return (has_rest ? *trajectory.rest : trajectory).dense.until();
}

struct Sample {
    double t, distance;
};

// Close together at first, where powers of t grow, and then in equal steps.
std::vector<double> fine_times(double from, double until) {
    constexpr int geometric = 400, equal = 2000;
    std::vector<double> shares;
    for (int i = 0; i < geometric; ++i) shares.push_back(std::pow(1e-5, 1 - i / double{geometric}));
    for (int i = 0; i <= equal; ++i) shares.push_back(i / double{equal});
    std::ranges::sort(shares);
    std::vector<double> times;
    for (const double share : shares)
        times.push_back(share == 1 ? until : from + share * (until - from));
    return times;
}

Excess first_excess(Pair& pair, const std::vector<Sample>& samples, double part, double scale) {
    const double distance = part * scale;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (!(samples[i].distance > distance)) continue;
        double above = samples[i].t, below = i == 0 ? above : samples[i - 1].t;
        for (int halving = 0; halving < 60 && above != below; ++halving) {
            const double middle = below + (above - below) / 2;
            (pair.distance(middle) > distance ? above : below) = middle;
        }
        return {part, distance, above};
    }
    return {part, distance, {}};
}

struct Line {
    double slope = 0, height = 0, fit = 0;  // fit: R²
};

Line fitted(const std::vector<double>& x, const std::vector<double>& y) {
    const auto n = static_cast<double>(x.size());
    double sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        sx += x[i];
        sy += y[i];
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double dx = x[i] - sx / n, dy = y[i] - sy / n;
        sxx += dx * dx;
        sxy += dx * dy;
        syy += dy * dy;
    }
    const double slope = sxy / sxx;
    return {slope, (sy - slope * sx) / n, sxy * sxy / (sxx * syy)};
}

// The first stretch of samples between the noise and a thousandth of the largest distance.
std::optional<Growth> growth_of(const std::vector<Sample>& samples, double from, double noise,
                                double largest) {
    constexpr std::size_t fewest = 10;
    constexpr double good_fit = 0.98, least_span = 10;
    std::vector<double> t, elapsed, log_t, log_d;
    for (const Sample& s : samples) {
        const double since = std::abs(s.t - from);
        if (s.distance > largest / 1000) break;
        if (s.distance <= noise || since == 0) {
            t.clear(), elapsed.clear(), log_t.clear(), log_d.clear();
            continue;
        }
        t.push_back(s.t);
        elapsed.push_back(since);
        log_t.push_back(std::log(since));
        log_d.push_back(std::log(s.distance));
    }
    if (t.size() < fewest || log_d.back() - log_d.front() < std::log(least_span)) return {};
    const Line power = fitted(log_t, log_d), exponential = fitted(elapsed, log_d);
    const bool is_power = power.fit >= exponential.fit;
    const Line& line = is_power ? power : exponential;
    if (!(line.fit > good_fit)) return {};
    return Growth{is_power ? Growth::Law::Power : Growth::Law::Exponential, std::exp(line.height),
                  line.slope, t.front(), t.back()};
}

// Near a blow-up or after long chaos the errors are as large as the motion, and what lies within them
// tells nothing.
Comparison::Verdict verdict_of(const Comparison& comparison, double noise) {
    constexpr double largest_share = 1e-3;
    if (!(noise <= largest_share * comparison.size)) return Comparison::Verdict::Unknown;
    return comparison.largest.value <= noise ? Comparison::Verdict::Agree
                                             : Comparison::Verdict::Differ;
}

}  // namespace

Comparison compare_motions(const ComputedMotion& first, const Trajectory& second,
                           const ComparisonOptions& options) {
    require_dense(first.trajectory);
    require_dense(second);
    const double from = start_of(first.trajectory);
    const double ends[] = {end_of(first.trajectory), end_of(second)};
    const double until = std::abs(ends[0] - from) < std::abs(ends[1] - from) ? ends[0] : ends[1];
    Pair pair(first, second);
    Comparison result{.until = until, .differences = Rows(first.system.size())};
    std::vector<Sample> samples;
    for (const double t : fine_times(from, until)) {
        samples.push_back({t, pair.distance(t)});
        result.size = std::max(result.size, pair.way(from, t));
        const bool is_larger = !(samples.back().distance <= result.largest.value);
        if (is_larger && !std::isnan(result.largest.value))  // what is not a number stays seen
            result.largest = {samples.back().distance, t};
    }
    for (std::size_t i = 0; i <= options.intervals; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(options.intervals);
        const double t = i == options.intervals ? until : from + share * (until - from);
        result.times.push_back(t);
        result.distances.push_back(pair.distance(t));
        result.differences.append(pair.difference(t));
    }
    const double noise = options.noise;
    result.scale = result.size > noise ? result.size : result.largest.value;
    for (const double part : options.parts)
        result.excesses.push_back(first_excess(pair, samples, part, result.scale));
    result.growth = growth_of(samples, from, noise, result.largest.value);
    result.verdict = verdict_of(result, noise);
    return result;
}

}  // namespace rattleback
