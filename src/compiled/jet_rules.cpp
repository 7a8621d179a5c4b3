// The rule of each operation. Primes are derivatives by time, S(a, b) = Σ_{0<j<k} aⱼ bₖ₋ⱼ.
//
// Rules of functions come from the differential equation they satisfy, w' = g a', where g has a
// series of its own: comparing coefficients of θᵏ⁻¹ gives k wₖ = k aₖ g₀ + S(ja, g).
#include <algorithm>
#include <numbers>
#include <optional>

#include "compiled/jet_lowering.hpp"

namespace rattleback {
namespace {

// The operands of one instruction, and what is needed to say its rule.
class Rules {
public:
    explicit Rules(JetLowering& lowering) : to_(lowering), start_(lowering.start()) {}

    // a + sign·b, where either may be fixed.
    Jet sum(Value value, const Jet& a, const Jet& b, double sign) {
        if (a.is_fixed()) return to_.multiple(value, b, start_.constant(sign));
        if (b.is_fixed()) return {value, a.series, a.multiple};
        return finished(value, {to_.term(a), to_.term(b, sign)});
    }

    // sign·a·b + β c:  wₖ = a₀bₖ + b₀aₖ + S(a, b) + cₖ. A fixed c is told as nothing.
    Jet product(Value value, const Jet& a, const Jet& b, double sign, const Jet* c, double beta) {
        const bool alone = c == nullptr || c->is_fixed();
        if (alone && (a.is_fixed() || b.is_fixed())) {
            const Value factor = a.is_fixed() ? a.start : b.start;
            return to_.multiple(value, a.is_fixed() ? b : a,
                                sign > 0 ? factor : start_.negate(factor));
        }
        std::vector<JetTerm> terms;
        std::vector<JetSumTerm> sums;
        if (!alone) terms.push_back(to_.term(*c, beta));
        if (!a.is_fixed() && !b.is_fixed()) sums.push_back(to_.sum(a, b, sign));
        const bool square = !a.is_fixed() && a.start == b.start;
        if (!b.is_fixed()) terms.push_back(to_.term(b, square ? 2 * sign : sign, a.start));
        if (!a.is_fixed() && !square) terms.push_back(to_.term(a, sign, b.start));
        return finished(value, std::move(terms), std::move(sums));
    }

    // w b = a:  wₖ = (aₖ − w₀bₖ − S(w, b))/b₀.
    Jet quotient(const Jet& a, const Jet& b) {
        const Value value = start_.divide(a.start, b.start);
        if (b.is_fixed()) return to_.multiple(value, a, start_.divide(start_.constant(1), b.start));
        const Jet w = to_.series(value);
        std::vector<JetTerm> terms{to_.term(b, -1, value)};
        if (!a.is_fixed()) terms.push_back(to_.term(a));
        to_.rule(w, std::move(terms), {to_.sum(w, b, -1)}, inverse(b.start));
        return w;
    }

    // w (c + k exp u) = 1 with c and k fixed:  w' = −h u', h = w − c w², which has values where the
    // exponential has none.
    Jet reciprocal_of_exponential(Value sum, const Jet& u, Value c) {
        const Value one = start_.constant(1);
        const Jet w = to_.series(start_.divide(one, sum));
        const Jet cw = to_.multiple(start_.multiply(c, w.start), w, c);
        const Jet h = to_.series(start_.multiply(w.start, start_.subtract(one, cw.start)));
        integral(w, u, h, -1);
        const Value twice = start_.multiply(start_.constant(2), cw.start);
        to_.rule(h, {to_.term(w, 1, start_.subtract(one, twice))}, {to_.sum(w, cw, -1)});
        return w;
    }

    // w cosh u = 1:  w' = −p u', p = w tanh u.
    Jet reciprocal_of_cosine(Value cosine, const Jet& u) {
        const Jet w = to_.series(start_.divide(start_.constant(1), cosine));
        const Jet tangent_of_u = tangent(Op::Tanh, u, -1);
        const Jet p = to_.series(start_.multiply(w.start, tangent_of_u.start));
        integral(w, u, p, -1);
        to_.rule(p, {to_.term(w, 1, tangent_of_u.start), to_.term(tangent_of_u, 1, w.start)},
                 {to_.sum(w, tangent_of_u)});
        return w;
    }

    // w² = a:  wₖ = (aₖ − S(w, w))/(2w₀).
    Jet square_root(const Jet& a) {
        const Jet w = to_.series(start_.apply(Op::Sqrt, a.start));
        to_.rule(w, {to_.term(a)}, {to_.sum(w, w, -1)},
                 inverse(start_.multiply(start_.constant(2), w.start)));
        return w;
    }

