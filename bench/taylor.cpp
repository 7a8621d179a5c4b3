// The method taylor beside twins written by hand, in one run: a Taylor method for P2 with its sums
// packed in vectors (taylor_twin.hpp), and DOP853 with its stages written out (dop853_twin.hpp).
//
//     P1   skate on an incline, t ∈ [0, 1000]; exact solution known
//     P2   two points with parallel velocities and a spring, t ∈ [0, 100]; 25 digits from mpmath
//
// All candidates take turns, and of many turns the fastest counts: what the rest of the machine does
// meanwhile touches all alike. Errors are those of the state at the end, the largest entry.
#include <fmt/format.h>

#include <random>

#include "small_motions.hpp"
#include "taylor_twin.hpp"
#include "trajectory/taylor_series.hpp"

namespace {

using namespace small;

struct Candidate {
    std::string name;
    std::function<Outcome()> run;
    double best = 1e300;
    Outcome last = {};
};

void measure(const std::string& title, std::vector<Candidate>& candidates,
             const std::vector<double>& exact) {
    const double first = now();
    for (int turn = 0; turn < 400 && (turn < 20 || now() - first < 3); ++turn)
        for (Candidate& c : candidates) {
            const double began = now();
            c.last = c.run();
            c.best = std::min(c.best, now() - began);
        }
    fmt::print("{}\n", title);
    for (const Candidate& c : candidates) {
        fmt::print("  {:<34} {:8.4f} ms  {:5.2f} of the first  {:6} steps  error {:.1e}\n", c.name,
                   1e3 * c.best, c.best / candidates[0].best, c.last.steps,
                   error_of(c.last, exact));
    }
}

Outcome outcome(const twin::Result& result) {
    std::vector<double> y;
    for (int i = 0; i < 8; ++i) y.push_back(result.y[i]);
    return {y, static_cast<std::size_t>(result.steps)};
}

// Real functions, so that f is inlined where the twin calls it.
struct SkateRate {
    twin::Pack operator()(const twin::Pack& y) const {
        double s = 0, c = 0;
        ::sincos(y[2], &s, &c);
        return twin::Pack{y[3] * c, y[3] * s, y[4], c, 0, 0, 0, 0};
    }
};
struct PointsRate {
    twin::Pack operator()(const twin::Pack& y) const {
        double s = 0, c = 0;
        ::sincos(y[6], &s, &c);
        const double rx = y[2] - y[0], ry = y[3] - y[1], along = rx * c + ry * s;
        return twin::Pack{y[4] * c,
                          y[4] * s,
                          y[5] * c,
                          y[5] * s,
                          along,
                          -0.5 * along,
                          (y[4] - y[5]) * (ry * c - rx * s) / (y[4] * y[4] + 2 * (y[5] * y[5])),
                          0};
    }
};

void measure_skate(double tolerance) {
    const double t = skate_until;
    std::vector<Candidate> candidates{
        {"DOP853 by hand",
         [=] {
             return outcome(twin::dop853<5>(SkateRate{}, twin::Pack{0, 0, 0, 0, 1}, t, tolerance));
         }},
        {"taylor", [=] { return skate().run("taylor", skate_start, t, tolerance); }},
        {"auto", [=] { return skate().run("auto", skate_start, t, tolerance); }},
        {"dop853", [=] { return skate().run("dop853", skate_start, t, tolerance); }}};
    measure(fmt::format("P1 at {:g}", tolerance), candidates, skate_exact(skate_start));
}

int order_of(double tolerance) {
    return static_cast<int>(taylor_order(series_tolerance * tolerance));
}

std::vector<Candidate> points_candidates(const std::vector<double>& start, double tolerance) {
    static twin::ParallelPoints by_hand;
    twin::Pack packed{};
    for (std::size_t i = 0; i < start.size(); ++i) packed[i] = start[i];
    const Compiled &compiled = points().compiled, &folded = points().folded;
    const auto ours = [=](const Compiled& problem, const char* method, Guard guard = Guard::On) {
        return [=, &problem] { return problem.run(method, start, points_until, tolerance, guard); };
    };
    return {
        {"Taylor by hand",
         [=] {
             return outcome(by_hand.run(packed, points_until, series_tolerance * tolerance,
                                        order_of(tolerance)));
         }},
        {"taylor", ours(compiled, "taylor")},
        {"taylor, numbers for parameters", ours(folded, "taylor")},
        {"auto", ours(compiled, "auto")},
        {"DOP853 by hand",
         [=] { return outcome(twin::dop853<7>(PointsRate{}, packed, points_until, tolerance)); }},
        {"dop853", ours(compiled, "dop853")}};
}

void measure_points(double tolerance) {
    std::vector<Candidate> candidates = points_candidates(points_start, tolerance);
    measure(fmt::format("P2 at {:g}, order {}; series compiled in {:.0f} ms", tolerance,
                        order_of(tolerance), 1e3 * points().compiled.seconds),
            candidates,
            {-0.7283707338381078556629425, -94.4709779305634471553693, 0.2398853288447651848675511,
             -95.22085910361737928100674, -2.914881793284225840200254,
             -0.04255910335788707989987301, 1.484956037969392439933028});
}

// What the guard of steps takes of P2, of the time without it: the median of many ratios, each of the
// fastest of some runs with and without it, in turns.
void measure_guard(const std::string& method, double tolerance) {
    constexpr int ratios = 51, runs = 8;
    std::vector<double> found;
    for (int i = 0; i < ratios; ++i) {
        double best[] = {1e300, 1e300};
        for (int run = 0; run < 2 * runs; ++run) {
            const double began = now();
            points().compiled.run(method, points_start, points_until, tolerance,
                                  run % 2 == 0 ? Guard::On : Guard::Off);
            best[run % 2] = std::min(best[run % 2], now() - began);
        }
        found.push_back(best[0] / best[1] - 1);
    }
    std::ranges::nth_element(found, found.begin() + ratios / 2);
    fmt::print("P2 at {:g}, guard of {}: {:.1f} %\n", tolerance, method, 100 * found[ratios / 2]);
}

// One start tells little about errors near rounding: the geometric mean over starts about that of P2.
void typical_errors(double tolerance) {
    constexpr int starts = 40;
    std::minstd_rand random;
    std::uniform_real_distribution<double> nearby(-0.05, 0.05);
    std::vector<Candidate> candidates;
    std::vector<double> logarithms;
    for (int k = 0; k < starts; ++k) {
        std::vector<double> start = points_start;
        for (double& x : start) x += nearby(random);
        candidates = points_candidates(start, tolerance);
        logarithms.resize(candidates.size());
        const std::vector<double> exact = points_exact(start);
        for (std::size_t i = 0; i < candidates.size(); ++i)
            logarithms[i] += std::log(error_of(candidates[i].run(), exact));
    }
    fmt::print("P2 at {:g}, errors from {} starts, geometric mean\n", tolerance, starts);
    for (std::size_t i = 0; i < candidates.size(); ++i)
        fmt::print("  {:<34} error {:.1e}\n", candidates[i].name, std::exp(logarithms[i] / starts));
}

}  // namespace

int main() {
    for (const double tolerance : {1e-6, 1e-9, 1e-12, 1e-15}) {
        measure_skate(tolerance);
        measure_points(tolerance);
        typical_errors(tolerance);
        for (const char* method : {"taylor", "dop853"}) measure_guard(method, tolerance);
    }
}
