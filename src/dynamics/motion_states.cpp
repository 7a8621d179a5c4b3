#include "dynamics/motion_states.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "dynamics/formula_rounding.hpp"
#include "dynamics/part_energies.hpp"
#include "equations/higher_motion.hpp"
#include "expr/flattened.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/integral.hpp"
#include "expr/matrices.hpp"
#include "start/decompositions.hpp"
#include "start/equilibrated.hpp"

namespace rattleback {
namespace {

constexpr double unit = std::numeric_limits<double>::epsilon();

bool is_vakonomic(const System& system) { return system.principle == Principle::Vakonomic; }

// Without equations of the constraints A is not known.
bool is_parametrized_only(const System& system) {
    return system.parametrization && system.constraints.empty();
}

Eigen::MatrixXd matrix_at(const double*& values, std::size_t rows, std::size_t columns) {
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::Map<const RowMajor> map(values, static_cast<Eigen::Index>(rows),
                                         static_cast<Eigen::Index>(columns));
    values += rows * columns;
    return map;
}

double norm(const Eigen::MatrixXd& metric, const Eigen::VectorXd& x) {
    return std::sqrt(std::abs(x.dot(metric * x)));
}

MotionOptions interpreted() {
    MotionOptions result;
    result.solve.compile.backend = Backend::Interpreter;
    result.shorten = false;
    return result;
}

}  // namespace

void Worst::thin() {
    constexpr std::size_t most = 256;
    while (times.size() > most) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < times.size(); i += 2, ++kept) {
            // What has no value is larger than all.
            const bool is_second = i + 1 < times.size() && !(deviations[i] >= deviations[i + 1]) &&
                                   !std::isnan(deviations[i]);
            const std::size_t from = is_second ? i + 1 : i;
            for (auto* list : {&times, &deviations, &sizes, &reaches, &roundings})
                (*list)[kept] = (*list)[from];
        }
        for (auto* list : {&times, &deviations, &sizes, &reaches, &roundings}) list->resize(kept);
    }
}

MotionStates::MotionStates(const System& system, const Equations& equations, Watched watched)
    : n_(system.size()),
      balances_(watched == Watched::Whole ? balances_of(system) : part_energies(system)),
      residuals_(watched == Watched::Whole ? residuals_of(system) : std::vector<Residual>{}),
      motion_(system, equations, interpreted()),
      forces_(motion_.forces()),
      core_(is_vakonomic(system) ? CoreSystem{} : core_system(system)) {
    ExprVector wanted = system.v;
    for (const Balance& b : balances_) {
        append(wanted, {b.value, b.size, b.rate, b.rounding});
        append(wanted, b.field);
        append(wanted, b.along_a);
    }
    for (const Residual& r : residuals_) append(wanted, {r.value, r.size, r.rounding});
    prepare_integrals(wanted);
    observed_.emplace(system, equations, motion_, wanted, interpreted().solve.compile);
    seen_.resize(wanted.size());
    solved_.resize(forces_.outputs());
    if (watched != Watched::Whole) return;
    prepare_gauss(system);
    if (!system.higher.empty()) prepare_higher(system, equations);
}

MotionStates::MotionStates(const SmoothMotion& phase, Watched watched)
    : MotionStates(phase.system, phase.equations, watched) {
    if (!phase.held.empty()) prepare_held(phase);
}

// Values with integrals are seen in two steps: first what they need, then they.
void MotionStates::prepare_integrals(ExprVector& wanted) {
    ExprVector values;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (!has_integrals(wanted[i])) continue;
        with_integrals_.push_back(i);
        values.push_back(std::exchange(wanted[i], 0));
    }
    if (values.empty()) return;
    first_input_ = wanted.size();
    const ExprVector inputs = free_symbols(values);
    append(wanted, inputs);
    integrals_.emplace(inputs, values);
}

void MotionStates::prepare_held(const SmoothMotion& phase) {
    gauss_.reset();
    Equations with_held = phase.equations;
    with_held.reactions = phase.held_force;
    const EquationsOfMotion motion(phase.system, with_held, interpreted());
    held_forces_ = motion.forces();
    held_.resize(held_forces_->outputs());
    ExprVector generators;
    for (const Balance& b : balances_) append(generators, b.generator);
    generators_ = motion.observed(generators);
    generator_values_.resize(generators.size());
}