    // w' = w a'.
    Jet exponential(Value value, const Jet& a) {
        const Jet w = to_.series(value);
        integral(w, a, w, 1);
        return w;
    }

    // w' = h a',  h = 2/√π exp(−a²), of which h' = −h (a²)'.
    Jet error_function(const Jet& a) {
        const Value squared = start_.multiply(a.start, a.start);
        const Jet square = product(squared, a, a, 1, nullptr, 0);
        const Value peak = start_.constant(2 * std::numbers::inv_sqrtpi);
        const Value minus = start_.multiply(start_.constant(-1), squared);
        const Jet h = to_.series(start_.multiply(peak, start_.apply(Op::Exp, minus)));
        integral(h, square, h, -1);
        const Jet w = to_.series(start_.apply(Op::Erf, a.start));
        integral(w, a, h, 1);
        return w;
    }

    // a w' = a':  wₖ = (aₖ − S(jw, a)/k)/a₀.
    Jet logarithm(const Jet& a) {
        const Jet w = to_.series(start_.apply(Op::Log, a.start));
        to_.rule(w, {to_.term(a)}, {to_.weighted_sum(w, a, -1)}, inverse(a.start));
        return w;
    }

    // a w' = α w a' for a constant exponent; else w = exp(b log a), with the value of pow.
    Jet power(const Jet& a, const Jet& b) {
        const Value value = start_.apply(Op::Power, a.start, b.start);
        if (!b.is_fixed()) return exponential(value, times_logarithm(a, b));
        const Jet w = to_.series(value);
        const Value slope = start_.multiply(b.start, value);
        to_.rule(w, {to_.term(a, 1, slope)},
                 {to_.weighted_sum(a, w, 1, b.start), to_.weighted_sum(w, a, -1)},
                 inverse(a.start));
        return w;
    }

    // s' = c a', c' = ∓s a': circular and hyperbolic.
    std::pair<Jet, Jet> pair(Op sine, Op cosine, const Jet& a, double sign) {
        const auto known = to_.made().find({sine, a.start.index});
        if (known != to_.made().end())
            return {known->second, to_.made().at({cosine, a.start.index})};
        const Jet s = to_.series(start_.apply(sine, a.start));
        const Jet c = to_.series(start_.apply(cosine, a.start));
        integral(s, a, c, 1);
        integral(c, a, s, sign);
        to_.made().emplace(std::pair{sine, a.start.index}, s);
        to_.made().emplace(std::pair{cosine, a.start.index}, c);
        return {s, c};
    }

    // w' = g a' with g = 1 ± w²: tangent and hyperbolic tangent.
    Jet tangent(Op op, const Jet& a, double sign) {
        const Jet w = to_.series(start_.apply(op, a.start));
        const Value square = start_.multiply(w.start, w.start), one = start_.constant(1);
        const Jet g = to_.series(sign > 0 ? start_.add(one, square) : start_.subtract(one, square));
        integral(w, a, g, 1);
        to_.rule(g, {to_.term(w, 2 * sign, w.start)}, {to_.sum(w, w, sign)});
        return w;
    }

    // r w' = ±a', r' = ∓a w' with r = √(1 − a²), the cosine of asin a and the sine of acos a.
    Jet inverse_sine(Op op, const Jet& a, double sign) {
        const Jet w = to_.series(start_.apply(op, a.start));
        const Value one = start_.constant(1);
        const Value square =
            start_.multiply(start_.subtract(one, a.start), start_.add(one, a.start));
        const Jet r = to_.series(start_.apply(Op::Sqrt, square));
        to_.rule(w, {to_.term(a, sign)}, {to_.weighted_sum(w, r, -1)}, inverse(r.start));
        integral(r, w, a, -sign);
        return w;
    }

    // d w' = a' with d = 1 + a².
    Jet inverse_tangent(const Jet& a) {
        const Value square = start_.multiply(a.start, a.start);
        const Jet d = to_.series(start_.add(start_.constant(1), square));
        to_.rule(d, {to_.term(a, 2, a.start)}, {to_.sum(a, a)});
        const Jet w = to_.series(start_.apply(Op::Atan, a.start));
        to_.rule(w, {to_.term(a)}, {to_.weighted_sum(w, d, -1)}, inverse(d.start));
        return w;
    }

