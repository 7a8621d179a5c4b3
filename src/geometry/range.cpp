#include "geometry/range.hpp"

#include <algorithm>
#include <tuple>

#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "model/decisions.hpp"

namespace rattleback {
namespace {

using Bound = std::optional<Number>;

Range with_sign(Range r) {
    r.nonzero = r.nonzero || (r.low && r.low->sign() > 0) || (r.high && r.high->sign() < 0);
    return r;
}

Range exactly(const Number& n) { return with_sign({n, n, !n.is_zero()}); }

Range negated(const Range& r) {
    return {r.high ? Bound(-*r.high) : Bound(), r.low ? Bound(-*r.low) : Bound(), r.nonzero};
}

Range sum(const Range& a, const Range& b) {
    Range r;
    if (a.low && b.low) r.low = *a.low + *b.low;
    if (a.high && b.high) r.high = *a.high + *b.high;
    // A positive and a non-negative quantity have a positive sum, even where neither has a bound
    // away from zero.
    r.nonzero = (a.is_nonnegative() && b.is_nonnegative() && (a.nonzero || b.nonzero)) ||
                (a.is_nonpositive() && b.is_nonpositive() && (a.nonzero || b.nonzero));
    return with_sign(r);
}

Range product(const Range& a, const Range& b) {
    if (a.is_nonpositive() && !a.is_nonnegative()) return negated(product(negated(a), b));
    if (b.is_nonpositive() && !b.is_nonnegative()) return negated(product(a, negated(b)));
    Range r{.nonzero = a.nonzero && b.nonzero};
    if (a.is_nonnegative() && b.is_nonnegative()) {
        r.low = *a.low * *b.low;
        if (a.high && b.high) r.high = *a.high * *b.high;
    } else if (a.low && a.high && b.low && b.high) {
        const Number corners[] = {*a.low * *b.low, *a.low * *b.high, *a.high * *b.low,
                                  *a.high * *b.high};
        r.low = *std::ranges::min_element(corners);
        r.high = *std::ranges::max_element(corners);
    }
    return with_sign(r);
}

// 1/r, wherever it is defined.
Range inverse(const Range& r) {
    if (r.is_nonpositive() && !r.is_nonnegative()) return negated(inverse(negated(r)));
    if (!r.is_nonnegative()) return {.nonzero = true};
    return {r.high && r.high->sign() > 0 ? Number(1) / *r.high : Number(0),
            r.low->sign() > 0 ? Bound(Number(1) / *r.low) : Bound(), true};
}

Range absolute(const Range& r) {
    if (r.is_nonnegative()) return r;
    if (r.is_nonpositive()) return negated(r);
    Range result{.low = Number(0), .nonzero = r.nonzero};
    if (r.low && r.high) result.high = std::max(-*r.low, *r.high);
    return result;
}

Range to_power(const Range& base, std::int32_t exponent) {
    if (exponent < 0) return inverse(to_power(base, -exponent));
    const Range factor = exponent % 2 == 0 ? absolute(base) : base;
    Range result = factor;
    for (std::int32_t i = 1; i < std::min(exponent, 8); ++i) result = product(result, factor);
    // Beyond that only the sign is kept.
    if (exponent > 8)
        result = {.low = factor.is_nonnegative() ? Bound(0) : Bound(), .nonzero = factor.nonzero};
    return result;
}

Range of_call(FunctionId f, const Range& argument) {
    switch (f) {
        case FunctionId::Sin:
        case FunctionId::Cos:
        case FunctionId::Erf:
        case FunctionId::Tanh: return {Number(-1), Number(1)};
        case FunctionId::Sign:
            return {Number(argument.is_nonnegative() ? 0 : -1),
                    Number(argument.is_nonpositive() ? 0 : 1), argument.nonzero};
        case FunctionId::Asin:
        case FunctionId::Atan: return {Number(-2), Number(2)};
        case FunctionId::Atan2: return {Number(-4), Number(4)};
        case FunctionId::Acos: return {Number(0), Number(4)};
        case FunctionId::Exp: return {Number(0), {}, true};
        case FunctionId::Cosh: return {Number(1), {}, true};
        case FunctionId::Sqrt: return {Number(0), {}, argument.nonzero};
        case FunctionId::Abs: return absolute(argument);
        case FunctionId::Log:
        case FunctionId::Sinh:
        case FunctionId::Tan: break;
    }
    return {};
}

Range of_sum(const Expr& node, const std::vector<Range>& args) {
    Range total = exactly(node.number());
    for (std::size_t i = 0; i < args.size(); ++i)
        total = sum(total, product(exactly(node.coefficients()[i]), args[i]));
    return total;
}

Range of_product(const Expr& node, const std::vector<Range>& args) {
    Range total = exactly(1);
    for (std::size_t i = 0; i < args.size(); ++i)
        total = product(total, to_power(args[i], node.exponents()[i]));
    return total;
}

// A power by a fraction has a value only for a base that is not negative. One by a symbol has some
// for negative bases too: the symbol may be a whole number.
Range of_power(const Expr& node, const Range& base) {
    const bool fractional = node.args()[1].is_number() && !node.args()[1].number().is_integer();
    const bool positive = base.low && base.low->sign() >= 0;
    if (fractional || positive) return {Number(0), {}, base.nonzero};
    return {{}, {}, base.nonzero};
}

Range found_range(const Expr& e, const std::vector<Parameter>& parameters) {
    const Graph graph(e);
    std::vector<Range> ranges(graph.size());
    std::vector<Range> args;
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        args.clear();
        for (const auto child : graph.children(i)) args.push_back(ranges[child]);
        switch (node.kind()) {
            case Kind::Number: ranges[i] = exactly(node.number()); break;
            case Kind::Pi: ranges[i] = {Number(3), Number(4), true}; break;
            case Kind::Symbol: {
                const auto known = std::ranges::find(parameters, node, &Parameter::symbol);
                if (known != parameters.end()) ranges[i] = found_range(known->value, parameters);
                break;
            }
            case Kind::Unspecified: break;
            case Kind::Call: ranges[i] = of_call(node.function(), args[0]); break;
            case Kind::Power: ranges[i] = of_power(node, args[0]); break;
            case Kind::Sum: ranges[i] = of_sum(node, args); break;
            case Kind::Product: ranges[i] = of_product(node, args); break;
        }
    }
    return ranges[graph.roots()[0]];
}

}  // namespace

bool say_the_same(const Range& a, const Range& b) {
    const auto facts = [](const Range& r) {
        return std::tuple(r.low.has_value(), r.high.has_value(), r.nonzero, r.is_nonnegative(),
                          r.is_nonpositive());
    };
    return facts(a) == facts(b);
}

Range range_of(const Expr& e, const std::vector<Parameter>& parameters) {
    Range range = found_range(e, parameters);
    if (Decisions* const decisions = Decisions::kept())
        decisions->keep([e, range, parameters](const System& numbers) {
            return say_the_same(found_range(e, with_values_of(parameters, numbers.parameters)),
                                range);
        });
    return range;
}

}  // namespace rattleback