void MotionStates::see(double t, std::span<const double> state) {
    t_ = t;
    state_.assign(state.begin(), state.end());
    in_ = motion_.input(state, t);
    (*observed_)(in_.data(), seen_.data());
    if (integrals_) {
        std::vector<double> values(with_integrals_.size());
        (*integrals_)(seen_.data() + first_input_, values.data());
        for (std::size_t i = 0; i < values.size(); ++i) seen_[with_integrals_[i]] = values[i];
    }
    determined_ = forces_(in_.data(), solved_.data());
    if (!held_forces_) return;
    (*held_forces_)(in_.data(), held_.data());
    (*generators_)(in_.data(), generator_values_.data());
}

std::vector<MotionStates::Seen> MotionStates::all() const {
    std::vector<Seen> result;
    const double* at = seen_.data() + n_;
    const double* generator = generator_values_.data();
    for (const Balance& b : balances_) {
        Seen seen{at[0], at[1], at[2], unit * at[3]};
        at += 4;
        for (std::size_t i = 0; i < b.field.size(); ++i) seen.rate += reaction()[i] * *at++;
        for (std::size_t i = 0; i < b.along_a.size(); ++i) seen.rate += accelerations()[i] * *at++;
        for (std::size_t i = 0; held_forces_ && i < b.generator.size(); ++i)
            seen.rate += held_[n_ + i] * *generator++;
        result.push_back(seen);
    }
    for (std::size_t i = 0; i < residuals_.size(); ++i, at += 3)
        result.push_back({at[0], at[1], 0, unit * at[2]});
    return result;
}

std::pair<double, double> MotionStates::power() const {
    double power = 0, size = 0;
    for (std::size_t i = 0; i < n_; ++i) {
        power += reaction()[i] * v()[i];
        size += std::abs(reaction()[i] * v()[i]);
    }
    return {power, size};
}

std::vector<double> MotionStates::reach(const Moves& moves) {
    const auto& [by, part, time] = moves;
    const double t = t_;
    const std::vector<double> state = state_;
    const std::vector<Seen> here = all();
    const double power_here = power().first;
    const std::vector<double> solved_here = solved_;
    std::vector<double> result(here.size() + 1), moved = state;
    moved_.assign(n_, 0);
    for (std::size_t i = 0; i < std::min(state.size(), by.size()); ++i) {
        moved[i] = state[i] + by[i] + part * std::abs(state[i]);
        see(t, moved);
        moved[i] = state[i];
        const std::vector<Seen> there = all();
        for (std::size_t j = 0; j < here.size(); ++j)
            result[j] += std::abs(there[j].value - here[j].value) +
                         time * std::abs(there[j].rate - here[j].rate);
        result.back() += std::abs(power().first - power_here);
        for (std::size_t j = 0; j < n_; ++j) moved_[j] += std::abs(solved_[j] - solved_here[j]);
    }
    see(t, state);
    result.back() += rounding_of_power();
    return result;
}

// A reaction is what the forces leave of M a, and has the rounding of both.
double MotionStates::rounding_of_power() const {
    if (!gauss_) return 0;
    std::vector<double> values(gauss_->outputs());
    (*gauss_)(in_.data(), values.data());
    const double* at = values.data();
    const Eigen::MatrixXd m = matrix_at(at, n_, n_), f = matrix_at(at, n_, 1);
    const auto n = static_cast<Eigen::Index>(n_);
    const Eigen::Map<const Eigen::VectorXd> a(solved_.data(), n), velocity(v().data(), n);
    const Eigen::VectorXd terms = m.cwiseAbs() * a.cwiseAbs() + f.cwiseAbs();
    return unit * terms.dot(velocity.cwiseAbs());
}