    // d w' = x y' − y x' with d = x² + y²; x or y may be fixed.
    Jet angle(const Jet& y, const Jet& x) {
        const Value squares =
            start_.add(start_.multiply(x.start, x.start), start_.multiply(y.start, y.start));
        const Jet d = to_.series(squares),
                  w = to_.series(start_.apply(Op::Atan2, y.start, x.start));
        std::vector<JetTerm> of_d, of_w;
        std::vector<JetSumTerm> sums_d, sums_w;
        const auto add = [&](const Jet& a, const Jet& b, double sign) {
            if (a.is_fixed()) return;
            of_d.push_back(to_.term(a, 2, a.start));
            sums_d.push_back(to_.sum(a, a));
            of_w.push_back(to_.term(a, sign, b.start));
            if (!b.is_fixed()) sums_w.push_back(to_.weighted_sum(a, b, sign));
        };
        add(y, x, 1);
        add(x, y, -1);
        sums_w.push_back(to_.weighted_sum(w, d, -1));
        to_.rule(d, std::move(of_d), std::move(sums_d));
        to_.rule(w, std::move(of_w), std::move(sums_w), inverse(d.start));
        if (!y.is_fixed()) to_.kink(y, x);
        return w;
    }

    // ±a, with the sign that a has at t₀; where a is zero there, with the sign it is told.
    Jet absolute(const Jet& a) {
        return to_.multiple(start_.apply(Op::Abs, a.start), a, sign_at_start(a));
    }

    // That sign alone, which does not change.
    Jet sign(const Jet& a) { return {sign_at_start(a)}; }

private:
    Value sign_at_start(const Jet& a) {
        const Value tiny = start_.constant(1e-300), value = start_.apply(Op::Abs, a.start);
        const Value told = start_.multiply(to_.side(), tiny);
        to_.kink(a);
        return start_.divide(start_.add(value, tiny), start_.add(a.start, told));
    }

    JetScale inverse(Value value) { return to_.scale(start_.divide(start_.constant(1), value)); }

    // w' = sign·g a'.
    void integral(const Jet& w, const Jet& a, const Jet& g, double sign) {
        to_.rule(w, {to_.term(a, sign, g.start)}, {to_.weighted_sum(a, g, sign)});
    }

    // b log a, where a may be fixed.
    Jet times_logarithm(const Jet& a, const Jet& b) {
        const Jet l = a.is_fixed() ? Jet{start_.apply(Op::Log, a.start)} : logarithm(a);
        return product(start_.multiply(b.start, l.start), b, l, 1, nullptr, 1);
    }

    Jet finished(Value value, std::vector<JetTerm> terms, std::vector<JetSumTerm> sums = {},
                 JetScale factor = {}) {
        const Jet w = to_.series(value);
        to_.rule(w, std::move(terms), std::move(sums), factor);
        return w;
    }

    JetLowering& to_;
    TapeBuilder& start_;
};

Value fixed_value(TapeBuilder& start, Op op, Value a, Value b, Value c) {
    switch (op) {
        case Op::Add: return start.add(a, b);
        case Op::Subtract: return start.subtract(a, b);
        case Op::Multiply: return start.multiply(a, b);
        case Op::Divide: return start.divide(a, b);
        case Op::Negate: return start.negate(a);
        case Op::MultiplyAdd: return start.add(start.multiply(a, b), c);
        case Op::MultiplySubtract: return start.subtract(start.multiply(a, b), c);
        case Op::NegatedMultiplyAdd: return start.subtract(c, start.multiply(a, b));
        case Op::SinCos: return start.apply(Op::Sin, a);
        case Op::PairedCosine: return start.apply(Op::Cos, a);
        case Op::Power:
        case Op::Atan2: return start.apply(op, a, b);
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
        case Op::Sqrt:
        case Op::Tan:
        case Op::Tanh: return start.apply(op, a);
    }
    return a;
}

// u and c of a value c + k exp u, where c and k are fixed and u is not.
struct ExponentialSum {
    Jet u;
    Value c;
};

class ExponentialSums {
public:
    ExponentialSums(const Tape& f, const std::vector<Jet>& places) : f_(f), places_(places) {}

    std::optional<ExponentialSum> at(Place place) const {
        const Instruction* sum = instruction(place);
        if (sum == nullptr) return {};
        if (sum->op == Op::Add) {
            if (places_[sum->a].is_fixed()) return made(multiple(sum->b), sum->a);
            return made(multiple(sum->a), sum->b);
        }
        if (sum->op == Op::MultiplyAdd) return made(product(sum->a, sum->b), sum->c);
        return {};
    }

private:
    const Instruction* instruction(Place place) const {
        const auto first = f_.first_instruction();
        return place < first ? nullptr : &f_.instructions[place - first];
    }
    std::optional<ExponentialSum> made(const Instruction* exponential, Place c) const {
        if (exponential == nullptr || !places_[c].is_fixed()) return {};
        const Jet& u = places_[exponential->a];
        if (u.is_fixed()) return {};
        return ExponentialSum{u, places_[c].start};
    }
    // exp u of k exp u.
    const Instruction* multiple(Place place) const {
        const Instruction* step = instruction(place);
        if (step == nullptr || step->op == Op::Exp) return step;
        return step->op == Op::Multiply ? product(step->a, step->b) : nullptr;
    }
    const Instruction* product(Place a, Place b) const {
        if (!places_[a].is_fixed()) std::swap(a, b);
        const Instruction* step = instruction(b);
        return places_[a].is_fixed() && step != nullptr && step->op == Op::Exp ? step : nullptr;
    }

