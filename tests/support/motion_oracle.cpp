#include "support/motion_oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace rattleback::testing {
namespace {

constexpr Real complex_step = 1e-30L;

}  // namespace

Vector solution(Matrix m, Vector right) {
    const std::size_t rows = m.size(), columns = rows == 0 ? 0 : m[0].size();
    std::vector<std::size_t> place(columns);
    for (std::size_t j = 0; j < columns; ++j) place[j] = j;
    Real largest = 0;
    std::size_t done = 0;
    for (; done < std::min(rows, columns); ++done) {
        std::size_t r = done, c = done;
        for (std::size_t i = done; i < rows; ++i)
            for (std::size_t j = done; j < columns; ++j)
                if (std::fabs(m[i][j]) > std::fabs(m[r][c])) r = i, c = j;
        largest = std::max(largest, std::fabs(m[r][c]));
        if (!(std::fabs(m[r][c]) > 1e-12L * largest)) break;
        std::swap(m[r], m[done]);
        std::swap(right[r], right[done]);
        for (auto& row : m) std::swap(row[c], row[done]);
        std::swap(place[c], place[done]);
        for (std::size_t i = done + 1; i < rows; ++i) {
            const Real factor = m[i][done] / m[done][done];
            for (std::size_t j = done; j < columns; ++j) m[i][j] -= factor * m[done][j];
            right[i] -= factor * right[done];
        }
    }
    Vector x(columns);
    for (std::size_t i = done; i-- > 0;) {
        Real sum = right[i];
        for (std::size_t j = i + 1; j < done; ++j) sum -= m[i][j] * x[place[j]];
        x[place[i]] = sum / m[i][i];
    }
    return x;
}

std::unordered_map<Expr, Real> values_of(const System& system, const State& state) {
    std::unordered_map<Expr, Real> values{{system.t, state.t}};
    for (const Parameter& p : system.parameters)
        values[p.symbol] = OracleValue<Real>(values)(p.value);
    for (std::size_t i = 0; i < system.size(); ++i) {
        values[system.q[i]] = state.q.at(i);
        values[system.v[i]] = state.v.at(i);
    }
    return values;
}

Curve::Curve(const System& system, State state, Vector a)
    : system_(system), state_(std::move(state)), a_(std::move(a)) {}

Complex Curve::value(const Expr& e, Complex s, const Expr& shifted, Complex shift) const {
    std::unordered_map<Expr, Complex> values;
    for (const auto& [symbol, value] : values_of(system_, state_)) values[symbol] = value;
    values[system_.t] += s;
    for (std::size_t i = 0; i < system_.size(); ++i) {
        values[system_.q[i]] += state_.v[i] * s + a_[i] * s * s / Real(2);
        values[system_.v[i]] += a_[i] * s;
        values[system_.a[i]] = a_[i];
    }
    if (shift != Real(0)) values[shifted] += shift;
    return OracleValue<Complex>(std::move(values))(e);
}

Real Curve::rate(const Expr& e, Real s) const {
    return value(e, {s, complex_step}).imag() / complex_step;
}

Real Curve::partial(const Expr& e, const Expr& x, Real s) const {
    return value(e, s, x, {0, complex_step}).imag() / complex_step;
}

Real Curve::difference_quotient(const std::function<Real(Real)>& g) {
    constexpr Real h = 2e-3L;
    return (45 * (g(h) - g(-h)) - 9 * (g(2 * h) - g(-2 * h)) + g(3 * h) - g(-3 * h)) / (60 * h);
}

Real Curve::lagrange_equation(std::size_t i) const {
    const Expr& lagrangian = system_.lagrangian;
    return difference_quotient([&](Real s) { return partial(lagrangian, system_.v[i], s); }) -
           partial(lagrangian, system_.q[i]) - value(system_.force[i], 0).real();
}

Real Curve::constraint(const Constraint& c) const {
    if (c.order == 2) return value(c.expression, 0).real();
    if (c.order == 1) return rate(c.expression);
    return difference_quotient([&](Real s) { return rate(c.expression, s); });
}

State on_constraints(const System& system, State state) {
    const std::size_t n = system.size();
    const auto corrected = [&](int order, const ExprVector& unknowns) {
        Matrix m;  // dx + Jᵀ y = 0, J dx = −c
        Vector right(n);
        for (std::size_t i = 0; i < n; ++i) (m.emplace_back(n))[i] = 1;
        const Curve curve(system, state, Vector(n));
        for (const Constraint& c : system.constraints) {
            const bool rate = order == 1 && c.order == 0;
            if (!rate && c.order != order) continue;
            Vector row;
            for (std::size_t i = 0; i < n; ++i)
                row.push_back(curve.partial(c.expression, rate ? system.q[i] : unknowns[i]));
            for (std::size_t i = 0; i < n; ++i) m[i].push_back(row[i]);
            right.push_back(rate ? -curve.rate(c.expression)
                                 : -curve.value(c.expression, 0).real());
            m.push_back(std::move(row));
        }
        for (auto& row : m) row.resize(m.size());
        const Vector x = solution(m, right);
        return Vector(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n));
    };
    for (int i = 0; i < 30; ++i) {
        const Vector dq = corrected(0, system.q);
        for (std::size_t j = 0; j < n; ++j) state.q[j] += dq[j];
    }
    for (int i = 0; i < 30; ++i) {
        const Vector dv = corrected(1, system.v);
        for (std::size_t j = 0; j < n; ++j) state.v[j] += dv[j];
    }
    return state;
}