void MotionStates::compare_accelerations(double t, Worst& gauss,
                                         std::span<Worst> of_derivatives) const {
    std::vector<double> values(gauss_->outputs());
    (*gauss_)(in_.data(), values.data());
    const std::size_t k = core_.a.size();
    const auto n = static_cast<Eigen::Index>(n_), size = n + static_cast<Eigen::Index>(k);
    const double* at = values.data();
    const Eigen::MatrixXd m = matrix_at(at, n_, n_), f = matrix_at(at, n_, 1);
    const Eigen::MatrixXd a = matrix_at(at, k, n_), beta = matrix_at(at, k, 1);
    const Eigen::MatrixXd reaction = matrix_at(at, k, n_), terms_of_f = matrix_at(at, n_, 1);
    const Eigen::VectorXd actual = Eigen::Map<const Eigen::VectorXd>(solved_.data(), n);
    const Equilibrated<Eigen::MatrixXd> inertia(m);
    const Eigen::FullPivHouseholderQR<Eigen::MatrixXd> factors(inertia.matrix());
    const auto accelerated_by = [&](const Eigen::VectorXd& forces) -> Eigen::VectorXd {
        return inertia.solution(solution(factors, inertia.right(forces)));
    };
    const Eigen::VectorXd free = accelerated_by(f);
    Eigen::MatrixXd bordered = Eigen::MatrixXd::Zero(size, size);
    bordered.topLeftCorner(n, n) = m;
    bordered.topRightCorner(n, size - n) = -reaction.transpose();
    bordered.bottomLeftCorner(size - n, n) = a;
    Eigen::VectorXd right(size);
    right << f, -beta;
    const Equilibrated<Eigen::MatrixXd> scaled(bordered, n);
    const Eigen::VectorXd least =
        scaled.solution(solution(scaled.matrix().fullPivHouseholderQr(), scaled.right(right)))
            .head(n);
    gauss.see(norm(m, actual - least),
              (norm(m, actual) + norm(m, free)) / std::max(determined_, 1e-12), t,
              unit * norm(m, accelerated_by(terms_of_f)));
    if (!moved_.empty()) {
        const Eigen::Map<const Eigen::VectorXd> moved(moved_.data(), n);
        const double reach = (m.diagonal().cwiseAbs().cwiseSqrt().cwiseProduct(moved)).norm();
        gauss.widen(reach);
    }
    const std::size_t higher = higher_ ? (higher_->outputs() - solved_.size() + n_) / 2 : 0;
    for (Worst& worst : of_derivatives.first(of_derivatives.size() - higher)) {
        const Eigen::VectorXd row = matrix_at(at, 1, n_).transpose();
        const double rest = *at++;
        // Where the reaction takes all of a free acceleration, what is left has the rounding of that.
        const double of_terms = row.cwiseAbs().dot(actual.cwiseAbs() + free.cwiseAbs());
        worst.see(row.dot(actual) + rest, of_terms + std::abs(rest), t);
    }
    if (!higher_) return;
    std::vector<double> residuals(higher_->outputs());
    (*higher_)(in_.data(), residuals.data());
    const double* residual = residuals.data() + n_;
    for (Worst& worst : of_derivatives.last(higher)) {
        worst.see(residual[0], residual[1], t);
        residual += 2;
    }
}

// Beside the terms of each constraint, with the derivatives of q as the motion has them.
void MotionStates::prepare_higher(const System& system, Equations equations) {
    const HigherMotion motion = higher_motion(system);
    equations.reactions.clear();
    for (std::size_t h = 0; h < motion.residuals.size(); ++h) {
        const ExprVector slope = gradient(motion.residuals[h], motion.rates);
        const Expr rest = motion.residuals[h] - dot(slope, motion.rates);
        append(equations.reactions,
               {motion.residuals[h], size_of_terms(slope, motion.rates) + abs(rest)});
    }
    higher_ = EquationsOfMotion(system, equations, interpreted()).forces();
}

void MotionStates::prepare_gauss(const System& system) {
    if (is_vakonomic(system) || is_parametrized_only(system)) return;
    ExprVector wanted;
    append(wanted, core_.mass);
    append(wanted, core_.force);
    append(wanted, core_.a);
    append(wanted, core_.beta);
    append(wanted, core_.n);
    append(wanted, uncancelled(core_.force));
    const ConstraintRows rows = all_constraint_rows(system);
    for (std::size_t i = 0; i < system.constraints.size(); ++i)
        if (system.constraints[i].order == 2) {
            append(wanted, rows.a[i]);
            wanted.push_back(rows.beta[i]);
        }
    gauss_.emplace(motion_.observed(wanted));
}

}  // namespace rattleback
