#include "trajectory/gauss_legendre.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "start/decompositions.hpp"
#include "trajectory/missed_force.hpp"
#include "trajectory/state_jacobian.hpp"
#include "trajectory/step_guard.hpp"

namespace rattleback {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Index = Eigen::Index;

// Beyond this |hλ| slopes at the ends of a step are what these are off the slow motion, times a large
// number, and tell nothing of the motion between.
constexpr double slopes_tell_up_to = 10;

// From what is smooth: what the estimate is beside the last two differences of the slopes, each to the
// power that makes it |λh| of exp(λt), and how the error of a step is beside the estimate.
struct Smoothness {
    double by_last, by_one_before;  // differences
    double error;                   // times |λh|^(s), with a reserve
};

struct GaussTable {
    Vector c, b;
    Matrix a;
    int error_order;         // of the estimate
    double tolerance_power;  // from what is asked to what the estimate is compared with
    double error_factor;
    Smoothness smooth;
};

GaussTable gauss4() {
    const double r = std::sqrt(3.0) / 6;
    GaussTable table{Vector(2), Vector(2), Matrix(2, 2), 3, 3.0 / 4, 0.5, {0.144, 0.083, 0.084}};
    table.c << 0.5 - r, 0.5 + r;
    table.b << 0.5, 0.5;
    table.a << 0.25, 0.25 - r, 0.25 + r, 0.25;
    return table;
}

GaussTable gauss6() {
    const double r = std::sqrt(15.0);
    GaussTable table{Vector(3), Vector(3), Matrix(3, 3), 4, 2.0 / 3, 0.5, {0.055, 0.0107, 0.006}};
    table.c << 0.5 - r / 10, 0.5, 0.5 + r / 10;
    table.b << 5.0 / 18, 4.0 / 9, 5.0 / 18;
    table.a << 5.0 / 36, 2.0 / 9 - r / 15, 5.0 / 36 - r / 30,  //
        5.0 / 36 + r / 24, 2.0 / 9, 5.0 / 36 - r / 24,         //
        5.0 / 36 + r / 30, 2.0 / 9 + r / 15, 5.0 / 36;
    return table;
}

// Weights of u'(1) ± u'(0), u the polynomial of the stages: + for an even number of them.
Vector end_slope_weights(const Vector& c) {
    const Index s = c.size();
    Vector weights(s);
    for (Index i = 0; i < s; ++i) {
        double at0 = s % 2 == 0 ? 1 : -1, at1 = 1;
        for (Index j = 0; j < s; ++j) {
            if (j == i) continue;
            at0 *= -c(j) / (c(i) - c(j));
            at1 *= (1 - c(j)) / (c(i) - c(j));
        }
        weights(i) = at0 + at1;
    }
    return weights;
}

class GaussLoop {
public:
    GaussLoop(const GaussTable& table, const OdeProblem& problem, Recorder& recorder)
        : table_(table),
          problem_(problem),
          recorder_(recorder),
          n_(static_cast<Index>(problem.size)),
          s_(table.c.size()),
          inverse_(solutions(PartialLU(table.a), Matrix::Identity(s_, s_))),
          end_weights_(solution(PartialLU(table.a.transpose()), table.b)),
          end_slopes_(end_slope_weights(table.c)),
          derivative_(problem, recorder.tolerances()),
          jacobian_(n_, n_),
          newton_matrix_(n_ * s_, n_ * s_),
          newton_(n_ * s_),
          control_(table.error_order),
          atol_(recorder.tolerances().atol, recorder.tolerances().atol + problem.size),
          tolerances_(transformed(table, recorder.options())),
          fixed_(recorder.options().fixed),
          is_stiff_(recorder.options().is_stiff),
          guard_(problem, recorder.options().until - recorder.options().from),
          missed_(problem, guard_) {
        recorder.give(1);
        for (Vector* v : {&y_, &y1_, &f0_, &f1_, &carry_, &carry_before_, &change_, &error_})
            v->setZero(n_);
        sizes_.setOnes(n_);
        for (Matrix* m : {&z_, &slopes_, &residual_}) m->setZero(n_, s_);
        coefficients_.resize(problem.size * (s_ == 3 ? 6 : 4));
    }

