#include "trajectory/stop.hpp"

namespace rattleback {

std::string_view name_of(StopReason reason) {
    switch (reason) {
        case StopReason::ReachedEnd: return "reached_end";
        case StopReason::Event: return "event";
        case StopReason::LiftsOff: return "lifts_off";
        case StopReason::Slips: return "slips";
        case StopReason::SingularState: return "singular_state";
        case StopReason::NotFinite: return "not_finite";
        case StopReason::StepTooSmall: return "step_too_small";
        case StopReason::StepTooLarge: return "step_too_large";
        case StopReason::NoConvergence: return "no_convergence";
        case StopReason::TooManySteps: return "too_many_steps";
        case StopReason::OutOfMemory: return "out_of_memory";
        case StopReason::Interrupted: return "interrupted";
        case StopReason::Paused: return "paused";
    }
    return {};
}

bool is_result(StopReason reason) {
    switch (reason) {
        case StopReason::ReachedEnd:
        case StopReason::Event:
        case StopReason::LiftsOff:
        case StopReason::Slips:
        case StopReason::SingularState: return true;
        case StopReason::NotFinite:
        case StopReason::StepTooSmall:
        case StopReason::StepTooLarge:
        case StopReason::NoConvergence:
        case StopReason::TooManySteps:
        case StopReason::OutOfMemory:
        case StopReason::Interrupted:
        case StopReason::Paused: return false;
    }
    return false;
}

Sentence written_state(const Equations& equations, std::span<const double> state) {
    constexpr int digits = 6;
    Sentences entries;
    for (const ExprVector* symbols : {&equations.q, &equations.speeds})
        for (const Expr& symbol : *symbols)
            entries.emplace_back(valued(symbol, state[entries.size()], digits));
    return listed(entries, ", ", ", ");
}

}  // namespace rattleback
