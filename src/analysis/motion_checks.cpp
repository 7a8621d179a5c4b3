#include "analysis/motion_checks.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/conserved.hpp"
#include "analysis/energy_balance.hpp"
#include "analysis/quadrature.hpp"
#include "compiled/equations_of_motion.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "geometry/core_system.hpp"
#include "geometry/products.hpp"
#include "model/expectation.hpp"
#include "trajectory/continuation.hpp"

namespace rattleback {
namespace {

// So many times the tolerance is no sign of a fault; where the errors of steps add up, so many times
// their sum.
constexpr double benefit_of_doubt = 10, benefit_of_sums = 1;
constexpr double rounding = 1e-12;
constexpr std::size_t gauss_states = 100;

// A quantity, how fast it changes apart from the reaction, and the field on which the reaction works.
struct Balance {
    std::string name, says;
    Expr value, size, rate;
    ExprVector field;  // empty: the reaction has no part in it
};

// What must vanish at every state.
struct Residual {
    std::string name, says;
    Expr value, size;
};

Expr size_of_terms(const ExprVector& a, const ExprVector& b) {
    Expr sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += abs(a[i] * b[i]);
    return sum;
}

bool is_vakonomic(const System& system) { return system.principle == Principle::Vakonomic; }

bool has_reaction(const System& system) {
    return !is_vakonomic(system) && (!system.constraints.empty() || system.parametrization);
}

// Without equations of the constraints A is not known.
bool is_parametrized_only(const System& system) {
    return system.parametrization && system.constraints.empty();
}

// By Euler: A v = 0 where the constraints hold.
bool reaction_does_no_work(const System& system) {
    return !is_generalized(system) && !is_parametrized_only(system) &&
           std::ranges::all_of(system.constraints, [](const Constraint& c) {
               return c.order < 2 && (c.dependence == Dependence::Linear ||
                                      c.dependence == Dependence::Homogeneous);
           });
}

std::vector<Balance> balances_of(const System& system) {
    const Expr l = lagrangian_of_motion(system);
    const ExprVector p = gradient(l, system.v);
    Balance energy{.name = "energy",
                   .says = "E - E0",
                   .value = dot(p, system.v) - l,
                   .size = abs(l) + size_of_terms(p, system.v),
                   .rate = dot(system.force, system.v) - derivative(l, system.t),
                   .field = {}};
    if (has_reaction(system) && !reaction_does_no_work(system)) energy.field = system.v;
    if (!energy.rate.is_zero() || !energy.field.empty())
        energy.says = "E - E0 - work of forces and reactions";
    std::vector<Balance> result{energy};
    for (const Symmetry& s : system.symmetries) {
        const ExprVector rate =
            derivative_along(s.generator, system.by_time_without_accelerations());
        result.push_back({.name = "momentum " + s.name,
                          .says = "J - J0 - impulse of forces and reactions",
                          .value = dot(p, s.generator),
                          .size = size_of_terms(p, s.generator),
                          .rate = dot(gradient(l, system.q), s.generator) + dot(p, rate) +
                                  dot(system.force, s.generator),
                          .field = has_reaction(system) ? s.generator : ExprVector{}});
    }
    for (std::size_t i = 0; i < system.expect.size(); ++i) {
        const auto& [quantity, form] = system.expect[i];
        if (!is_constant_of_motion(form)) continue;
        const std::string name = name_of_expected(system, i);
        const ExprVector symbols = symbols_of(quantity);
        result.push_back(
            {.name = "constant " + name,
             .says = "change since the start",
             .value = quantity,
             .size = abs(quantity) + size_of_terms(gradient(quantity, symbols), symbols),
             .rate = 0,
             .field = {}});
    }
    return result;
}

std::vector<Residual> residuals_of(const System& system) {
    std::vector<Residual> result;
    for (const Constraint& c : system.constraints) {
        const std::string name = "constraint " + c.name;
        if (c.order == 0) {
            const ExprVector slope = gradient(c.expression, system.q);
            result.push_back({name, "residual", c.expression, size_of_terms(slope, system.q)});
            result.push_back({name + "'", "residual of its rate",
                              derivative_along(c.expression, system.by_time()),
                              size_of_terms(slope, system.v)});
        }
        if (c.order == 1)
            result.push_back({name, "residual", c.expression,
                              size_of_terms(gradient(c.expression, system.v), system.v)});
    }
    for (const auto& [symbol, form] : system.expect)
        if (!is_constant_of_motion(form))
            result.push_back({"expected " + to_text(symbol), "difference from the closed form",
                              symbol - form, abs(symbol) + abs(form)});
    return result;
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

// The deviations so far, and the largest, of a quantity as large as `size`.
struct Worst {
    double value = 0, time = 0, size = 0;
    std::vector<double> times = {}, deviations = {};

    void see(double deviation, double its_size, double t) {
        times.push_back(t);
        deviations.push_back(std::abs(deviation));
        size = std::max(size, its_size);
        if (std::isnan(value) || std::abs(deviation) <= value) return;
        value = std::abs(deviation);
        time = t;
    }
};

// Everything at a state, for one set of variables.
class States {
public:
    States(const System& system, const Equations& equations)
        : n_(system.size()),
          balances_(balances_of(system)),
          residuals_(residuals_of(system)),
          motion_(system, equations, options()),
          forces_(motion_.forces()),
          core_(is_vakonomic(system) ? CoreSystem{} : core_system(system)) {
        ExprVector wanted = system.v;
        for (const Balance& b : balances_) {
            append(wanted, {b.value, b.size, b.rate});
            append(wanted, b.field);
        }
        for (const Residual& r : residuals_) append(wanted, {r.value, r.size});
        observed_.emplace(motion_.observed(wanted));
        seen_.resize(wanted.size());
        solved_.resize(forces_.outputs());
        prepare_gauss(system);
    }

    void see(double t, std::span<const double> state) {
        in_ = motion_.input(state, t);
        (*observed_)(in_.data(), seen_.data());
        determined_ = forces_(in_.data(), solved_.data());
    }

    const std::vector<Balance>& balances() const { return balances_; }
    const std::vector<Residual>& residuals() const { return residuals_; }
    std::span<const double> v() const { return {seen_.data(), n_}; }
    std::span<const double> reaction() const { return {solved_.data() + n_, n_}; }

    struct Seen {
        double value, size, rate;
    };
    // Of the balances, then of the residuals.
    std::vector<Seen> all() const {
        std::vector<Seen> result;
        const double* at = seen_.data() + n_;
        for (const Balance& b : balances_) {
            Seen seen{at[0], at[1], at[2]};
            at += 3;
            for (std::size_t i = 0; i < b.field.size(); ++i) seen.rate += reaction()[i] * *at++;
            result.push_back(seen);
        }
        for (std::size_t i = 0; i < residuals_.size(); ++i, at += 2)
            result.push_back({at[0], at[1], 0});
        return result;
    }

    // |a − â| and what it is to be compared with; then A a + β of each constraint of second order.
    bool can_compare_accelerations() const { return gauss_.has_value(); }
    void compare_accelerations(double t, Worst& gauss, std::vector<Worst>& second_order) const {
        std::vector<double> values(gauss_->outputs());
        (*gauss_)(in_.data(), values.data());
        const std::size_t k = core_.a.size();
        const auto n = static_cast<Eigen::Index>(n_), size = n + static_cast<Eigen::Index>(k);
        const double* at = values.data();
        const Eigen::MatrixXd m = matrix_at(at, n_, n_), f = matrix_at(at, n_, 1);
        const Eigen::MatrixXd a = matrix_at(at, k, n_), beta = matrix_at(at, k, 1);
        const Eigen::MatrixXd reaction = matrix_at(at, k, n_);
        const Eigen::VectorXd actual = Eigen::Map<const Eigen::VectorXd>(solved_.data(), n);
        const Eigen::VectorXd free = m.ldlt().solve(f);
        Eigen::MatrixXd bordered = Eigen::MatrixXd::Zero(size, size);
        bordered.topLeftCorner(n, n) = m;
        bordered.topRightCorner(n, size - n) = -reaction.transpose();
        bordered.bottomLeftCorner(size - n, n) = a;
        Eigen::VectorXd right(size);
        right << f, -beta;
        const Eigen::VectorXd least = bordered.fullPivHouseholderQr().solve(right).head(n);
        gauss.see(norm(m, actual - least),
                  (norm(m, actual) + norm(m, free)) / std::max(determined_, 1e-12), t);
        for (Worst& worst : second_order) {
            const Eigen::VectorXd row = matrix_at(at, 1, n_).transpose();
            const double rest = *at++;
            worst.see(row.dot(actual) + rest,
                      row.cwiseAbs().dot(actual.cwiseAbs()) + std::abs(rest), t);
        }
    }

private:
    static MotionOptions options() {
        MotionOptions result;
        result.solve.compile.backend = Backend::Interpreter;
        result.shorten = false;
        return result;
    }

    static void append(ExprVector& all, const ExprVector& more) {
        all.insert(all.end(), more.begin(), more.end());
    }

    void prepare_gauss(const System& system) {
        if (is_vakonomic(system) || is_parametrized_only(system)) return;
        ExprVector wanted;
        for (const ExprVector& row : core_.mass) append(wanted, row);
        append(wanted, core_.force);
        for (const ExprVector& row : core_.a) append(wanted, row);
        append(wanted, core_.beta);
        for (const ExprVector& row : core_.n) append(wanted, row);
        const ConstraintRows rows = all_constraint_rows(system);
        for (std::size_t i = 0; i < system.constraints.size(); ++i)
            if (system.constraints[i].order == 2) {
                append(wanted, rows.a[i]);
                wanted.push_back(rows.beta[i]);
            }
        gauss_.emplace(motion_.observed(wanted));
    }

    std::size_t n_;
    std::vector<Balance> balances_;
    std::vector<Residual> residuals_;
    EquationsOfMotion motion_;
    SolvedFunction forces_;
    CoreSystem core_;
    std::optional<CompiledFunction> observed_, gauss_;
    std::vector<double> in_, seen_, solved_;
    double determined_ = 1;
};

// Goes along the parts of a run and remembers the worst.
class Checks {
public:
    explicit Checks(const System& system) : system_(system) {
        for (const Constraint& c : system.constraints)
            if (c.order == 2) second_order_names_.push_back(c.name);
        second_order_.resize(second_order_names_.size());
    }

    void follow(const System& system, const Equations& equations, const Trajectory& part) {
        States states(system, equations);
        begin(states);
        if (part.dense.empty())
            follow_samples(states, part);
        else
            follow_steps(states, part);
    }

    std::vector<MotionCheck> results(const Trajectory& run) const {
        std::vector<MotionCheck> result;
        const auto add = [&](const std::string& name, const std::string& says, const Worst& worst,
                             double allowed) {
            result.push_back(
                {name, says, worst.value, worst.time, allowed, worst.times, worst.deviations});
        };
        for (const Quantity& q : quantities_)
            if (q.is_complete) add(q.name, q.says, q.worst, allowed_in_sum(run, q.worst));
        for (std::size_t i = 0; i < second_order_.size(); ++i)
            add("constraint " + second_order_names_[i], "residual in the accelerations",
                second_order_[i], allowed_at_a_state(run, second_order_[i]));
        if (has_reaction(system_))
            add("power of the reaction", "R v", power_,
                reaction_does_no_work(system_) ? allowed_at_a_state(run, power_) : infinity);
        if (compared_)
            add("Gauss", "distance from the acceleration of the least constraint", gauss_,
                allowed_at_a_state(run, gauss_));
        return result;
    }

private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    struct Quantity {
        std::string name, says;
        bool is_balance = false, is_complete = true;
        double start = 0, integral = 0;
        Worst worst = {};
    };

    // A method of fixed step has no tolerance to keep.
    static double allowed_at_a_state(const Trajectory& run, const Worst& worst) {
        if (run.rtol == 0) return infinity;
        return benefit_of_doubt * (run.atol + run.rtol * worst.size) + rounding * worst.size;
    }

    static double allowed_in_sum(const Trajectory& run, const Worst& worst) {
        if (run.rtol == 0) return infinity;
        const auto steps = static_cast<double>(run.statistics.steps + 10);
        return benefit_of_sums * steps * (run.atol + run.rtol * worst.size) + rounding * worst.size;
    }

    void begin(const States& states) {
        if (!quantities_.empty()) return;
        for (const Balance& b : states.balances())
            quantities_.push_back({.name = b.name, .says = b.says, .is_balance = true});
        for (const Residual& r : states.residuals())
            quantities_.push_back({.name = r.name, .says = r.says});
    }

    void look(States& states, double t, std::span<const double> state) {
        states.see(t, state);
        const auto seen = states.all();
        for (std::size_t i = 0; i < seen.size(); ++i) {
            Quantity& q = quantities_[i];
            if (!started_ && q.is_balance) q.start = seen[i].value;
            q.worst.see(seen[i].value - q.start - q.integral, seen[i].size + std::abs(q.integral),
                        t);
        }
        started_ = true;
        double power = 0, size = 0;
        for (std::size_t i = 0; i < states.v().size(); ++i) {
            power += states.reaction()[i] * states.v()[i];
            size += std::abs(states.reaction()[i] * states.v()[i]);
        }
        power_.see(power, size, t);
    }

    void compare_accelerations(const States& states, double t, std::size_t i, std::size_t count) {
        const std::size_t every = count / gauss_states + 1;
        if (!states.can_compare_accelerations() || (i % every != 0 && i + 1 != count)) return;
        compared_ = true;
        states.compare_accelerations(t, gauss_, second_order_);
    }

    void follow_samples(States& states, const Trajectory& part) {
        for (std::size_t i = 0; i < quantities_.size(); ++i)
            if (i < states.balances().size() && needs_integral(states.balances()[i]))
                quantities_[i].is_complete = false;
        for (std::size_t i = 0; i < part.times.size(); ++i) {
            look(states, part.times[i], part.states[i]);
            compare_accelerations(states, part.times[i], i, part.times.size());
        }
    }

    void follow_steps(States& states, const Trajectory& part) {
        const std::size_t count = part.dense.segments();
        std::vector<double> state(part.states.width());
        for (std::size_t i = 0; i < count; ++i) {
            const Segment segment = part.dense.segment(i);
            const double begins = segment.start.high, ends = part.dense.end_of_segment(i);
            segment.evaluate(0, state.data());
            look(states, begins, state);
            compare_accelerations(states, begins, i, count + 1);
            add_integrals(states, segment, begins, ends, part);
        }
        if (part.rest) return;  // which begins here
        look(states, part.stop.time, part.stop.state);
        compare_accelerations(states, part.stop.time, count, count + 1);
    }

    static bool needs_integral(const Balance& b) { return !b.rate.is_zero() || !b.field.empty(); }

    void add_integrals(States& states, const Segment& segment, double begins, double ends,
                       const Trajectory& part) {
        std::vector<std::size_t> needed;
        double tolerance = infinity, floor = 1e-16;
        for (std::size_t i = 0; i < states.balances().size(); ++i) {
            if (!needs_integral(states.balances()[i])) continue;
            needed.push_back(i);
            const double size = quantities_[i].worst.size;
            tolerance = std::min(tolerance, part.atol + (part.rtol + 1e-14) * size);
            floor = std::max(floor, 1e-14 * size);
        }
        tolerance = std::max(tolerance, floor);
        std::vector<double> state(segment.size), sums(needed.size());
        const auto rates = [&](double t, std::span<double> values) {
            segment.evaluate(segment.theta(t), state.data());
            states.see(t, state);
            const auto seen = states.all();
            for (std::size_t i = 0; i < needed.size(); ++i) values[i] = seen[needed[i]].rate;
        };
        add_integral(rates, begins, ends, tolerance, sums);
        for (std::size_t i = 0; i < needed.size(); ++i) quantities_[needed[i]].integral += sums[i];
    }

    const System& system_;
    std::vector<Quantity> quantities_;
    std::vector<std::string> second_order_names_;
    std::vector<Worst> second_order_;
    Worst power_, gauss_;
    bool started_ = false, compared_ = false;
};

}  // namespace

std::vector<MotionCheck> check_motion(const System& system, const Equations& equations,
                                      const Trajectory& trajectory) {
    Checks checks(system);
    const bool only_rest = trajectory.rest && trajectory.dense.empty();  // there is no first step
    if (!only_rest) checks.follow(system, equations, trajectory);
    if (trajectory.rest) {
        const InVelocities other = in_velocities(system);
        checks.follow(other.system, other.equations, *trajectory.rest);
    }
    return checks.results(trajectory);
}

}  // namespace rattleback
