#include "trajectory/cvode_methods.hpp"

#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <cvode/cvode_proj.h>
#include <fmt/format.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "trajectory/quiet_cvode.hpp"
#include "trajectory/step_guard.hpp"

namespace rattleback {
namespace {

template <auto destroy>
struct Deleter {
    template <typename T>
    void operator()(T* what) const {
        destroy(what);
    }
};
void free_context(SUNContext context) { SUNContext_Free(&context); }
void free_memory(void* memory) { CVodeFree(&memory); }

using Context = std::unique_ptr<std::remove_pointer_t<SUNContext>, Deleter<free_context>>;
using Memory = std::unique_ptr<void, Deleter<free_memory>>;
using State = std::unique_ptr<std::remove_pointer_t<N_Vector>, Deleter<N_VDestroy>>;
using DenseMatrix = std::unique_ptr<std::remove_pointer_t<SUNMatrix>, Deleter<SUNMatDestroy>>;
using Linear = std::unique_ptr<std::remove_pointer_t<SUNLinearSolver>, Deleter<SUNLinSolFree>>;
using FixedPoint =
    std::unique_ptr<std::remove_pointer_t<SUNNonlinearSolver>, Deleter<SUNNonlinSolFree>>;

// What CVODE's callbacks are given.
struct Callbacks {
    const OdeProblem* problem;
    std::vector<double> scratch;
};

constexpr int recoverable = 1;

int rate(double t, N_Vector y, N_Vector f, void* data) {
    const OdeProblem& problem = *static_cast<Callbacks*>(data)->problem;
    double* const out = N_VGetArrayPointer(f);
    problem.rate(t, N_VGetArrayPointer(y), out);
    return std::all_of(out, out + problem.size, [](double x) { return std::isfinite(x); })
               ? 0
               : recoverable;
}

int jacobian(double t, N_Vector y, N_Vector, SUNMatrix matrix, void* data, N_Vector, N_Vector,
             N_Vector) {
    auto& callbacks = *static_cast<Callbacks*>(data);
    const std::size_t n = callbacks.problem->size;
    callbacks.problem->jacobian(t, N_VGetArrayPointer(y), callbacks.scratch.data());
    double* const columns = SUNDenseMatrix_Data(matrix);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) columns[j * n + i] = callbacks.scratch[i * n + j];
    return 0;
}

int project(double t, N_Vector y, N_Vector correction, double, N_Vector, void* data) {
    auto& callbacks = *static_cast<Callbacks*>(data);
    const std::size_t n = callbacks.problem->size;
    const double* const from = N_VGetArrayPointer(y);
    double* const by = N_VGetArrayPointer(correction);
    std::copy_n(from, n, callbacks.scratch.data());
    if (!callbacks.problem->project(t, callbacks.scratch.data())) return recoverable;
    for (std::size_t i = 0; i < n; ++i) by[i] = callbacks.scratch[i] - from[i];
    return 0;
}

class Multistep {
public:
    Multistep(int family, const OdeProblem& problem, Recorder& recorder);

    void run();

private:
    void attach_solver();
    Segment segment(double end);
    bool record(double end);
    bool start_anew(double t, const std::vector<double>& y, double step);
    void aim();
    bool is_allowed(double end);
    void keep_start();
    bool step_back(double end);
    void explain(int flag);
    void count();