    void run();

private:
    Tolerances transformed(const GaussTable& table, const IntegrationOptions& options) {
        const double given = options.rtol;
        const double rtol = options.is_stiff ? given : std::pow(given, table.tolerance_power);
        for (double& atol : atol_) atol *= rtol / given;
        return {rtol, atol_.data()};
    }

    bool begin();
    void evaluate(double t, const double* y, double* f) {
        problem_.rate(t, y, f);
        ++recorder_.statistics().evaluations;
    }
    double norm(const double* e, const Vector& other) const {
        return std::sqrt(sum_of_squares(e, y_.data(), other.data(), problem_.size, tolerances_) /
                         static_cast<double>(n_));
    }
    void prepare();
    void measure();
    void guess();
    bool solve_stages();
    void finish(Time end);
    double error();
    double norm_where_rough();
    void take_out_stiff_part();
    Matrix jacobian_by_sizes() const;
    bool slopes_tell();
    bool retry(double factor, StopReason reason);
    bool accept(Time end, double factor);
    Segment segment();

    const GaussTable table_;
    const OdeProblem& problem_;
    Recorder& recorder_;
    Index n_, s_;
    Matrix inverse_;      // A⁻¹: h f(Y) = A⁻¹ Z
    Vector end_weights_;  // A⁻ᵀ b: y₁ = y + Σ dᵢ Zᵢ
    Vector end_slopes_;
    StateJacobian derivative_;
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> jacobian_;
    Matrix newton_matrix_;  // for entries in units of their sizes
    Vector sizes_;
    PartialLU newton_;
    StepControl control_;
    std::vector<double> atol_;
    Tolerances tolerances_;
    bool fixed_, is_stiff_;
    StepGuard guard_;
    MissedForce missed_;
    Vector y_, y1_, f0_, f1_, carry_, carry_before_, change_, error_;
    Matrix z_, slopes_, residual_;  // one column per stage
    std::vector<double> coefficients_;
    double h_ = 0, factored_for_ = 0, step_before_ = 0;
    bool needs_jacobian_ = true;
    std::optional<double> fastest_;  // |λ| of the Jacobian, where it was asked for
};

bool GaussLoop::begin() {
    y_ = Eigen::Map<const Vector>(recorder_.state(), n_);
    const double t = recorder_.time().high;
    evaluate(t, y_.data(), f0_.data());
    if (!f0_.allFinite()) {
        recorder_.stop(StopReason::NotFinite,
                       sentence("The rate of change is not finite at {}.", time_is(t)));
        return false;
    }
    const double direction = recorder_.remaining() < 0 ? -1 : 1;
    double width = recorder_.options().step;
    if (width == 0) {
        width = first_step(problem_, {t, y_.data(), f0_.data()}, recorder_.remaining(), tolerances_,
                           table_.error_order);
        ++recorder_.statistics().evaluations;
    }
    h_ = direction * std::min(width, recorder_.options().largest_step);
    return true;
}

// The Jacobian and the factors of I − h A⊗J, where those at hand will not do.
void GaussLoop::prepare() {
    if (needs_jacobian_) {
        Statistics& count = recorder_.statistics();
        count.evaluations +=
            derivative_.evaluate(recorder_.time().high, y_.data(), jacobian_.data());
        ++count.jacobians;
        measure();
        needs_jacobian_ = false;
        factored_for_ = 0;
        fastest_.reset();
    }
    if (factored_for_ == h_) return;
    newton_matrix_.setIdentity();
    const Matrix scaled = jacobian_by_sizes();
    for (Index i = 0; i < s_; ++i)
        for (Index j = 0; j < s_; ++j)
            newton_matrix_.block(i * n_, j * n_, n_, n_) -= h_ * table_.a(i, j) * scaled;
    newton_.compute(newton_matrix_);
    factored_for_ = h_;
    ++recorder_.statistics().factorizations;
}

// In units of these the entries are near one, and pivots can be told; powers of two round nothing.
void GaussLoop::measure() {
    for (Index i = 0; i < n_; ++i) {
        const double size =
            std::abs(y_[i]) + tolerances_.atol[static_cast<std::size_t>(i)] / tolerances_.rtol;
        sizes_[i] = size > 0 && std::isfinite(size) ? std::exp2(std::round(std::log2(size))) : 1;
    }
}

// The polynomial of the step before, continued; a straight line where there is none.
void GaussLoop::guess() {
    const Segment before{{},
                         1,
                         Basis::Alternating,
                         problem_.size,
                         coefficients_.size() / problem_.size,
                         coefficients_.data()};
    for (Index i = 0; i < s_; ++i) {
        if (step_before_ == 0) {
            z_.col(i) = h_ * table_.c(i) * f0_;
        } else {
            before.evaluate(1 + table_.c(i) * h_ / step_before_, change_.data());
            z_.col(i) = change_ - y_;
        }
    }
}

Matrix GaussLoop::jacobian_by_sizes() const {
    return sizes_.cwiseInverse().asDiagonal() * jacobian_ * sizes_.asDiagonal();
}

bool GaussLoop::slopes_tell() {
    if (is_stiff_) return false;
    if (!fastest_) fastest_ = jacobian_by_sizes().eigenvalues().cwiseAbs().maxCoeff();
    return !(std::abs(h_) * *fastest_ > slopes_tell_up_to);
}

bool GaussLoop::solve_stages() {
    const double t = recorder_.time().high;
    // What is left of the stages is an error of the step as it is: it is compared with what was asked
    // for, not with what the estimate is. As small as rounding allows with fixed steps, where errors
    // would otherwise pile up.
    const double enough = fixed_ ? 0 : 0.01 * recorder_.options().rtol / tolerances_.rtol;
    double before = 0;
    for (int iteration = 0; iteration < 50; ++iteration) {
        for (Index i = 0; i < s_; ++i) {
            change_ = y_ + z_.col(i);
            evaluate(t + table_.c(i) * h_, change_.data(), slopes_.col(i).data());
        }
        residual_.noalias() = h_ * slopes_ * table_.a.transpose();
        residual_ -= z_;
        if (!residual_.allFinite()) return false;
        residual_ = sizes_.cwiseInverse().asDiagonal() * residual_;
        solve_in_place(newton_, Eigen::Map<Vector>(residual_.data(), n_ * s_));
        residual_ = sizes_.asDiagonal() * residual_;
        z_ += residual_;
        double size = 0;
        for (Index i = 0; i < s_; ++i) size = std::max(size, norm(residual_.col(i).data(), y_));
        if (fixed_) size = residual_.cwiseAbs().maxCoeff() / (1e-300 + y_.cwiseAbs().maxCoeff());
        if (size == 0) return true;
        if (iteration > 0) {
            const double contraction = size / before;
            if (contraction > 0.01) needs_jacobian_ = true;
            if (fixed_ ? size < 1e-14 && contraction > 0.3
                       : contraction < 1 && size * contraction / (1 - contraction) <= enough)
                return true;
            if (contraction >= 2 && size > 1e-12) return false;
        } else if (fixed_ ? size < 1e-17 : size < 1e-3 * enough) {
            return true;
        }
        before = size;
    }
    return false;
}

// y₁ with compensation, and f there.
void GaussLoop::finish(Time end) {
    change_ = z_ * end_weights_ + carry_;
    y1_ = y_ + change_;
    carry_ = change_ - (y1_ - y_);
    evaluate(end.high, y1_.data(), f1_.data());
}

double GaussLoop::error() {
    slopes_.noalias() = z_ * inverse_.transpose();  // h f(Yᵢ)
    error_ = slopes_ * end_slopes_ - h_ * f1_;
    error_ += (s_ % 2 == 0 ? -h_ : h_) * f0_;
    error_ *= table_.error_factor;
    if (is_stiff_) take_out_stiff_part();
    const double estimate = norm(error_.data(), y1_);
    if (is_stiff_ || fixed_) return estimate;
    const double rough = norm_where_rough();
    return rough > std::max(1.0, estimate) && slopes_tell() ? rough : estimate;
}

// The estimate is compared with a power of the tolerance, because in a step of a smooth motion the error
// is so much smaller. How smooth it is there the differences of the slopes tell: as that of exp(λt) for
// some |λh|, of which the error of the step follows. At the zero of a fractional power, where f has no
// derivatives, that is as large as the estimate.
double GaussLoop::norm_where_rough() {
    const auto& [by_last, by_one_before, beside_estimate] = table_.smooth;
    for (Index i = 0; i < n_; ++i) {
        const double e = std::abs(error_[i]);
        if (e == 0) continue;
        const double first = std::abs(slopes_(i, s_ - 1) - slopes_(i, 0)),
                     last = s_ == 3 ? std::abs(slopes_(i, 0) - 2 * slopes_(i, 1) + slopes_(i, 2))
                                    : first,
                     before = s_ == 3 ? first : std::abs(slopes_(i, 0) + slopes_(i, 1)) / 2;
        const double lambda_h =
            std::min(e / (by_last * last), std::sqrt(e / (by_one_before * before)));
        error_[i] *= std::min(1.0, beside_estimate * std::pow(lambda_h, static_cast<double>(s_)));
    }
    return norm(error_.data(), y1_) * tolerances_.rtol / recorder_.options().rtol;
}

// (I − γ h J)⁻¹ times the estimate, with γ the mean of the diagonal of A. Where the equations are stiff,
// h f at the ends is h J times what these are off the slow motion, and estimates that.
void GaussLoop::take_out_stiff_part() {
    const double gamma = table_.a.trace() / static_cast<double>(s_);
    const Matrix filter = Matrix::Identity(n_, n_) - gamma * h_ * jacobian_by_sizes();
    error_ = sizes_.cwiseProduct(
        solution(PartialLU(filter), sizes_.cwiseInverse().cwiseProduct(error_)));
}

bool GaussLoop::retry(double factor, StopReason reason) {
    ++recorder_.statistics().rejected;
    const double t = recorder_.time().high;
    h_ *= factor;
    step_before_ = 0;
    if (!fixed_ && std::abs(h_) >= smallest_step(t)) return true;
    recorder_.stop(
        reason,
        reason == StopReason::NoConvergence
            ? sentence("The stages of the step from {} could not be computed: Newton's iteration "
                       "does not converge.",
                       time_is(t))
            : sentence(
                  "The step has become too small at {}: the tolerance cannot be met beyond it.",
                  time_is(t)));
    return false;
}

bool GaussLoop::accept(Time end, double factor) {
    if (problem_.project) {
        if (!recorder_.project(end, y1_.data())) return false;
        carry_.setZero();
        evaluate(end.high, y1_.data(), f1_.data());
    }
    const Segment polynomial = segment();
    const bool wanted = recorder_.wants_segment(end, y1_.data(), polynomial);
    if (!recorder_.accept(end, y1_.data(), wanted ? &polynomial : nullptr)) return false;
    y_.swap(y1_);
    f0_.swap(f1_);
    step_before_ = h_;
    // A new width costs a factorization: small gains are not worth it.
    if (!fixed_ && (factor < 1 || factor > 1.2)) h_ *= factor;
    if (std::abs(h_) > recorder_.options().largest_step)
        h_ = std::copysign(recorder_.options().largest_step, h_);
    return true;
}

// Cubic through both ends with their slopes. For three stages that is less than the order asks for: a
// quartic by the difference of the slopes at the outer ones, then a quintic by f on it at the thirds.
// Where slopes tell nothing: through both ends and the stages.
Segment GaussLoop::segment() {
    Eigen::Map<Matrix> c(coefficients_.data(), n_, static_cast<Index>(coefficients_.size()) / n_);
    c.setZero();
    c.col(0) = y_;
    c.col(1) = y1_ - y_;
    if (!slopes_tell()) {
        Matrix basis(s_, s_), beyond(n_, s_);
        for (Index i = 0; i < s_; ++i) {
            const double x = table_.c(i);
            const double values[] = {1, x, x * (1 - x)};
            for (Index k = 0; k < s_; ++k) basis(i, k) = values[k];
            beyond.col(i) = (z_.col(i) - x * c.col(1)) / (x * (1 - x));
        }
        c.middleCols(2, s_) = solutions(PartialLU(basis), beyond.transpose()).transpose();
        return {recorder_.time(),
                h_,
                Basis::Alternating,
                problem_.size,
                coefficients_.size() / problem_.size,
                coefficients_.data()};
    }
    c.col(2) = h_ * f0_ - c.col(1);
    c.col(3) = 2 * c.col(1) - h_ * (f0_ + f1_);
    const Segment result{recorder_.time(),
                         h_,
                         Basis::Alternating,
                         problem_.size,
                         coefficients_.size() / problem_.size,
                         coefficients_.data()};
    if (s_ != 3) return result;
    const double x = table_.c(0);
    // The cubic's slope at x less that at 1 − x.
    const double of_c2 = 2 * (1 - 2 * x), of_c3 = 1 - 2 * x;
    c.col(4) = (slopes_.col(0) - slopes_.col(2) - of_c2 * c.col(2) - of_c3 * c.col(3)) /
               (4 * x * (1 - x) * (1 - 2 * x));
    for (Index third : {1, 2}) {
        const double theta = static_cast<double>(third) / 3;
        result.evaluate(theta, change_.data());
        evaluate(recorder_.time().high + theta * h_, change_.data(), slopes_.col(third).data());
    }
    if (!slopes_.allFinite()) return result;
    // What the slopes are beyond those of the cubic.
    slopes_.col(1) = h_ * slopes_.col(1) - c.col(1) - (c.col(2) + c.col(3)) / 3;
    slopes_.col(2) = h_ * slopes_.col(2) - c.col(1) + c.col(2) / 3;
    c.col(4) = -27.0 / 4 * (slopes_.col(1) + 2 * slopes_.col(2));
    c.col(5) = 81.0 / 4 * (slopes_.col(1) + slopes_.col(2));
    return result;
}

void GaussLoop::run() {
    if (!begin()) return;
    while (true) {
        const double t = recorder_.time().high;
        if (!fixed_) h_ = guard_.limit(h_, {t, y_.data(), f0_.data()});
        const Time end = recorder_.end_of(h_);
        prepare();
        guess();
        if (!solve_stages()) {
            needs_jacobian_ = true;
            if (!retry(0.5, StopReason::NoConvergence)) return;
            continue;
        }
        carry_before_ = carry_;
        finish(end);
        const double e = error();
        if (!fixed_ && !(e <= 1)) {
            carry_ = carry_before_;
            if (!retry(control_.after_rejected(e), StopReason::StepTooSmall)) return;
            continue;
        }
        const Slope first{t, y_.data(), f0_.data()}, last{end.high, y1_.data(), f1_.data()};
        if (fixed_ && missed_.is_in(first, h_, last)) {
            stop_at_missed_force(recorder_, end.high);
            return;
        }
        if (!fixed_ && !guard_.allows(first, h_, last)) {
            carry_ = carry_before_;
            if (!retry(0.5, StopReason::StepTooSmall)) return;
            continue;
        }
        if (!accept(end, control_.after_accepted(e))) return;
    }
}

}  // namespace

void run_gauss4(const OdeProblem& problem, Recorder& recorder) {
    GaussLoop(gauss4(), problem, recorder).run();
}

void run_gauss6(const OdeProblem& problem, Recorder& recorder) {
    GaussLoop(gauss6(), problem, recorder).run();
}

}  // namespace rattleback
