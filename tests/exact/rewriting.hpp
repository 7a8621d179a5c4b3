// Other ways of writing an expression of the class of normal_form.hpp.
//
// Rewriting uses what is taught at school, one identity per line, and nothing of src/exact: so it
// is an oracle for what must come out equal. Perturbation makes a small mistake: the result is
// nearly always different, which the caller decides by its values. The same seed gives the same
// expressions in every run.
#pragma once

#include <utility>

#include "expr/graph.hpp"
#include "expr/substitute.hpp"
#include "expression_of_class.hpp"
#include "rattleback/errors.hpp"

namespace rattleback::testing {

class Rewriting {
public:
    explicit Rewriting(std::uint64_t seed) : choice_(seed), others_(seed + 1) {}

    // Another way of writing e, wherever both are defined.
    Expr operator()(const Expr& e) {
        const Expr inside = map_nodes(
            e, [this](const Expr& node) { return choice_.one_in(3) ? at_node(node) : node; });
        return choice_.one_in(2) ? with_neutral_part(inside) : inside;
    }

    // A small mistake somewhere in e.
    Expr perturbed(const Expr& e) {
        const Graph graph(e);
        for (;;) {
            const Expr chosen = graph.node(choice_.below(graph.size()));
            const Replacement mistake{chosen, mistaken(chosen)};
            try {
                return substitute(e, {&mistake, 1});
            } catch (const NumericalError&) {  // √−2: make another mistake
            }
        }
    }

private:
    template <typename Function>
    static Expr map_nodes(const Expr& e, const Function& function) {
        const Graph graph(e);
        ExprVector result(graph.size()), args;
        for (std::size_t i = 0; i < graph.size(); ++i) {
            args.clear();
            for (const auto child : graph.children(i)) args.push_back(result[child]);
            result[i] = function(with_children(graph.node(i), args));
        }
        return result.back();
    }

    Expr at_node(const Expr& e) {
        switch (e.kind()) {
            case Kind::Call: return at_call(e);
            case Kind::Sum: return over_common_denominator(e);
            case Kind::Product: return choice_.one_in(2) ? distributed(e) : rationalized(e);
            default: return e;
        }
    }

    Expr at_call(const Expr& e) {
        const Expr& u = e.args()[0];
        const auto [p, q] = parts(u);
        const Expr s = sin(u), c = cos(u), h = u / 2;
        const bool whole = depends_on(u, pi());  // only multiples of π/12 have known values
        switch (e.function()) {
            case FunctionId::Sin:
                return whole ? choice_.of({sin(p) * cos(q) + cos(p) * sin(q), tan(u) * c})
                             : choice_.of({sin(p) * cos(q) + cos(p) * sin(q), 2 * sin(h) * cos(h),
                                           2 * tan(h) / (1 + pow(tan(h), 2)), cos(u - pi() / 2),
                                           sin(pi() - u),
                                           (sqrt(3) * sin(u + pi() / 6) - cos(u + pi() / 6)) / 2});
            case FunctionId::Cos:
                return whole ? choice_.of({cos(p) * cos(q) - sin(p) * sin(q), s / tan(u)})
                             : choice_.of(
                                   {cos(p) * cos(q) - sin(p) * sin(q), 1 - 2 * pow(sin(h), 2),
                                    (1 - pow(tan(h), 2)) / (1 + pow(tan(h), 2)), sin(u + pi() / 2),
                                    -cos(u + 3 * pi()), sqrt(2) * cos(u + pi() / 4) + s});
            case FunctionId::Tan:
                return choice_.of(
                    {s / c, (1 - cos(2 * u)) / sin(2 * u), sin(2 * u) / (1 + cos(2 * u))});
            case FunctionId::Exp:
                return choice_.of(
                    {exp(p) * exp(q), pow(exp(h), 2), cosh(u) + sinh(u), 1 / exp(-u)});
            case FunctionId::Sinh:
                return choice_.of({(exp(u) - exp(-u)) / 2, 2 * sinh(h) * cosh(h), tanh(u) * cosh(u),
                                   sinh(p) * cosh(q) + cosh(p) * sinh(q)});
            case FunctionId::Cosh:
                return choice_.of(
                    {(exp(u) + exp(-u)) / 2, 1 + 2 * pow(sinh(h), 2), sinh(u) / tanh(u)});
            case FunctionId::Tanh:
                return choice_.of({sinh(u) / cosh(u), (exp(2 * u) - 1) / (exp(2 * u) + 1),
                                   2 * tanh(h) / (1 + pow(tanh(h), 2))});
            case FunctionId::Sqrt:
                return choice_.of(
                    {u / e, sqrt(4 * u) / 2,
                     sqrt(u * pow(1 + pow(symbol("a"), 2), 2)) / (1 + pow(symbol("a"), 2))});
            case FunctionId::Abs:
                return choice_.of({sqrt(pow(u, 2)), pow(u, 2) / e, abs(-3 * u) / 3});
            case FunctionId::Sign:
                return choice_.of({u / abs(u), abs(u) / u, sign(3 * u), pow(e, 3)});
            default: return e;
        }
    }

