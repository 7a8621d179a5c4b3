#include "support/true_run.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <random>

#include "support/extrapolation.hpp"
#include "support/scaled_solution.hpp"

namespace rattleback::testing {
namespace {

constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();

ExprVector variables_of(const System& system, bool with_accelerations) {
    ExprVector variables{system.t};
    variables.insert(variables.end(), system.q.begin(), system.q.end());
    variables.insert(variables.end(), system.v.begin(), system.v.end());
    if (with_accelerations) variables.insert(variables.end(), system.a.begin(), system.a.end());
    return variables;
}

std::unordered_map<Expr, Real> parameters_of(const System& system) {
    std::unordered_map<Expr, Real> values;
    for (const Parameter& p : system.parameters)
        values[p.symbol] = OracleValue<Real>(values)(p.value);
    return values;
}

bool is_finite(const Vector& x) {
    return std::ranges::all_of(x, [](Real entry) { return std::isfinite(entry); });
}

constexpr std::size_t most_steps = 1000;

State state_of(Real t, const Vector& y) {
    const auto half = static_cast<std::ptrdiff_t>(y.size() / 2);
    return {t, Vector(y.begin(), y.begin() + half), Vector(y.begin() + half, y.end())};
}

Vector vector_of(const State& state) {
    Vector y = state.q;
    y.insert(y.end(), state.v.begin(), state.v.end());
    return y;
}

Real dot(const Vector& a, const Vector& b) {
    Real sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

Real length(const Vector& a) { return std::sqrt(dot(a, a)); }

Real largest(const Matrix& m) {
    Real result = 0;
    for (const Vector& row : m)
        for (const Real x : row) result = std::max(result, std::fabs(x));
    return result;
}

// What makes this as large as that; 1 where they are of like size.
Real unit_of(Real size, Real wanted) {
    const Real ratio = wanted / size;
    const bool is_like = !(size > 0) || !(wanted > 0) || std::fabs(std::log10(ratio)) <= 3;
    return is_like ? 1 : ratio;
}

bool is_opposite(const Vector& a, const Vector& b) {
    return dot(a, b) < -length(a) * length(b) / 2;
}

// Whether a row of one points against that of the other.
bool has_turned(const Matrix& before, const Matrix& now) {
    for (std::size_t c = 0; c < before.size(); ++c)
        if (is_opposite(before[c], now[c])) return true;
    return false;
}

// The part of a step after which the gradient of a constraint vanished: it points against that at the
// start, and where it stands across it is a tenth of both. Nothing where it only turned.
std::optional<Real> where_gradient_vanished(const Matrix& before, const Matrix& now,
                                            const std::function<Matrix(Real)>& gradients_after) {
    for (std::size_t c = 0; c < before.size(); ++c) {
        if (!is_opposite(before[c], now[c])) continue;
        Real from = 0, to = 1;
        for (int i = 0; i < 20; ++i) {
            const Real middle = (from + to) / 2;
            (dot(gradients_after(middle)[c], before[c]) > 0 ? from : to) = middle;
        }
        if (length(gradients_after(from)[c]) < std::min(length(before[c]), length(now[c])) / 10)
            return from;
    }
    return {};
}

}  // namespace

TrueMotion::TrueMotion(const System& system)
    : n_(system.size()),
      lagrangian_(system.lagrangian, variables_of(system, false), parameters_of(system)) {
    const ExprVector variables = variables_of(system, true);
    const auto known = parameters_of(system);
    const auto values = [&](const ExprVector& entries) {
        std::vector<SecondDerivatives> result;
        for (const Expr& e : entries) result.emplace_back(e, variables, known, 0);
        return result;
    };
    forces_ = values(system.force);
    for (const Constraint& c : system.constraints) {
        constraints_.emplace_back(c.expression, variables, known, c.order == 0 ? 2 : 1);
        orders_.push_back(c.order);
        directions_.push_back(c.reaction ? values(*c.reaction) : std::vector<SecondDerivatives>());
    }
    for (const ExprVector& w : system.reaction_vanishes_on) vanishes_on_.push_back(values(w));
}

Vector TrueMotion::point(const State& state) const {
    Vector x{state.t};
    x.insert(x.end(), state.q.begin(), state.q.end());
    x.insert(x.end(), state.v.begin(), state.v.end());
    x.resize(1 + 3 * n_);
    return x;
}

TrueMotion::Row TrueMotion::row(std::size_t constraint, const State& state) {
    SecondDerivatives& b = constraints_[constraint];
    b.at(point(state));
    Row row{Vector(n_), 0};
    const int order = orders_[constraint];
    for (std::size_t i = 0; i < n_; ++i)
        row.a[i] = b.first(1 + i + static_cast<std::size_t>(order) * n_);
    if (order == 2) {
        row.beta = b.value();
    } else if (order == 1) {
        row.beta = b.first(0);
        for (std::size_t i = 0; i < n_; ++i) row.beta += b.first(1 + i) * state.v[i];
    } else {
        row.beta = b.second(0, 0);
        for (std::size_t i = 0; i < n_; ++i) {
            row.beta += 2 * b.second(0, 1 + i) * state.v[i];
            for (std::size_t j = 0; j < n_; ++j)
                row.beta += b.second(1 + i, 1 + j) * state.v[i] * state.v[j];
        }
    }
    return row;
}

RegularMotion TrueMotion::at(const State& state) {
    const Vector x = point(state);
    lagrangian_.at(x);
    const std::size_t k = constraints_.size(), laws = vanishes_on_.size();
    const bool has_w = laws != 0;
    const std::size_t unknowns = n_ + (has_w ? n_ : k);
    Matrix m(n_ + k + laws, Vector(unknowns));
    Vector right(n_ + k + laws);
    for (std::size_t i = 0; i < n_; ++i) {
        forces_[i].at(x);
        right[i] =
            lagrangian_.first(1 + i) - lagrangian_.second(1 + n_ + i, 0) + forces_[i].value();
        for (std::size_t j = 0; j < n_; ++j) {
            m[i][j] = lagrangian_.second(1 + n_ + i, 1 + n_ + j);
            right[i] -= lagrangian_.second(1 + n_ + i, 1 + j) * state.v[j];
        }
    }
    const Real mass = largest(m);
    Matrix n_rows, gradients;  // N and A
    for (std::size_t c = 0; c < k; ++c) {
        const Row found = row(c, state);
        std::ranges::copy(found.a, m[n_ + c].begin());
        right[n_ + c] = -found.beta;
        gradients.push_back(found.a);
        Vector direction = found.a;
        for (std::size_t i = 0; i < directions_[c].size(); ++i) {
            directions_[c][i].at(x);
            direction[i] = directions_[c][i].value();
        }
        n_rows.push_back(std::move(direction));
    }
    // Rows, multipliers and laws in units in which no size of A or W hides M: elimination scales by
    // largest entries.
    const Real of_rows = unit_of(largest(gradients), mass);
    const Real of_reactions = unit_of(has_w ? 1 : largest(n_rows), mass);
    for (std::size_t c = 0; c < k; ++c) {
        for (Real& entry : m[n_ + c]) entry *= of_rows;
        right[n_ + c] *= of_rows;
    }
    for (std::size_t i = 0; i < n_; ++i) {
        if (has_w) m[i][n_ + i] = -of_reactions;
        for (std::size_t c = 0; !has_w && c < k; ++c) m[i][n_ + c] = -n_rows[c][i] * of_reactions;
    }
    for (std::size_t w = 0; w < laws; ++w) {
        Vector& law = m[n_ + k + w];
        for (std::size_t i = 0; i < n_; ++i) {
            vanishes_on_[w][i].at(x);
            law[n_ + i] = vanishes_on_[w][i].value();
        }
        const Real of_law = unit_of(largest({law}), of_reactions);
        for (Real& entry : law) entry *= of_law;
    }
    if (!std::ranges::all_of(m, is_finite) || !is_finite(right))
        return {{Vector(n_, nan), Vector(n_, nan)}, 0, gradients};
    const ScaledSolution found = scaled_solution(m, right);
    RegularMotion result{{Vector(n_), Vector(n_)}, found.regularity};
    std::copy_n(found.x.begin(), n_, result.motion.a.begin());
    result.gradients = std::move(gradients);
    result.rank = found.rank;
    for (std::size_t i = 0; i < n_; ++i) {
        result.force = std::max(result.force, std::fabs(right[i]));
        for (std::size_t j = 0; j < n_; ++j)
            result.force = std::max(result.force, std::fabs(m[i][j] * found.x[j]));
        for (std::size_t c = 0; c < (has_w ? 1 : k); ++c)
            result.motion.reaction[i] -= m[i][n_ + (has_w ? i : c)] * found.x[n_ + (has_w ? i : c)];
    }
    return result;
}

Real TrueMotion::energy(const State& state) {
    lagrangian_.at(point(state));
    Real e = -lagrangian_.value();
    for (std::size_t i = 0; i < n_; ++i) e += state.v[i] * lagrangian_.first(1 + n_ + i);
    return e;
}

Real TrueMotion::violation(const State& state) {
    Real largest = 0;
    for (std::size_t c = 0; c < constraints_.size(); ++c) {
        if (orders_[c] == 2) continue;
        SecondDerivatives& b = constraints_[c];
        b.at(point(state));
        Real rate = b.first(0);
        for (std::size_t i = 0; i < n_; ++i) rate += b.first(1 + i) * state.v[i];
        if (orders_[c] == 1) rate = 0;
        for (const Real x : {b.value(), rate})
            largest = std::isnan(x) ? nan : std::max(largest, std::fabs(x));
    }
    return largest;
}

void TrueMotion::project(State& state) {
    for (int pass = 0; pass < 6; ++pass) {
        const bool positions = pass < 3;
        Matrix rows;
        Vector right;
        for (std::size_t c = 0; c < constraints_.size(); ++c) {
            if (orders_[c] == 2 || (positions && orders_[c] != 0)) continue;
            SecondDerivatives& b = constraints_[c];
            b.at(point(state));
            const std::size_t first = 1 + static_cast<std::size_t>(orders_[c]) * n_;
            Vector& row = rows.emplace_back();
            Real rate = b.first(0);
            for (std::size_t i = 0; i < n_; ++i) {
                row.push_back(b.first(first + i));
                rate += row[i] * state.v[i];
            }
            right.push_back(positions || orders_[c] == 1 ? -b.value() : -rate);
        }
        if (rows.empty()) continue;
        Matrix m(n_ + rows.size(), Vector(n_ + rows.size()));  // dx + Aᵀ y = 0, A dx = −c
        Vector all(n_);
        all.insert(all.end(), right.begin(), right.end());
        for (std::size_t i = 0; i < n_; ++i) {
            m[i][i] = 1;
            for (std::size_t c = 0; c < rows.size(); ++c) m[i][n_ + c] = m[n_ + c][i] = rows[c][i];
        }
        const Vector change = scaled_solution(std::move(m), all).x;
        for (std::size_t i = 0; i < n_; ++i) (positions ? state.q : state.v)[i] += change[i];
    }
}

Real TrueRun::regularity_near(Real t) const {
    Real least = 1;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Real from = i < 2 ? -std::numeric_limits<Real>::infinity() : steps[i - 2].t;
        const bool is_near = (from - t) * (steps[i].t - t) <= 0 || i < 2;
        if (is_near || i + 1 == steps.size()) least = std::min(least, steps[i].regularity);
    }
    return least;
}

TrueRun true_run(TrueMotion& motion, const State& start, const std::vector<Real>& times,
                 Real tolerance) {
    TrueRun run;
    const TrueRate rate = [&](Real now, const Vector& at) {
        const State state = state_of(now, at);
        Vector result = state.v;
        const Vector a = motion.at(state).motion.a;
        result.insert(result.end(), a.begin(), a.end());
        return result;
    };
    Vector y = vector_of(start);
    Real t = start.t, h = (times.back() - start.t) / 16;
    const Real least = std::fabs(times.back() - start.t) * 1e-9L;
    run.end = t;
    Matrix gradients = motion.at(start).gradients;
    for (const Real wanted : times) {
        while (t != wanted) {
            const bool is_last = std::fabs(h) >= std::fabs(wanted - t);
            const Real width = is_last ? wanted - t : h;
            ExtrapolatedStep step = extrapolated_step(rate, t, y, width, tolerance);
            const Real factor = std::pow(std::max(step.error, 1e-12L), -1.0L / 16);
            if (!(step.error <= 1)) {
                h = width * (std::isnan(step.error) ? 0.25L : std::max(0.2L, 0.8L * factor));
                if (std::fabs(h) < least || run.steps.size() > most_steps) return run;
                continue;
            }
            const Real before = t;
            const Vector y_before = std::move(y);
            t = is_last ? wanted : t + width;
            y = std::move(step.y);
            run.end = t;
            RegularMotion now = motion.at(state_of(t, y));
            const auto vanished = where_gradient_vanished(gradients, now.gradients, [&](Real part) {
                const ExtrapolatedStep to =
                    extrapolated_step(rate, before, y_before, part * width, tolerance);
                return motion.at(state_of(before + part * width, to.y)).gradients;
            });
            if (vanished) {
                run.end = before + *vanished * width;
                run.passes_singular_state = true;
                run.steps.push_back({run.end, 0});
                return run;
            }
            run.steps.push_back({t, has_turned(gradients, now.gradients) ? 0 : now.regularity});
            gradients = std::move(now.gradients);
            if (!is_last || factor < 1) h = width * std::min(3.0L, 0.8L * factor);
        }
        run.samples.push_back(state_of(t, y));
    }
    run.finished = true;
    return run;
}

Real growth(TrueMotion& motion, const State& start, const TrueRun& run) {
    constexpr Real change = 1e-7L;
    constexpr int directions = 3;
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal;
    Real largest = 1;
    const Real end = run.samples.back().t;
    const Vector at_end = vector_of(run.samples.back());
    for (std::size_t from = 0; from < run.samples.size(); from += 2) {
        const State& here = from == 0 ? start : run.samples[from - 1];
        Real sum = 0;
        for (int k = 0; k < directions; ++k) {
            Vector y = vector_of(here), d(y.size());
            Real norm = 0;
            for (Real& x : d) {
                x = normal(random);
                norm += x * x;
            }
            for (std::size_t i = 0; i < y.size(); ++i) y[i] += change * d[i] / std::sqrt(norm);
            State moved_start = state_of(here.t, y);
            motion.project(moved_start);
            const TrueRun other = true_run(motion, moved_start, {end}, 1e-12L);
            if (!other.finished) return std::numeric_limits<Real>::infinity();
            const Vector moved = vector_of(other.samples.back());
            for (std::size_t i = 0; i < y.size(); ++i)
                sum += (moved[i] - at_end[i]) * (moved[i] - at_end[i]);
        }
        // A random direction sees the mean over the directions: all of them, that many times more.
        const Real mean = sum / (directions * change * change);
        largest = std::max(largest, std::sqrt(mean * static_cast<Real>(at_end.size())));
    }
    return largest;
}

}  // namespace rattleback::testing
