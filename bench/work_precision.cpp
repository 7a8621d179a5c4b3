// Work against precision: every adaptive method, CVODE used directly and Boost.odeint used directly,
// on P1, P2 (taylor.cpp) and some of the reference trajectories of tests/data.
//
//     bench_work_precision > work_precision.csv
//     python3 bench/work_precision.py work_precision.csv docs/images/work_precision.svg
//
// Each row is one run: the problem, the method, its tolerance (rtol = atol), the largest error of the
// state at the end, the processor time of the fastest of several runs, and how often f was evaluated;
// an expansion in a Taylor series is counted as one evaluation, the check at the end of its step as
// another. All methods are given the same compiled f. Compilation is not part of the time: its cost
// is what bench_taylor says.
#include <fmt/format.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <ctime>
#include <functional>
#include <memory>
#include <optional>

#ifdef RATTLEBACK_BOOST
#include <boost/numeric/odeint.hpp>
#endif

#include "compiled/compiled_function.hpp"
#include "trajectory/methods.hpp"
#include "trajectory/quiet_cvode.hpp"
#include "trajectory/rate_tape.hpp"
#include "trajectory/reference_motion.hpp"

namespace {

using namespace rattleback;

struct Outcome {
    std::vector<double> end;
    std::size_t evaluations = 0;
};

// An initial value problem whose end is known.
class Problem {
public:
    Problem(std::string with_name, ExprVector states, const ExprVector& rates,
            std::vector<double> from, double end, std::vector<double> at_end)
        : name(std::move(with_name)),
          start(std::move(from)),
          until(end),
          exact(std::move(at_end)),
          function_(compiled(std::move(states), rates)),
          tape_(function_.tape(), {}, machine_code_at_once()),
          in_(start.size() + 1) {
        tape_.jets();
    }
    Problem(const Problem&) = delete;
    Problem& operator=(const Problem&) = delete;

    void rate(double t, const double* y, double* f) const {
        std::copy_n(y, start.size(), in_.begin());
        in_[start.size()] = t;
        function_(in_.data(), f);
    }
    OdeProblem problem() const { return {.size = start.size(), .rate = rate_, .tape = &tape_}; }
    double error(const std::vector<double>& end) const {
        double worst = 0;
        for (std::size_t i = 0; i < exact.size(); ++i)
            worst = std::max(worst, std::abs(end[i] - exact[i]));
        return worst;
    }

