#include "structure/nowhere_zero.hpp"

#include <algorithm>

#include "exact/simplify.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"
#include "expr/substitute_if_defined.hpp"
#include "geometry/completed_squares.hpp"
#include "geometry/range.hpp"

namespace rattleback {
namespace {

struct Setting {
    const ExprVector& varying;
    const std::vector<Parameter>& parameters;
    const Limits& limits;
};

// x² + x + 1, whose squares and what they leave have one sign.
bool is_definite_with_a_rest(const Expr& f, const Setting& in) {
    const auto sum = completed_squares(f, in.varying, in.limits);
    if (!sum) return false;
    const Range rest = range_of(sum->constant, in.parameters);
    const auto all = [&](auto has_sign) {
        return std::ranges::all_of(sum->squares, [&](const Square& s) {
            return has_sign(range_of(s.coefficient, in.parameters));
        });
    };
    return (rest.is_positive() && all([](const Range& r) { return r.is_nonnegative(); })) ||
           (rest.is_negative() && all([](const Range& r) { return r.is_nonpositive(); }));
}

// a y² + b y + c with b² < 4ac, where a, b and c may have y inside functions: 2y² + y sin y + 2.
bool has_negative_discriminant(const Expr& f, const Setting& in) {
    std::vector<Replacement> there, back;
    const Graph graph(f);
    for (std::size_t i = 0; i < graph.size(); ++i)
        if (const Expr& e = graph.node(i); e.kind() == Kind::Call) {
            there.emplace_back(e, symbol("call " + std::to_string(i)));
            back.emplace_back(there.back().second, e);
        }
    const Expr g = substitute(f, there);
    for (const Expr& y : in.varying) {
        const Replacement zero{y, 0};
        const Expr slope = derivative(g, y), twice = simplify(derivative(slope, y));
        if (twice.is_zero() || depends_on(twice, y)) continue;
        const auto b = substitute_if_defined(slope, {&zero, 1});
        const auto c = substitute_if_defined(g, {&zero, 1});
        if (!b || !c) continue;
        const Expr apart = substitute(simplify(2 * twice * *c - pow(*b, 2)), back);
        if (range_of(apart, in.parameters).is_positive()) return true;
    }
    return false;
}

// a cos φ + b sin φ + c with c² > a² + b².
bool outweighs_angles(const Expr& f, const Setting& in) {
    const Graph graph(f);
    for (std::size_t i = 0; i < graph.size(); ++i) {
        if (!is_call(graph.node(i), FunctionId::Cos)) continue;
        const Expr angle = graph.node(i).args()[0], x = symbol("cos"), y = symbol("sin");
        const std::vector<Replacement> by{{cos(angle), x}, {sin(angle), y}};
        const Expr g = substitute(f, by), a = derivative(g, x), b = derivative(g, y);
        const Expr c = simplify(g - a * x - b * y);
        const auto is_free = [&](const Expr& e) {
            return std::ranges::none_of(
                       in.varying,
                       [&](const Expr& v) { return depends_on(angle, v) && depends_on(e, v); }) &&
                   !depends_on(e, x) && !depends_on(e, y);
        };
        if (!is_free(a) || !is_free(b) || !is_free(c)) continue;
        if (range_of(simplify(pow(c, 2) - pow(a, 2) - pow(b, 2)), in.parameters).is_positive())
            return true;
    }
    return false;
}

}  // namespace

bool is_nowhere_zero(const Expr& f, const ExprVector& varying,
                     const std::vector<Parameter>& parameters, const Limits& limits) {
    const Setting in{varying, parameters, limits};
    return range_of(f, parameters).nonzero || is_definite_with_a_rest(f, in) ||
           outweighs_angles(f, in) || has_negative_discriminant(f, in);
}

}  // namespace rattleback