    const OdeProblem& problem_;
    Recorder& recorder_;
    int family_;
    Callbacks callbacks_;
    Context context_;
    State y_, derivative_, absolute_;
    DenseMatrix matrix_;
    Linear linear_;
    FixedPoint fixed_point_;
    Memory memory_;
    std::vector<double> coefficients_, projected_;
    StepGuard guard_;
    std::vector<double> first_, first_rate_;  // y and dy/dt at the beginning of the step
    double goal_ = 0;                         // where the next step must end, if not before
};

// Formulas of order q err by O(h^q) at the end and control an estimate of O(h^(q+1)): for bdf, where
// q is at most 5, the tolerance is tightened by the power 6/5 that makes the error proportional.
double tolerance_factor(int family, double rtol) {
    return family == CV_BDF ? 0.2 * std::min(1.0, std::pow(rtol / 1e-6, 0.2)) : 0.2;
}

Multistep::Multistep(int family, const OdeProblem& problem, Recorder& recorder)
    : problem_(problem),
      recorder_(recorder),
      family_(family),
      callbacks_{&problem, std::vector<double>(problem.size * problem.size)},
      context_(new_quiet_context()),
      y_(N_VNew_Serial(static_cast<sunindextype>(problem.size), context_.get())),
      derivative_(N_VNew_Serial(static_cast<sunindextype>(problem.size), context_.get())),
      memory_(new_quiet_cvode(family, context_.get())),
      coefficients_(14 * problem.size),
      projected_(problem.size),
      guard_(problem, recorder.options().until - recorder.options().from),
      first_(problem.size),
      first_rate_(problem.size) {
    const IntegrationOptions& options = recorder.options();
    std::copy_n(recorder.state(), problem.size, N_VGetArrayPointer(y_.get()));
    void* const memory = memory_.get();
    CVodeInit(memory, rate, recorder.time().high, y_.get());
    const double factor = tolerance_factor(family, options.rtol);
    recorder.give(factor, true);
    absolute_.reset(N_VNew_Serial(static_cast<sunindextype>(problem.size), context_.get()));
    for (std::size_t i = 0; i < problem.size; ++i)
        N_VGetArrayPointer(absolute_.get())[i] = factor * recorder.tolerances().atol[i];
    CVodeSVtolerances(memory, factor * options.rtol, absolute_.get());
    CVodeSetUserData(memory, &callbacks_);
    if (std::isfinite(options.largest_step)) CVodeSetMaxStep(memory, options.largest_step);
    if (options.step > 0)
        CVodeSetInitStep(memory, std::copysign(options.step, recorder.remaining()));
    attach_solver();
}

void Multistep::attach_solver() {
    void* const memory = memory_.get();
    if (family_ == CV_ADAMS) {
        fixed_point_.reset(SUNNonlinSol_FixedPoint(y_.get(), 0, context_.get()));
        CVodeSetNonlinearSolver(memory, fixed_point_.get());
        return;
    }
    const auto n = static_cast<sunindextype>(problem_.size);
    matrix_.reset(SUNDenseMatrix(n, n, context_.get()));
    linear_.reset(SUNLinSol_Dense(y_.get(), matrix_.get(), context_.get()));
    CVodeSetLinearSolver(memory, linear_.get(), matrix_.get());
    if (problem_.jacobian) CVodeSetJacFn(memory, jacobian);
    if (problem_.project) {
        CVodeSetProjFn(memory, project);
        CVodeSetProjErrEst(memory, SUNFALSE);
    }
}

// Σ hᵏ/k! y⁽ᵏ⁾ (θ − 1)ᵏ, with the derivatives at the end of the step and its own width: where steps are
// as short as what t is rounded to, a difference of times would be another one. A step that CVODE made
// end where it was told to is as wide as its times say.
Segment Multistep::segment(double end) {
    const std::size_t n = problem_.size;
    int order = 0;
    double width = 0;
    CVodeGetLastOrder(memory_.get(), &order);
    CVodeGetLastStep(memory_.get(), &width);
    if (recorder_.time().plus(width).high != end) width = end - recorder_.time().high;
    std::ranges::fill(coefficients_, 0);
    double factor = 1;
    for (int k = 0; k <= order; ++k) {
        if (k > 0) factor *= width / k;
        CVodeGetDky(memory_.get(), end, k, derivative_.get());
        const double* const d = N_VGetArrayPointer(derivative_.get());
        double binomial = k % 2 == 0 ? factor : -factor;  // of (θ − 1)ᵏ, times hᵏ/k!
        for (int j = 0; j <= k; ++j) {
            for (std::size_t i = 0; i < n; ++i)
                coefficients_[static_cast<std::size_t>(j) * n + i] += binomial * d[i];
            binomial *= -static_cast<double>(k - j) / (j + 1);
        }
    }
    return {recorder_.time(),    width, Basis::Power, n, static_cast<std::size_t>(order) + 1,
            coefficients_.data()};
}

// With a first step of this width; 0: CVODE chooses.
bool Multistep::start_anew(double t, const std::vector<double>& y, double step) {
    count();  // what CVODE forgets now
    std::ranges::copy(y, N_VGetArrayPointer(y_.get()));
    if (CVodeReInit(memory_.get(), t, y_.get()) != CV_SUCCESS) return false;
    CVodeSetInitStep(memory_.get(), step);
    return true;
}

// y and dy/dt where the next step begins.
void Multistep::keep_start() {
    if (!guard_.is_needed()) return;
    std::copy_n(recorder_.state(), problem_.size, first_.begin());
    problem_.rate(recorder_.time().high, first_.data(), first_rate_.data());
    ++recorder_.statistics().evaluations;
}

// CVODE is told to stop where the step must end at the latest.
void Multistep::aim() {
    const double t = recorder_.time().high, rest = recorder_.remaining();
    const double h = guard_.limit(rest, {t, first_.data(), first_rate_.data()});
    goal_ = std::abs(h) < std::abs(rest) ? t + h : recorder_.until();
    CVodeSetStopTime(memory_.get(), goal_);
}

bool Multistep::is_allowed(double end) {
    if (!guard_.is_needed()) return true;
    const double t = recorder_.time().high;
    const double* const y = N_VGetArrayPointer(y_.get());
    if (CVodeGetDky(memory_.get(), end, 1, derivative_.get()) != CV_SUCCESS) return true;
    return guard_.allows({t, first_.data(), first_rate_.data()}, end - t,
                         {end, y, N_VGetArrayPointer(derivative_.get())});
}

// CVODE cannot undo a step: it begins anew where the step began.
bool Multistep::step_back(double end) {
    const double t = recorder_.time().high, h = (end - t) / 2;
    ++recorder_.statistics().rejected;
    if (!start_anew(t, first_, h / 4)) return false;
    goal_ = t + h;
    CVodeSetStopTime(memory_.get(), goal_);
    return true;
}

bool Multistep::record(double end) {
    const double* state = N_VGetArrayPointer(y_.get());
    const Time time{end, 0};
    const Segment polynomial = segment(end);
    bool came_off = false;
    if (problem_.project && family_ == CV_ADAMS) {
        std::copy_n(state, problem_.size, projected_.begin());
        if (!recorder_.project(time, projected_.data())) return false;
        std::vector<double>& difference = callbacks_.scratch;
        for (std::size_t i = 0; i < problem_.size; ++i) difference[i] = projected_[i] - state[i];
        const Tolerances tolerances = recorder_.tolerances();
        came_off = sum_of_squares(difference.data(), state, state, problem_.size, tolerances) >
                   static_cast<double>(problem_.size);
        state = projected_.data();
    } else if (problem_.project) {
        ++recorder_.statistics().projections;
    }
    const bool wanted = recorder_.wants_segment(time, state, polynomial);
    if (!recorder_.accept(time, state, wanted ? &polynomial : nullptr)) return false;
    return !came_off || start_anew(end, projected_, 0);
}

void Multistep::run() {
    const double until = recorder_.until();
    keep_start();
    aim();
    while (true) {
        double t = 0;
        const int flag = CVode(memory_.get(), until, y_.get(), &t, CV_ONE_STEP);
        if (flag < 0) {
            explain(flag);
            break;
        }
        if (flag == CV_TSTOP_RETURN) t = goal_;
        if (!is_allowed(t)) {
            if (!step_back(t)) break;
            continue;
        }
        if (!record(t)) break;
        keep_start();
        aim();
    }
    count();
}

void Multistep::explain(int flag) {
    const double t = recorder_.time().high;
    switch (flag) {
        case CV_RHSFUNC_FAIL:
        case CV_FIRST_RHSFUNC_ERR:
        case CV_REPTD_RHSFUNC_ERR:
        case CV_UNREC_RHSFUNC_ERR:
            recorder_.stop(StopReason::NotFinite,
                           sentence("The rate of change is not finite just after {}.", time_is(t)));
            return;
        case CV_CONV_FAILURE:
        case CV_LSETUP_FAIL:
        case CV_LSOLVE_FAIL:
        case CV_NLS_FAIL:
            recorder_.stop(StopReason::NoConvergence,
                           sentence("The step from {} could not be computed: the iteration for its "
                                    "equations does not converge.",
                                    time_is(t)));
            return;
        case CV_PROJFUNC_FAIL:
        case CV_REPTD_PROJFUNC_ERR:
            recorder_.stop(
                StopReason::NoConvergence,
                sentence("The state after {} could not be brought back to the constraints.",
                         time_is(t)));
            return;
        default:
            recorder_.stop(
                StopReason::StepTooSmall,
                sentence(
                    "The step has become too small at {}: the tolerance cannot be met beyond it.",
                    time_is(t)));
    }
}

void Multistep::count() {
    Statistics& statistics = recorder_.statistics();
    const auto add = [&](std::size_t& to, int (*number)(void*, long*)) {
        long value = 0;
        if (number(memory_.get(), &value) == CV_SUCCESS) to += static_cast<std::size_t>(value);
    };
    add(statistics.evaluations, CVodeGetNumRhsEvals);
    add(statistics.rejected, CVodeGetNumErrTestFails);
    if (family_ == CV_ADAMS) return;
    add(statistics.evaluations, CVodeGetNumLinRhsEvals);
    add(statistics.jacobians, CVodeGetNumJacEvals);
    add(statistics.factorizations, CVodeGetNumLinSolvSetups);
}

}  // namespace

void run_adams(const OdeProblem& problem, Recorder& recorder) {
    Multistep(CV_ADAMS, problem, recorder).run();
}

void run_bdf(const OdeProblem& problem, Recorder& recorder) {
    Multistep(CV_BDF, problem, recorder).run();
}

}  // namespace rattleback
