// The method taylor beside twins written by hand, in one run: a Taylor method for P2 with its sums
// packed in vectors (taylor_twin.hpp), and DOP853 with its stages written out (dop853_twin.hpp).
//
//     P1   skate on an incline, t ∈ [0, 1000]; exact solution known
//     P2   two points with parallel velocities and a spring, t ∈ [0, 100]; 25 digits from mpmath
//
// All candidates take turns, and of many turns the fastest counts: what the rest of the machine does
// meanwhile touches all alike. Errors are those of the state at the end, the largest entry.
#include <fmt/format.h>

#include <ctime>
#include <functional>
#include <numbers>
#include <random>
#include <vector>

#include "compiled/compiled_function.hpp"
#include "expr/parse.hpp"
#include "extrapolated.hpp"
#include "taylor_twin.hpp"
#include "trajectory/methods.hpp"
#include "trajectory/rate_tape.hpp"
#include "trajectory/taylor_series.hpp"

namespace {

using namespace rattleback;

ExprVector parsed(const std::vector<std::string>& texts) {
    ExprVector result;
    for (const std::string& text : texts) result.push_back(parse(text));
    return result;
}

// Of the processor, so that a busy machine changes little.
double now() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct Outcome {
    std::vector<double> y;
    std::size_t steps = 0;
};

struct Candidate {
    std::string name;
    std::function<Outcome()> run;
    double best = 1e300;
    Outcome last = {};
};

double error_of(const Outcome& outcome, const std::vector<double>& exact) {
    double error = 0;
    for (std::size_t i = 0; i < exact.size(); ++i)
        error = std::max(error, std::abs(outcome.y[i] - exact[i]));
    return error;
}

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

// A problem of ours, compiled.
class Compiled {
public:
    Compiled(const std::vector<std::string>& inputs, const std::vector<std::string>& rates,
             std::vector<double> parameters)
        : size_(rates.size()),
          function_(compile(parsed(inputs), parsed(rates))),
          tape_(function_.tape(), parameters),
          in_(size_ + 1) {
        in_.insert(in_.end(), parameters.begin(), parameters.end());
        rate_ = [this](double t, const double* y, double* f) {
            std::copy(y, y + size_, in_.begin());
            in_[size_] = t;
            function_(in_.data(), f);
        };
        const double began = now();
        tape_.jets();
        seconds = now() - began;
    }
    Compiled(const Compiled&) = delete;
    Compiled& operator=(const Compiled&) = delete;

    Outcome run(const std::string& method, const std::vector<double>& y0, double until,
                double tolerance) const {
        IntegrationOptions options;
        options.method = method;
        options.until = until;
        options.at = {until};
        options.rtol = options.atol = tolerance;
        const OdeProblem problem{.size = size_, .rate = rate_, .tape = &tape_};
        const Trajectory trajectory = integrate(problem, y0, options);
        const auto end = trajectory.states.back();
        return {{end.begin(), end.end()}, trajectory.statistics.steps};
    }

