// Two small motions that the benchmarks of `taylor` share, with solutions to compare with.
//
//     P1   skate on an incline, t ∈ [0, 1000]:  x' = u cos φ, y' = u sin φ, φ' = w, u' = cos φ, w' = 0
//     P2   two points with parallel velocities and a spring, t ∈ [0, 100], m₁ = 1, m₂ = 2, k = 1
//
// P1 has a closed form, P2 is extrapolated in long double, both about the start that the tables of
// docs/performance.md have.
#pragma once

#include <cmath>
#include <ctime>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "compiled/compiled_function.hpp"
#include "expr/parse.hpp"
#include "extrapolated.hpp"
#include "trajectory/methods.hpp"
#include "trajectory/rate_tape.hpp"

namespace small {

using namespace rattleback;

// Of the processor, so that a busy machine changes little.
inline double now() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct Outcome {
    std::vector<double> y;
    std::size_t steps = 0;
};

inline double error_of(const Outcome& outcome, const std::vector<double>& exact) {
    double error = 0;
    for (std::size_t i = 0; i < exact.size(); ++i)
        error = std::max(error, std::abs(outcome.y[i] - exact[i]));
    return error;
}

// The guard against forces between the looks of a method is off where all the formulas that it is
// given are t, which hides none.
enum class Guard : std::uint8_t { On, Off };

// A problem of ours, compiled.
class Compiled {
public:
    Compiled(const std::vector<std::string>& inputs, const std::vector<std::string>& rates,
             std::vector<double> parameters)
        : size_(rates.size()),
          function_(compile(parsed(inputs), parsed(rates))),
          tape_(function_.tape(), parameters, machine_code_at_once()),
          time_(record(parsed(inputs), parsed({inputs[size_]}))),
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
                double tolerance, Guard guard = Guard::On) const {
        IntegrationOptions options;
        options.method = method;
        options.until = until;
        options.at = {until};
        options.rtol = options.atol = tolerance;
        OdeProblem problem{.size = size_, .rate = rate_, .tape = &tape_};
        if (guard == Guard::Off) problem.formulas = {&time_};
        const Trajectory trajectory = integrate(problem, y0, options);
        const auto end = trajectory.states.back();
        return {{end.begin(), end.end()}, trajectory.statistics.steps};
    }

    double seconds = 0;  // that the compilation of the series took

private:
    static ExprVector parsed(const std::vector<std::string>& texts) {
        ExprVector result;
        for (const std::string& text : texts) result.push_back(parse(text));
        return result;
    }

    std::size_t size_;
    CompiledFunction function_;
    RateTape tape_;
    Tape time_;
    mutable std::vector<double> in_;
    std::function<void(double, const double*, double*)> rate_;
};

inline constexpr double skate_until = 1000, points_until = 100;
inline const std::vector<double> skate_start{0, 0, 0, 0, 1};
inline const std::vector<double> points_start{0, 0, 1, 0, 1, -2, std::numbers::pi / 2};

inline const Compiled& skate() {
    static const Compiled problem({"x", "y", "phi", "u", "w", "t"},
                                  {"u*cos(phi)", "u*sin(phi)", "w", "cos(phi)", "0"}, {});
    return problem;
}

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

inline const PointsProblems& points() {
    static const PointsProblems problems;
    return problems;
}

// With φ = φ₀ + wt and u = A + sin φ/w.
inline std::vector<double> skate_exact(const std::vector<double>& start) {
    using Long = long double;
    const Long from = start[2], w = start[4], to = from + w * skate_until;
    const Long rest = start[3] - std::sin(from) / w;
    const Long sines = std::sin(to) - std::sin(from), cosines = std::cos(to) - std::cos(from);
    const Long squares = std::sin(to) * std::sin(to) - std::sin(from) * std::sin(from);
    const Long doubled = (to - from) / 2 - (std::sin(2 * to) - std::sin(2 * from)) / 4;
    return {static_cast<double>(start[0] + rest * sines / w + squares / (2 * w * w)),
            static_cast<double>(start[1] - rest * cosines / w + doubled / (w * w)),
            static_cast<double>(to), static_cast<double>(rest + std::sin(to) / w), start[4]};
}

inline std::vector<double> points_exact(const std::vector<double>& start) {
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
    y = twin::extrapolated(rate, y, points_until, 4000);
    return {y.begin(), y.end()};
}

}  // namespace small
