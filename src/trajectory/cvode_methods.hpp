// The multistep methods of SUNDIALS' CVODE: Adams–Moulton and backward differentiation.
//
// Variable order and step, Nordsieck form [Hindmarsh et al., ACM Trans. Math. Software 31 (2005)
// 363–396]. `bdf` solves its equations by Newton's method with the problem's Jacobian, dense, and is
// for stiff problems; `adams` by fixed-point iteration, and is for right-hand sides that cost much.
// On small systems CVODE's own work per step is 10 to 100 times that of the right-hand side: prefer
// an explicit Runge–Kutta pair there.
//
// CVODE allows a local error of the tolerance in every step: what is asked for is tightened, so that
// the error at the end is within some ten times the tolerance. Dense output is the polynomial of
// the Nordsieck array.
// Before each step CVODE is told where it must end at the latest, so as not to jump over a force
// (step_guard.hpp); where that turns out to be too far, it begins anew from before the step.
// Projection is done within the steps of bdf; adams is started anew when the state has come off by
// more than the tolerance, because CVODE has no projection there.
#pragma once

#include "trajectory/recorder.hpp"

namespace rattleback {

void run_adams(const OdeProblem& problem, Recorder& recorder);
void run_bdf(const OdeProblem& problem, Recorder& recorder);

}  // namespace rattleback