    const Tape& f_;
    const std::vector<Jet>& places_;
};

// 1/b where b is what may overflow.
std::optional<Jet> bounded_reciprocal(Rules& rules, const JetLowering& lowering, const Tape& f,
                                      Place b) {
    if (b < f.first_instruction()) return {};
    const auto& places = lowering.places();
    const Instruction& divisor = f.instructions[b - f.first_instruction()];
    if (divisor.op == Op::Cosh && !places[divisor.a].is_fixed())
        return rules.reciprocal_of_cosine(places[b].start, places[divisor.a]);
    if (const auto sum = ExponentialSums(f, places).at(b))
        return rules.reciprocal_of_exponential(places[b].start, sum->u, sum->c);
    return {};
}

struct Operands {
    Jet a, b, c;
    Value value;  // of the operation
};

Jet moving_jet(JetLowering& lowering, const Tape& f, const Instruction& step,
               const Operands& operands) {
    const auto& [a, b, c, value] = operands;
    Rules rules(lowering);
    switch (step.op) {
        case Op::Add: return rules.sum(value, a, b, 1);
        case Op::Subtract: return rules.sum(value, a, b, -1);
        case Op::Negate: return lowering.multiple(value, a, lowering.start().constant(-1));
        case Op::Multiply: return rules.product(value, a, b, 1, nullptr, 0);
        case Op::MultiplyAdd: return rules.product(value, a, b, 1, &c, 1);
        case Op::MultiplySubtract: return rules.product(value, a, b, 1, &c, -1);
        case Op::NegatedMultiplyAdd: return rules.product(value, a, b, -1, &c, 1);
        case Op::Divide:
            if (const auto w = bounded_reciprocal(rules, lowering, f, step.b))
                return rules.product(value, a, *w, 1, nullptr, 0);
            return rules.quotient(a, b);
        case Op::Power: return rules.power(a, b);
        case Op::Abs: return rules.absolute(a);
        case Op::Acos: return rules.inverse_sine(Op::Acos, a, -1);
        case Op::Asin: return rules.inverse_sine(Op::Asin, a, 1);
        case Op::Atan: return rules.inverse_tangent(a);
        case Op::Atan2: return rules.angle(a, b);
        case Op::Erf: return rules.error_function(a);
        case Op::Exp: return rules.exponential(value, a);
        case Op::Log: return rules.logarithm(a);
        case Op::Sign: return rules.sign(a);
        case Op::Sqrt: return rules.square_root(a);
        case Op::Tan: return rules.tangent(Op::Tan, a, 1);
        case Op::Tanh: return rules.tangent(Op::Tanh, a, -1);
        case Op::Sin:
        case Op::SinCos: return rules.pair(Op::Sin, Op::Cos, a, -1).first;
        case Op::Cos:
        case Op::PairedCosine: return rules.pair(Op::Sin, Op::Cos, a, -1).second;
        case Op::Sinh: return rules.pair(Op::Sinh, Op::Cosh, a, 1).first;
        case Op::Cosh: return rules.pair(Op::Sinh, Op::Cosh, a, 1).second;
    }
    return {};
}

}  // namespace

Jet jet_of(JetLowering& lowering, const Tape& f, Place place) {
    const Instruction& step = f.instructions[place - f.first_instruction()];
    const auto& places = lowering.places();
    // A PairedCosine refers to its SinCos; its argument is what that one has.
    const bool is_paired = step.op == Op::PairedCosine;
    const Place first = is_paired ? f.instructions[step.a - f.first_instruction()].a : step.a;
    const int n = operands(step.op);
    const Jet a = places[first], b = n > 1 ? places[step.b] : Jet{},
              c = n > 2 ? places[step.c] : Jet{};
    const Value value = fixed_value(lowering.start(), step.op, a.start, b.start, c.start);
    if (a.is_fixed() && (n < 2 || b.is_fixed()) && (n < 3 || c.is_fixed())) return {value};
    const auto [known, is_new] = lowering.known().try_emplace(value.index);
    if (is_new) known->second = moving_jet(lowering, f, step, {a, b, c, value});
    return known->second;
}

}  // namespace rattleback