    double seconds = 0;  // that the compilation of the series took

private:
    std::size_t size_;
    CompiledFunction function_;
    RateTape tape_;
    mutable std::vector<double> in_;
    std::function<void(double, const double*, double*)> rate_;
};

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

void skate(double tolerance) {
    static const Compiled problem({"x", "y", "phi", "u", "w", "t"},
                                  {"u*cos(phi)", "u*sin(phi)", "w", "cos(phi)", "0"}, {});
    const double t = 1000, s = std::sin(t);
    const std::vector<double> start{0, 0, 0, 0, 1};
    std::vector<Candidate> candidates{
        {"DOP853 by hand",
         [=] {
             return outcome(twin::dop853<5>(SkateRate{}, twin::Pack{0, 0, 0, 0, 1}, t, tolerance));
         }},
        {"taylor", [=] { return problem.run("taylor", start, t, tolerance); }},
        {"dop853", [=] { return problem.run("dop853", start, t, tolerance); }}};
    measure(fmt::format("P1 at {:g}", tolerance), candidates,
            {s * s / 2, t / 2 - std::sin(2 * t) / 4, t, s, 1});
}

const std::vector<double> points_start{0, 0, 1, 0, 1, -2, std::numbers::pi / 2};

// The two points, with their parameters as parameters or as numbers.
struct PointsProblems {
    const std::string along = "((x2 - x1)*cos(theta) + (y2 - y1)*sin(theta))";
    const std::string across = "((y2 - y1)*cos(theta) - (x2 - x1)*sin(theta))";
    const Compiled compiled{
        {"x1", "y1", "x2", "y2", "v1", "v2", "theta", "t", "m1", "m2", "k"},
        {"v1*cos(theta)", "v1*sin(theta)", "v2*cos(theta)", "v2*sin(theta)", "k*" + along + "/m1",
         "-k*" + along + "/m2", "k*(v1 - v2)*" + across + "/(m1*v1^2 + m2*v2^2)"},
        {1, 2, 1}};
    const Compiled folded{{"x1", "y1", "x2", "y2", "v1", "v2", "theta", "t"},
                          {"v1*cos(theta)", "v1*sin(theta)", "v2*cos(theta)", "v2*sin(theta)",
                           along, "-" + along + "/2", "(v1 - v2)*" + across + "/(v1^2 + 2*v2^2)"},
                          {}};
};

const PointsProblems& points_problems() {
    static const PointsProblems problems;
    return problems;
}

int order_of(double tolerance) {
    return static_cast<int>(taylor_order(series_tolerance * tolerance));
}

std::vector<Candidate> points_candidates(const std::vector<double>& start, double tolerance) {
    static twin::ParallelPoints by_hand;
    twin::Pack packed{};
    for (std::size_t i = 0; i < start.size(); ++i) packed[i] = start[i];
    const Compiled &compiled = points_problems().compiled, &folded = points_problems().folded;
    return {{"Taylor by hand",
             [=] {
                 return outcome(
                     by_hand.run(packed, 100, series_tolerance * tolerance, order_of(tolerance)));
             }},
            {"taylor", [=, &compiled] { return compiled.run("taylor", start, 100, tolerance); }},
            {"taylor, numbers for parameters",
             [=, &folded] { return folded.run("taylor", start, 100, tolerance); }},
            {"DOP853 by hand",
             [=] { return outcome(twin::dop853<7>(PointsRate{}, packed, 100, tolerance)); }},
            {"dop853", [=, &compiled] { return compiled.run("dop853", start, 100, tolerance); }}};
}

void points(double tolerance) {
    std::vector<Candidate> candidates = points_candidates(points_start, tolerance);
    measure(fmt::format("P2 at {:g}, order {}; series compiled in {:.0f} ms", tolerance,
                        order_of(tolerance), 1e3 * points_problems().compiled.seconds),
            candidates,
            {-0.7283707338381078556629425, -94.4709779305634471553693, 0.2398853288447651848675511,
             -95.22085910361737928100674, -2.914881793284225840200254,
             -0.04255910335788707989987301, 1.484956037969392439933028});
}

std::vector<double> points_reference(const std::vector<double>& start) {
    const auto rate = [](const twin::LongState<7>& y) -> twin::LongState<7> {
        const long double s = std::sin(y[6]), c = std::cos(y[6]), rx = y[2] - y[0],
                          ry = y[3] - y[1], along = rx * c + ry * s;
        return {y[4] * c,
                y[4] * s,
                y[5] * c,
                y[5] * s,
                along,
                -along / 2,
                (y[4] - y[5]) * (ry * c - rx * s) / (y[4] * y[4] + 2 * (y[5] * y[5]))};
    };
    twin::LongState<7> y{};
    std::ranges::copy(start, y.begin());
    y = twin::extrapolated(rate, y, 100, 4000);
    return {y.begin(), y.end()};
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
        const std::vector<double> exact = points_reference(start);
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
        skate(tolerance);
        points(tolerance);
        typical_errors(tolerance);
    }
}
