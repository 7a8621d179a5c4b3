#include "trajectory/automatic.hpp"

#include <fmt/format.h>

#include <cmath>

#include "trajectory/cvode_methods.hpp"
#include "trajectory/explicit_runge_kutta.hpp"
#include "trajectory/rate_tape.hpp"
#include "trajectory/taylor.hpp"
#include "trajectory/taylor_series.hpp"

namespace rattleback {
namespace {

// Of shorter formulas the series are soon machine code, and what surrounds a step counts as much.
constexpr std::size_t few_operations = 200;

// Whether a unit of time is likely to cost less by series, counted in evaluations of f. A step of series
// takes one to begin with and 0.7 for each order, which is what the loops over rows take for chains of
// links and a bicycle; dop853 takes twelve for each of its steps, which are as wide at 10⁻⁶ and become
// narrower with the ninth root of the tolerance, as those of series hardly do (docs/performance.md).
bool series_pay(const RateTape& tape, double rtol) {
    if (tape.formulas().operations() <= few_operations) return true;
    const auto order = static_cast<double>(taylor_order(series_tolerance * rtol));
    return 1 + 0.7 * order < 12 * std::pow(1e-6 / rtol, 1.0 / 9);
}

constexpr std::string_view no_series = "the motion has no Taylor series";

void go_on(Recorder& recorder, std::string_view from, std::string_view to, std::string_view why) {
    recorder.changed_to(to);
    recorder.note(sentence("The method 'auto' began with {} and went on with {} from {}, where {}.",
                           from, to, time_is(recorder.time().high), why));
}

void run_bdf_from(const OdeProblem& problem, Recorder& recorder, std::string_view method) {
    go_on(recorder, method, "bdf", "the problem is stiff");
    run_bdf(problem, recorder);
}

void run_dop853(const OdeProblem& problem, Recorder& recorder, bool is_first) {
    if (run_explicit(dop853(), problem, recorder, true) == ExplicitOutcome::Stiff)
        run_bdf_from(problem, recorder, "dop853");
    else if (is_first && !recorder.goes_on_later())
        recorder.note("The method 'auto' chose dop853: the problem is not stiff.");
}

// What begins anew, and a leg after another, goes on with what was changed to.
bool goes_on_as_before(const OdeProblem& problem, Recorder& recorder) {
    const std::string method = recorder.went_on_with();
    if (method.empty()) return false;
    recorder.changed_to(method);
    if (method == "bdf")
        run_bdf(problem, recorder);
    else
        run_dop853(problem, recorder, false);
    return true;
}

}  // namespace

void run_auto(const OdeProblem& problem, Recorder& recorder) {
    if (goes_on_as_before(problem, recorder)) return;
    if (taylor_refusal(problem) || !series_pay(*problem.tape, recorder.options().rtol)) {
        recorder.chose("dop853");
        run_dop853(problem, recorder, true);
        return;
    }
    recorder.chose("taylor");
    switch (run_series(problem, recorder, true)) {
        case TaylorOutcome::Stopped:
            if (!recorder.goes_on_later())
                recorder.note("The method 'auto' chose taylor: the problem is not stiff.");
            break;
        case TaylorOutcome::Stiff: run_bdf_from(problem, recorder, "taylor"); break;
        case TaylorOutcome::NoSeries:
            go_on(recorder, "taylor", "dop853", no_series);
            run_dop853(problem, recorder, false);
            break;
    }
}

void run_taylor(const OdeProblem& problem, Recorder& recorder) {
    const bool has_left = !recorder.options().auto_went_on_with.empty();
    if (!has_left && run_series(problem, recorder, false) != TaylorOutcome::NoSeries) return;
    recorder.changed_to("dop853");
    if (!has_left)
        recorder.note(sentence("The method 'taylor' was left for dop853 from {} on, where {}.",
                               time_is(recorder.time().high), no_series));
    run_explicit(dop853(), problem, recorder);
}

}  // namespace rattleback
