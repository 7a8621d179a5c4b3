#include "trajectory/interval_jet.hpp"

#include <numbers>

#include "compiled/operation.hpp"

namespace rattleback {
namespace {

constexpr double unit = std::numeric_limits<double>::epsilon();

// f, f' and f'' over a range.
struct Derivatives {
    Interval value, first, second;
};

double spread(double size, double error) { return error == 0 ? 0 : size * error; }

IntervalJet sum(const IntervalJet& a, const IntervalJet& b) {
    return {.value = a.value + b.value,
            .slope = a.slope + b.slope,
            .curvature = a.curvature + b.curvature,
            .error = a.error + b.error,
            .noise = a.noise + b.noise};
}

IntervalJet negated(const IntervalJet& a) {
    return {.value = -a.value,
            .slope = -a.slope,
            .curvature = -a.curvature,
            .centre = -a.centre,
            .error = a.error,
            .noise = a.noise};
}

IntervalJet product(const IntervalJet& a, const IntervalJet& b) {
    const bool same = &a == &b;
    const double x = a.value.magnitude(), y = b.value.magnitude();
    return {.value = same ? square(a.value) : a.value * b.value,
            .slope = a.slope * b.value + a.value * b.slope,
            .curvature = a.curvature * b.value +
                         Interval(2) * (same ? square(a.slope) : a.slope * b.slope) +
                         a.value * b.curvature,
            .error = spread(x, b.error) + spread(y, a.error) + spread(a.error, b.error),
            .noise = spread(x, b.noise) + spread(y, a.noise)};
}

IntervalJet chained(const IntervalJet& a, const Derivatives& f) {
    const double steepness = f.first.magnitude();
    return {.value = f.value,
            .slope = f.first * a.slope,
            .curvature = f.second * square(a.slope) + f.first * a.curvature,
            .error = spread(steepness, a.error),
            .noise = spread(steepness, a.noise)};
}

Derivatives of_abs(const Interval& x) {
    if (x.excludes_zero()) return {abs(x), x.low > 0 ? 1 : -1, 0};
    return {abs(x), {-1, 1}, everything};
}

// A jump is a slope without bound.
Derivatives of_sign(const Interval& x) {
    if (x.excludes_zero()) return {x.low > 0 ? 1 : -1, 0, 0};
    return {{-1, 1}, everything, everything};
}

Derivatives of_sqrt(const Interval& x) {
    const Interval root = sqrt(x);
    return {root, Interval(0.5) / root, Interval(-0.25) / (root * square(root))};
}

Derivatives of_asin(const Interval& x) {
    const Interval rest = Interval(1) - square(x), first = Interval(1) / sqrt(rest);
    return {asin(x), first, x * first / rest};
}

Derivatives of_power(const Interval& x, double n) {
    return {pow(x, n), Interval(n) * pow(x, n - 1), Interval(n * (n - 1)) * pow(x, n - 2)};
}

Derivatives inverse(const Interval& x) {
    const Interval once = Interval(1) / x;
    return {once, -square(once), Interval(2) * once * square(once)};
}

Derivatives of_function(Op op, const Interval& x) {
    switch (op) {
        case Op::Abs: return of_abs(x);
        case Op::Acos: {
            const Derivatives f = of_asin(x);
            return {acos(x), -f.first, -f.second};
        }
        case Op::Asin: return of_asin(x);
        case Op::Atan: {
            const Interval first = Interval(1) / (Interval(1) + square(x));
            return {atan(x), first, Interval(-2) * x * square(first)};
        }
        case Op::Cos:
        case Op::PairedCosine: return {cos(x), -sin(x), -cos(x)};
        case Op::Cosh: return {cosh(x), sinh(x), cosh(x)};
        case Op::Erf: {
            const Interval first = Interval(2 * std::numbers::inv_sqrtpi) * exp(-square(x));
            return {erf(x), first, Interval(-2) * x * first};
        }
        case Op::Exp: return {exp(x), exp(x), exp(x)};
        case Op::Log: {
            const Interval first = Interval(1) / x;
            return {log(x), first, -square(first)};
        }
        case Op::Sign: return of_sign(x);
        case Op::Sin:
        case Op::SinCos: return {sin(x), cos(x), -sin(x)};
        case Op::Sinh: return {sinh(x), cosh(x), sinh(x)};
        case Op::Tan: {
            const Interval f = tan(x), first = Interval(1) + square(f);
            return {f, first, Interval(2) * f * first};
        }
        case Op::Tanh: {
            const Interval f = tanh(x), first = Interval(1) - square(f);
            return {f, first, Interval(-2) * f * first};
        }
        case Op::Add:
        case Op::Subtract:
        case Op::Multiply:
        case Op::Divide:
        case Op::Negate:
        case Op::MultiplyAdd:
        case Op::MultiplySubtract:
        case Op::NegatedMultiplyAdd:
        case Op::Power:
        case Op::Sqrt:
        case Op::Atan2: break;  // of more than one operand, or simpler: see result
    }
    return {everything, everything, everything};
}

// However steep, (x + e)ⁿ differs from xⁿ by no more than eⁿ, if n < 1.
IntervalJet root(const IntervalJet& a, double n, const Derivatives& f) {
    IntervalJet jet = chained(a, f);
    jet.error = std::min(jet.error, std::pow(a.error, n));
    jet.noise = std::min(jet.noise, std::pow(a.noise, n));
    return jet;
}

IntervalJet power(const IntervalJet& a, const IntervalJet& b) {
    const bool is_fixed = b.value.low == b.value.high && b.slope.magnitude() == 0;
    const double n = b.value.low;
    if (is_fixed && 0 < n && n < 1) return root(a, n, of_power(a.value, n));
    if (is_fixed) return chained(a, of_power(a.value, n));
    const IntervalJet logarithm = chained(a, of_function(Op::Log, a.value));
    const IntervalJet exponent = product(b, logarithm);
    return chained(exponent, of_function(Op::Exp, exponent.value));
}

// dφ = (x dy − y dx)/ρ², where the angle does not jump from π to −π.
IntervalJet angle(const IntervalJet& y, const IntervalJet& x) {
    const Interval distance = square(x.value) + square(y.value);
    const Interval moment = x.value * y.slope - y.value * x.slope;
    const bool jumps = !(x.value.low > 0) && !y.value.excludes_zero();
    IntervalJet jet{.value = atan2(y.value, x.value), .slope = everything, .curvature = everything};
    const double nearest = std::sqrt(std::max(distance.low, 0.0));
    jet.error = (x.error + y.error) / nearest;
    jet.noise = (x.noise + y.noise) / nearest;
    if (jumps) return jet;
    const Interval turning = moment / distance;
    const Interval receding = x.value * x.slope + y.value * y.slope;
    jet.slope = turning;
    jet.curvature = (x.value * y.curvature - y.value * x.curvature) / distance -
                    Interval(2) * turning * (receding / distance);
    return jet;
}

IntervalJet result(Op op, const IntervalJet& a, const IntervalJet& b, const IntervalJet& c) {
    switch (op) {
        case Op::Add: return sum(a, b);
        case Op::Subtract: return sum(a, negated(b));
        case Op::Multiply: return product(a, b);
        case Op::Divide: return product(a, chained(b, inverse(b.value)));
        case Op::Negate: return negated(a);
        case Op::MultiplyAdd: return sum(product(a, b), c);
        case Op::MultiplySubtract: return sum(product(a, b), negated(c));
        case Op::NegatedMultiplyAdd: return sum(c, negated(product(a, b)));
        case Op::Power: return power(a, b);
        case Op::Atan2: return angle(a, b);
        case Op::Sqrt: return root(a, 0.5, of_sqrt(a.value));
        case Op::Abs:
        case Op::Acos:
        case Op::Asin:
        case Op::Atan:
        case Op::Cos:
        case Op::Cosh:
        case Op::Erf:
        case Op::Exp:
        case Op::Log:
        case Op::Sign:
        case Op::Sin:
        case Op::Sinh:
        case Op::Tan:
        case Op::Tanh:
        case Op::SinCos:
        case Op::PairedCosine: break;
    }
    return chained(a, of_function(op, a.value));
}

}  // namespace

const IntervalJet& run_jets(const Tape& tape, double radius, std::vector<IntervalJet>& places) {
    for (std::size_t i = 0; i < tape.constants.size(); ++i) {
        const double x = tape.constants[i];
        places[tape.first_constant() + i] = {.value = x, .centre = x};
    }
    std::size_t next = tape.first_instruction();
    for (const Instruction& step : tape.instructions) {
        // A paired cosine names the sine, whose argument it shares.
        const Place first = step.op == Op::PairedCosine
                                ? tape.instructions[step.a - tape.first_instruction()].a
                                : step.a;
        const IntervalJet &a = places[first], &b = places[step.b], &c = places[step.c];
        IntervalJet jet = result(step.op, a, b, c);
        jet.centre = result_of(step.op, {a.centre, b.centre, c.centre});
        if (std::isfinite(jet.centre))
            jet.value = common_part(jet.value,
                                    Interval(jet.centre) + jet.slope * Interval(-radius, radius));
        jet.noise += unit * std::abs(jet.centre);
        places[next++] = jet;
    }
    return places[tape.outputs[0]];
}

}  // namespace rattleback
