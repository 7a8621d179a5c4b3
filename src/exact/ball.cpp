#include "exact/ball.hpp"

#include <arb.h>
#include <arb_hypgeom.h>
#include <arb_mat.h>
#include <flint/fmpq.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "base/interruption.hpp"
#include "expr/flattened.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

class Real {
public:
    Real() { arb_init(value_); }
    Real(const Real&) = delete;
    Real& operator=(const Real&) = delete;
    ~Real() { arb_clear(value_); }
    operator arb_ptr() { return value_; }

private:
    arb_t value_;
};

void set_number(arb_t result, const Number& n, slong bits) {
    if (!n.is_exact()) {
        arb_set_d(result, n.to_double());
    } else if (const auto small = n.to_int64()) {
        arb_set_si(result, *small);
    } else {
        fmpq_t q;
        fmpq_init(q);
        fmpq_set_str(q, n.to_text().c_str(), 10);
        arb_set_fmpq(result, q, bits);
        fmpq_clear(q);
    }
}

void set_call(arb_t r, FunctionId f, std::span<arb_ptr const> a, slong bits) {
    switch (f) {
        case FunctionId::Abs: arb_abs(r, a[0]); return;
        case FunctionId::Acos: arb_acos(r, a[0], bits); return;
        case FunctionId::Asin: arb_asin(r, a[0], bits); return;
        case FunctionId::Atan: arb_atan(r, a[0], bits); return;
        case FunctionId::Atan2: arb_atan2(r, a[0], a[1], bits); return;
        case FunctionId::Cos: arb_cos(r, a[0], bits); return;
        case FunctionId::Cosh: arb_cosh(r, a[0], bits); return;
        case FunctionId::Erf: arb_hypgeom_erf(r, a[0], bits); return;
        case FunctionId::Exp: arb_exp(r, a[0], bits); return;
        case FunctionId::Log: arb_log(r, a[0], bits); return;
        case FunctionId::Sign:  // Arb gives [-1, 1] for what has no value
            if (arb_is_finite(a[0])) return arb_sgn(r, a[0]);
            return arb_indeterminate(r);
        case FunctionId::Sin: arb_sin(r, a[0], bits); return;
        case FunctionId::Sinh: arb_sinh(r, a[0], bits); return;
        case FunctionId::Sqrt: arb_sqrt(r, a[0], bits); return;
        case FunctionId::Tan: arb_tan(r, a[0], bits); return;
        case FunctionId::Tanh: arb_tanh(r, a[0], bits); return;
    }
}

void set_sum(arb_t r, const Expr& node, std::span<arb_ptr const> args, slong bits) {
    Real coefficient;
    set_number(r, node.number(), bits);
    for (std::size_t i = 0; i < args.size(); ++i) {
        set_number(coefficient, node.coefficients()[i], bits);
        arb_addmul(r, coefficient, args[i], bits);
    }
}

void set_product(arb_t r, const Expr& node, std::span<arb_ptr const> args, slong bits) {
    Real power;
    fmpz_t exponent;
    fmpz_init(exponent);
    arb_one(r);
    for (std::size_t i = 0; i < args.size(); ++i) {
        fmpz_set_si(exponent, node.exponents()[i]);
        arb_pow_fmpz(power, args[i], exponent, bits);
        arb_mul(r, r, power, bits);
    }
    fmpz_clear(exponent);
}

void set_node(arb_t r, const Expr& node, std::span<arb_ptr const> args, slong bits) {
    switch (node.kind()) {
        case Kind::Number: set_number(r, node.number(), bits); return;
        case Kind::Pi: arb_const_pi(r, bits); return;
        case Kind::Sum: set_sum(r, node, args, bits); return;
        case Kind::Product: set_product(r, node, args, bits); return;
        case Kind::Power: arb_pow(r, args[0], args[1], bits); return;
        case Kind::Call: set_call(r, node.function(), args, bits); return;
        case Kind::Symbol:
        case Kind::Unspecified: break;
    }
    throw NumericalError("'" + std::string(node.name()) +
                         std::string(static_cast<std::size_t>(node.order()), '\'') +
                         "' has no value");
}

// How far the value may lie from a midpoint that was rounded to a double.
double radius_about(double midpoint, arb_srcptr value, slong bits) {
    Real difference;
    mag_t bound;
    mag_init(bound);
    arb_set_d(difference, midpoint);
    arb_sub(difference, value, difference, bits);
    arb_get_mag(bound, difference);
    const double radius = mag_get_d(bound);
    mag_clear(bound);
    return radius;
}

Ball ball_of(arb_srcptr value, slong bits) {
    const double midpoint = arf_get_d(arb_midref(value), ARF_RND_NEAR);
    return {.midpoint = midpoint,
            .radius = radius_about(midpoint, value, bits),
            .finite = arb_is_finite(value) != 0,
            .contains_zero = arb_contains_zero(value) != 0};
}

using Enclosed = std::unordered_map<Expr, arb_srcptr>;

// Values of a graph's nodes, in its order; some symbols may be known by an enclosure only.
std::deque<Real> values_at(const Graph& graph, const Point& point, slong bits,
                           const Enclosed& enclosed = {}) {
    std::deque<Real> values(graph.size());
    std::vector<arb_ptr> args;
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (const auto it = node.is_symbol() ? enclosed.find(node) : enclosed.end();
            it != enclosed.end()) {
            arb_set(values[i], it->second);
            continue;
        }
        if (const auto it = node.is_symbol() ? point.find(node) : point.end(); it != point.end()) {
            set_number(values[i], it->second, bits);
            continue;
        }
        args.clear();
        for (const auto child : graph.children(i)) args.push_back(values[child]);
        set_node(values[i], node, args, bits);
    }
    return values;
}

}  // namespace