    std::string name;
    std::vector<double> start;
    double until;
    std::vector<double> exact;

private:
    static CompiledFunction compiled(ExprVector states, const ExprVector& rates) {
        states.push_back(symbol("t"));
        return compile(states, rates);
    }
    struct Rate {
        const Problem* of;
        void operator()(double t, const double* y, double* f) const { of->rate(t, y, f); }
    };
    CompiledFunction function_;
    RateTape tape_;
    mutable std::vector<double> in_;
    Rate rate_{this};
};

ExprVector parsed(const std::vector<std::string>& texts) {
    ExprVector result;
    for (const std::string& text : texts) result.push_back(parse(text));
    return result;
}

std::vector<std::unique_ptr<Problem>> problems() {
    std::vector<std::unique_ptr<Problem>> result;
    const double t = 1000, s = std::sin(t);
    result.push_back(std::make_unique<Problem>(
        "P1", parsed({"x", "y", "phi", "u", "w"}),
        parsed({"u*cos(phi)", "u*sin(phi)", "w", "cos(phi)", "0"}),
        std::vector<double>{0, 0, 0, 0, 1}, t,
        std::vector<double>{s * s / 2, t / 2 - std::sin(2 * t) / 4, t, s, 1}));
    const std::string along = "((x2 - x1)*cos(theta) + (y2 - y1)*sin(theta))";
    const std::string across = "((y2 - y1)*cos(theta) - (x2 - x1)*sin(theta))";
    result.push_back(std::make_unique<Problem>(
        "P2", parsed({"x1", "y1", "x2", "y2", "v1", "v2", "theta"}),
        parsed({"v1*cos(theta)", "v1*sin(theta)", "v2*cos(theta)", "v2*sin(theta)", along,
                "-" + along + "/2", "(v1 - v2)*" + across + "/(v1^2 + 2*v2^2)"}),
        std::vector<double>{0, 0, 1, 0, 1, -2, std::numbers::pi / 2}, 100.0,
        std::vector<double>{-0.7283707338381078556629425, -94.4709779305634471553693,
                            0.2398853288447651848675511, -95.22085910361737928100674,
                            -2.914881793284225840200254, -0.04255910335788707989987301,
                            1.484956037969392439933028}));
    for (const char* name : {"b831_fig8", "z411_k025_w2", "zvak_side_l1", "t_curved_k1"}) {
        const testing::ReferenceMotion motion(name);
        result.push_back(std::make_unique<Problem>(name, motion.state_symbols(), motion.rates(),
                                                   motion.start, motion.times.back(),
                                                   motion.values.back()));
    }
    return result;
}

// Nothing where the method does not reach the end.
using Solver = std::function<std::optional<Outcome>(const Problem&, double tolerance)>;

Solver ours(const std::string& method) {
    return [method](const Problem& problem, double tolerance) -> std::optional<Outcome> {
        IntegrationOptions options;
        options.method = method;
        options.until = problem.until;
        options.at = {problem.until};
        options.rtol = options.atol = tolerance;
        const Trajectory run = integrate(problem.problem(), problem.start, options);
        if (!run.reached_end()) return {};
        return Outcome{run.stop.state, run.statistics.evaluations};
    };
}

int cvode_rate(double t, N_Vector y, N_Vector f, void* problem) {
    static_cast<const Problem*>(problem)->rate(t, N_VGetArrayPointer(y), N_VGetArrayPointer(f));
    return 0;
}

std::optional<Outcome> cvode_adams(const Problem& problem, double tolerance) {
    SUNContext context = new_quiet_context();
    const auto size = static_cast<sunindextype>(problem.start.size());
    N_Vector y = N_VNew_Serial(size, context);
    std::ranges::copy(problem.start, N_VGetArrayPointer(y));
    void* memory = new_quiet_cvode(CV_ADAMS, context);
    CVodeInit(memory, cvode_rate, 0, y);
    CVodeSStolerances(memory, tolerance, tolerance);
    CVodeSetUserData(memory, const_cast<Problem*>(&problem));
    CVodeSetMaxNumSteps(memory, 10'000'000);
    CVodeSetStopTime(memory, problem.until);
    SUNNonlinearSolver solver = SUNNonlinSol_FixedPoint(y, 0, context);
    CVodeSetNonlinearSolver(memory, solver);
    double t = 0;
    const int flag = CVode(memory, problem.until, y, &t, CV_NORMAL);
    long evaluations = 0;
    CVodeGetNumRhsEvals(memory, &evaluations);
    Outcome outcome{{N_VGetArrayPointer(y), N_VGetArrayPointer(y) + size},
                    static_cast<std::size_t>(evaluations)};
    SUNNonlinSolFree(solver);
    CVodeFree(&memory);
    N_VDestroy(y);
    SUNContext_Free(&context);
    if (flag < 0) return {};
    return outcome;
}

#ifdef RATTLEBACK_BOOST
template <typename MakeStepper>
Solver boost_solver(MakeStepper make) {
    return [make](const Problem& problem, double tolerance) -> std::optional<Outcome> {
        namespace odeint = boost::numeric::odeint;
        Outcome outcome{problem.start};
        const auto f = [&](const std::vector<double>& y, std::vector<double>& rate, double t) {
            ++outcome.evaluations;
            problem.rate(t, y.data(), rate.data());
        };
        try {
            odeint::integrate_adaptive(make(tolerance), f, outcome.end, 0.0, problem.until, 0.01);
        } catch (const std::runtime_error&) {  // no progress: the step became too small
            return {};
        }
        return outcome;
    };
}
#endif

std::vector<std::pair<std::string, Solver>> solvers() {
    std::vector<std::pair<std::string, Solver>> result;
    for (const Method& m : methods())
        if (m.stepping != Stepping::Fixed && m.name != "auto")
            result.emplace_back(m.name, ours(std::string(m.name)));
    result.emplace_back("CVODE Adams", cvode_adams);
#ifdef RATTLEBACK_BOOST
    namespace odeint = boost::numeric::odeint;
    using State = std::vector<double>;
    result.emplace_back("odeint dopri5", boost_solver([](double tolerance) {
                            return odeint::make_controlled<odeint::runge_kutta_dopri5<State>>(
                                tolerance, tolerance);
                        }));
    result.emplace_back("odeint fehlberg78", boost_solver([](double tolerance) {
                            return odeint::make_controlled<odeint::runge_kutta_fehlberg78<State>>(
                                tolerance, tolerance);
                        }));
    result.emplace_back("odeint bulirsch_stoer", boost_solver([](double tolerance) {
                            return odeint::bulirsch_stoer<State>(tolerance, tolerance);
                        }));
#endif
    return result;
}

// Of the processor, so that a busy machine changes little.
double now() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace

int main() {
    fmt::print("problem,method,tolerance,error,seconds,evaluations\n");
    for (const auto& problem : problems())
        for (const auto& [method, solve] : solvers())
            for (int digits = 4; digits <= 15; ++digits) {
                const double tolerance = std::pow(10.0, -digits);
                const double first = now();
                double best = 1e300;
                std::optional<Outcome> outcome;
                for (int turn = 0; turn < 200 && (turn < 1 || now() - first < 0.03); ++turn) {
                    const double began = now();
                    outcome = solve(*problem, tolerance);
                    best = std::min(best, now() - began);
                }
                if (!outcome) continue;
                fmt::print("{},{},1e-{:02},{:.3e},{:.3e},{}\n", problem->name, method, digits,
                           problem->error(outcome->end), best, outcome->evaluations);
                std::fflush(stdout);
                if (best > 0.5) break;  // the rest would only be slower
            }
}