    // u = p + q, with p = 0 if u is no sum.
    static std::pair<Expr, Expr> parts(const Expr& u) {
        if (u.kind() != Kind::Sum) return {0, u};
        const Expr first = u.coefficients()[0] * u.args()[0];
        return {first, u - first};
    }

    Expr over_common_denominator(const Expr& e) {
        const Expr d = others_.denominator();
        SumBuilder sum;
        sum.add(e.number() * d);
        for (std::size_t i = 0; i < e.args().size(); ++i)
            sum.add(e.coefficients()[i], e.args()[i] * d);
        return sum.build() / d;
    }

    static Expr distributed(const Expr& e) {
        for (std::size_t i = 0; i < e.args().size(); ++i) {
            const Expr& sum = e.args()[i];
            if (sum.kind() != Kind::Sum || e.exponents()[i] < 1) continue;
            const Expr rest = e / sum;
            SumBuilder result;
            result.add(sum.number(), rest);
            for (std::size_t k = 0; k < sum.args().size(); ++k)
                result.add(sum.coefficients()[k], sum.args()[k] * rest);
            return result.build();
        }
        return e;
    }

    // 1/(p + √u) = (p − √u)/(p² − u).
    static Expr rationalized(const Expr& e) {
        for (std::size_t i = 0; i < e.args().size(); ++i) {
            const Expr& sum = e.args()[i];
            if (sum.kind() != Kind::Sum || e.exponents()[i] != -1) continue;
            for (const Expr& root : sum.args())
                if (is_call(root, FunctionId::Sqrt)) {
                    const Replacement other_sign{root, -root};
                    const Expr conjugate = substitute(sum, {&other_sign, 1}),
                               p = (sum + conjugate) / 2, r = (sum - conjugate) / 2;
                    return e * sum * (p - r) / (pow(p, 2) - pow(r, 2));
                }
        }
        return e;
    }

    Expr with_neutral_part(const Expr& e) {
        const Expr w = others_.next(0), u = others_.angle(), v = others_.exponent(),
                   d = others_.denominator();
        return choice_.of({e * (pow(sin(u), 2) + pow(cos(u), 2)), e + w - (w * d) / d,
                           e * (pow(cosh(v), 2) - pow(sinh(v), 2)),
                           pow(e + w, 2) - pow(e, 2) - 2 * e * w - pow(w, 2) + e,
                           (e + d) / d * d - d});
    }

    Expr mistaken(const Expr& e) {
        const Expr wrong = choice_.of({e + 1, -e, 2 * e, e * symbol("x"), e - symbol("z")});
        if (e.kind() != Kind::Call) return wrong;
        switch (e.function()) {
            case FunctionId::Sin:
                return choice_.of({cos(e.args()[0]), sin(2 * e.args()[0]), wrong});
            case FunctionId::Cos:
                return choice_.of({sin(e.args()[0]), cos(e.args()[0] + symbol("y")), wrong});
            case FunctionId::Exp: return choice_.of({exp(-e.args()[0]), wrong});
            case FunctionId::Cosh: return choice_.of({sinh(e.args()[0]), wrong});
            default: return wrong;
        }
    }

    Choice choice_;
    ExpressionOfClass others_;
};

}  // namespace rattleback::testing
