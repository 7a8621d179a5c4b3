#include "exact/ball.hpp"

#include <arb.h>
#include <flint/fmpq.h>

#include <deque>
#include <vector>

#include "base/errors.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"

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
        case FunctionId::Exp: arb_exp(r, a[0], bits); return;
        case FunctionId::Log: arb_log(r, a[0], bits); return;
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
    throw NumericalError("'" + std::string(node.name()) + std::string(static_cast<std::size_t>(node.order()), '\'') +
                         "' has no value");
}

// How far the value may lie from a midpoint that was rounded to a double.
double radius_about(double midpoint, arb_t value, slong bits) {
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

}  // namespace

Ball evaluate_ball(const Expr& e, const Point& point, int bits) {
    const Graph graph(e);
    std::deque<Real> values(graph.size());
    std::vector<arb_ptr> args;
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (const auto it = node.is_symbol() ? point.find(node) : point.end(); it != point.end()) {
            set_number(values[i], it->second, bits);
            continue;
        }
        args.clear();
        for (const auto child : graph.children(i)) args.push_back(values[child]);
        set_node(values[i], node, args, bits);
    }
    arb_ptr value = values.back();
    const double midpoint = arf_get_d(arb_midref(value), ARF_RND_NEAR);
    return {.midpoint = midpoint,
            .radius = radius_about(midpoint, value, bits),
            .finite = arb_is_finite(value) != 0,
            .contains_zero = arb_contains_zero(value) != 0};
}

}  // namespace rattleback