Motion true_motion(const System& system, const State& state) {
    const std::size_t n = system.size(), k = system.constraints.size();
    const bool has_w = !system.reaction_vanishes_on.empty();
    const std::size_t laws = has_w ? system.reaction_vanishes_on.size() : n;
    Matrix m(n + k + laws, Vector(has_w ? 2 * n : 2 * n + k));
    Vector right(n + k + laws);
    const auto at = [&](std::size_t row, const Curve& curve) {
        return row < n ? curve.lagrange_equation(row)
                       : curve.constraint(system.constraints[row - n]);
    };
    const Curve rest(system, state, Vector(n));
    for (std::size_t i = 0; i < n + k; ++i) right[i] = -at(i, rest);
    for (std::size_t j = 0; j < n; ++j) {
        Vector a(n);
        a[j] = 1;
        const Curve curve(system, state, a);
        for (std::size_t i = 0; i < n + k; ++i) m[i][j] = at(i, curve) + right[i];
        m[j][n + j] = -1;
    }
    const auto number = [&](const Expr& e) { return rest.value(e, 0).real(); };
    for (std::size_t w = 0; has_w && w < laws; ++w)
        for (std::size_t j = 0; j < n; ++j)
            m[n + k + w][n + j] = number(system.reaction_vanishes_on[w][j]);
    for (std::size_t i = 0; !has_w && i < n; ++i) {
        m[n + k + i][n + i] = 1;  // R = Nᵀ μ
        for (std::size_t c = 0; c < k; ++c) {
            const auto& direction = system.constraints[c].reaction;
            m[n + k + i][2 * n + c] = direction ? -number((*direction)[i]) : -m[n + c][i];
        }
    }
    const Vector x = solution(std::move(m), std::move(right));
    const auto part = [&](std::size_t from) {
        return Vector(x.begin() + static_cast<std::ptrdiff_t>(from),
                      x.begin() + static_cast<std::ptrdiff_t>(from + n));
    };
    return {part(0), part(n)};
}

Evaluated::Evaluated(const Equations& equations, const System& system, const State& state)
    : values_(values_of(system, state)) {
    Vector speeds = state.z;
    if (speeds.empty())
        for (const Expr& e : equations.speeds_from_velocities) speeds.push_back((*this)(e));
    if (speeds.size() != equations.speeds.size()) throw std::logic_error("speeds without values");
    for (const Expr& v : system.v) values_.erase(v);
    for (std::size_t i = 0; i < speeds.size(); ++i) values_[equations.speeds[i]] = speeds[i];
    Matrix m;
    for (const ExprVector& row : equations.matrix) m.push_back((*this)(row));
    const Vector x = solution(std::move(m), (*this)(equations.right));
    for (std::size_t i = 0; i < x.size(); ++i) values_[equations.unknowns.at(i)] = x[i];
}

Real Evaluated::operator()(const Expr& e) const { return OracleValue<Real>(values_)(e); }

Vector Evaluated::operator()(const ExprVector& entries) const {
    Vector result;
    OracleValue<Real> value(values_);
    for (const Expr& e : entries) result.push_back(value(e));
    return result;
}

Motion motion_of(const Equations& equations, const System& system, const State& state) {
    const Evaluated value(equations, system, state);
    return {value(equations.accelerations), value(equations.reactions)};
}

void expect_near(const Vector& actual, const Vector& expected, const std::string& what,
                 Real tolerance) {
    ASSERT_EQ(actual.size(), expected.size()) << what;
    Real scale = 0;
    for (const Real x : expected) scale = std::max(scale, std::fabs(x));
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_LE(std::fabs(actual[i] - expected[i]), tolerance * std::max(scale, 1e-3L))
            << what << ", entry " << i << ": " << actual[i] << " and not " << expected[i];
}

void expect_motion(const Equations& equations, const System& system, const State& state,
                   Real tolerance) {
    const std::string where = equations.form + " of '" + system.title() + "': ";
    EXPECT_EQ(equations.matrix.size(), equations.unknowns.size()) << where;
    EXPECT_EQ(equations.right.size(), equations.unknowns.size()) << where;
    EXPECT_EQ(equations.q, system.q) << where;
    const Motion expected = true_motion(system, state);
    const Evaluated value(equations, system, state);
    expect_near(value(equations.velocities), state.v, where + "velocities", tolerance);
    expect_near(value(equations.accelerations), expected.a, where + "accelerations", tolerance);
    expect_near(value(equations.reactions), expected.reaction, where + "reactions", tolerance);
}

}  // namespace rattleback::testing