Ball evaluate_ball(const Expr& e, const Point& point, int bits) {
    auto values = values_at(Graph(e), point, bits);
    return ball_of(values.back(), bits);
}

std::size_t rank_at(const ExprMatrix& matrix, const Point& point, int bits) {
    if (matrix.empty()) return 0;
    const Graph graph(flattened(matrix));
    auto values = values_at(graph, point, bits);
    const std::size_t rows = matrix.size(), columns = matrix.front().size();
    std::deque<Real> m(rows * columns);
    for (std::size_t i = 0; i < m.size(); ++i) arb_set(m[i], values[graph.roots()[i]]);

    Real factor;
    std::size_t pivots = 0;
    for (std::size_t j = 0; j < columns && pivots < rows; ++j) {
        std::size_t p = pivots;
        while (p < rows && (arb_is_finite(m[p * columns + j]) == 0 ||
                            arb_contains_zero(m[p * columns + j]) != 0))
            ++p;
        if (p == rows) continue;
        for (std::size_t k = 0; k < columns; ++k)
            arb_swap(m[p * columns + k], m[pivots * columns + k]);
        for (std::size_t i = pivots + 1; i < rows; ++i) {
            heed_stop();
            arb_div(factor, m[i * columns + j], m[pivots * columns + j], bits);
            for (std::size_t k = j; k < columns; ++k)
                arb_submul(m[i * columns + k], factor, m[pivots * columns + k], bits);
        }
        ++pivots;
    }
    return pivots;
}

namespace {

class Matrix {
public:
    Matrix(std::size_t rows, std::size_t columns) {
        arb_mat_init(value_, static_cast<slong>(rows), static_cast<slong>(columns));
    }
    Matrix(const Matrix&) = delete;
    Matrix& operator=(const Matrix&) = delete;
    ~Matrix() { arb_mat_clear(value_); }
    operator arb_mat_struct*() { return value_; }
    arb_ptr at(std::size_t i, std::size_t j) {
        return arb_mat_entry(value_, static_cast<slong>(i), static_cast<slong>(j));
    }

private:
    arb_mat_t value_;
};

// Values of expressions, in their order.
std::deque<Real> values_at(const ExprVector& expressions, const Point& point, slong bits,
                           const Enclosed& enclosed = {}) {
    const Graph graph(expressions);
    auto at_nodes = values_at(graph, point, bits, enclosed);
    std::deque<Real> result(expressions.size());
    for (std::size_t i = 0; i < result.size(); ++i) arb_set(result[i], at_nodes[graph.roots()[i]]);
    return result;
}

// The outputs of x at a point; empty when its matrix may be singular there.
std::deque<Real> outputs_at(const ThroughLaterSystems& x, const Point& point, Enclosed known,
                            slong bits) {
    const std::size_t n = x.first.unknowns.size(), later = x.later_rights.size();
    ExprVector entries;
    append(entries, x.first.matrix);
    append(entries, x.first.right);
    auto values = values_at(entries, point, bits, known);
    Matrix matrix(n, n), right(n, 1), solution(n, 1);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) arb_set(matrix.at(i, j), values[i * n + j]);
        arb_set(right.at(i, 0), values[n * n + i]);
    }
    if (arb_mat_solve(solution, matrix, right, bits) == 0) return {};
    for (std::size_t i = 0; i < n; ++i) known.emplace(x.first.unknowns[i], solution.at(i, 0));

    entries.clear();
    for (const auto& each : x.later_rights) append(entries, each);
    values = values_at(entries, point, bits, known);
    Matrix rights(n, later), solutions(n, later);
    for (std::size_t k = 0; k < n * later; ++k) arb_set(rights.at(k % n, k / n), values[k]);
    if (arb_mat_solve(solutions, matrix, rights, bits) == 0) return {};
    for (std::size_t k = 0; k < n * later; ++k)
        known.emplace(x.later_unknowns[k / n][k % n], solutions.at(k % n, k / n));
    return values_at(x.first.outputs, point, bits, known);
}

}  // namespace

std::vector<Ball> difference_at(const ThroughLinearSystem& x, const ThroughLinearSystem& y,
                                const Point& point, int bits) {
    auto a = outputs_at({x, {}, {}}, point, {}, bits), b = outputs_at({y, {}, {}}, point, {}, bits);
    std::vector<Ball> result(x.outputs.size());
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        arb_sub(a[i], a[i], b[i], bits);
        result[i] = ball_of(a[i], bits);
    }
    return result;
}

std::vector<Ball> outputs_at(const ThroughLaterSystems& x, std::span<const Replacement> values,
                             int bits) {
    std::deque<Real> constants(values.size());
    Enclosed enclosed;
    for (std::size_t i = 0; i < values.size(); ++i) {
        auto nodes = values_at(Graph(values[i].second), {}, bits);
        arb_set(constants[i], nodes.back());
        enclosed.emplace(values[i].first, constants[i]);
    }
    auto outputs = outputs_at(x, {}, enclosed, bits);
    std::vector<Ball> result;
    for (Real& value : outputs) result.push_back(ball_of(value, bits));
    return result;
}

}  // namespace rattleback
