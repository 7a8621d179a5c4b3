#include "trajectory/automatic.hpp"

#include <fmt/format.h>

#include "trajectory/cvode_methods.hpp"
#include "trajectory/explicit_runge_kutta.hpp"

namespace rattleback {

void run_auto(const OdeProblem& problem, Recorder& recorder) {
    recorder.chose("dop853");
    if (run_explicit(dop853(), problem, recorder, true) == ExplicitOutcome::Stopped) {
        recorder.note("The method 'auto' chose dop853: the problem is not stiff.");
        return;
    }
    recorder.chose("bdf");
    recorder.note(fmt::format(
        "The method 'auto' began with dop853 and went on with bdf from t = {}, where the "
        "problem is stiff.",
        recorder.time().high));
    run_bdf(problem, recorder);
}

}  // namespace rattleback
