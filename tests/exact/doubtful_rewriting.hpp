// Rewriting by rules that hold for some values only, as a hasty reader would apply them: the zero
// test must not believe any of them beyond their domain.
#pragma once

#include "expr/graph.hpp"
#include "expr/substitute.hpp"
#include "expression_of_class.hpp"
#include "support/random_expression.hpp"

namespace rattleback::testing {

class DoubtfulRewriting {
public:
    explicit DoubtfulRewriting(std::uint64_t seed) : choice_(seed) {}

    Expr operator()(const Expr& e) {
        const Graph graph(e);
        ExprVector result(graph.size()), args;
        for (std::size_t i = 0; i < graph.size(); ++i) {
            args.clear();
            for (const auto child : graph.children(i)) args.push_back(result[child]);
            result[i] = with_children(graph.node(i), args);
            if (choice_.one_in(2)) result[i] = at_node(result[i]);
        }
        return result.back();
    }

private:
    Expr at_node(const Expr& e) {
        if (e.kind() == Kind::Power) return at_power(e.args()[0], e.args()[1]);
        if (e.kind() != Kind::Call) return around(e);
        const Expr& u = e.args()[0];
        const auto [p, q] = factors(u);
        switch (e.function()) {
            case FunctionId::Abs: return choice_.of({u, abs(p) * abs(q), sqrt(pow(u, 2))});
            case FunctionId::Acos:
                return choice_.of({pi() / 2 - asin(u), atan2(sqrt(1 - pow(u, 2)), u)});
            case FunctionId::Asin:
                return choice_.of({atan(u / sqrt(1 - pow(u, 2))), pi() / 2 - acos(u)});
            case FunctionId::Atan:
                return choice_.of(
                    {pi() / 2 - atan(1 / u), asin(u / sqrt(1 + pow(u, 2))), atan2(u, 1)});
            case FunctionId::Atan2:
                return choice_.of(
                    {atan(u / e.args()[1]),
                     2 * atan(u / (sqrt(pow(u, 2) + pow(e.args()[1], 2)) + e.args()[1]))});
            case FunctionId::Erf: return choice_.of({-erf(-u), erf(p) + erf(q)});
            case FunctionId::Exp: return pow(exp(u / 2), 2);
            case FunctionId::Log:
                return choice_.of({log(p) + log(q), log(pow(u, 2)) / 2, -log(1 / u)});
            case FunctionId::Sqrt:
                return choice_.of(
                    {sqrt(p) * sqrt(q), exp(log(u) / 2), u / sqrt(u), sqrt(u * pow(p, 2)) / p});
            case FunctionId::Tan:
                return choice_.of({sin(u) / cos(u), sqrt(1 - pow(cos(u), 2)) / cos(u)});
            case FunctionId::Cos: return choice_.of({sqrt(1 - pow(sin(u), 2)), sin(pi() / 2 + u)});
            case FunctionId::Sin: return choice_.of({sqrt(1 - pow(cos(u), 2)), cos(pi() / 2 - u)});
            case FunctionId::Cosh: return sqrt(1 + pow(sinh(u), 2));
            case FunctionId::Sinh: return sqrt(pow(cosh(u), 2) - 1);
            case FunctionId::Sign: return choice_.of({u / abs(u), sign(p) * sign(q)});
            case FunctionId::Tanh: return sinh(u) / cosh(u);
        }
        return e;
    }

    Expr at_power(const Expr& b, const Expr& e) {
        const auto [p, q] = factors(b);
        return choice_.of({exp(e * log(b)), pow(p, e) * pow(q, e), pow(pow(b, 2), e / 2),
                           pow(b, e / 3 * 2) * pow(b, e / 3)});
    }

    // f⁻¹(f(e)), which is e on one branch only.
    Expr around(const Expr& e) {
        return choice_.of({e, e, e, sqrt(pow(e, 2)), asin(sin(e)), log(exp(e)),
                           pow(pow(e, 3), ratio(1, 3)), atan(tan(e)), exp(log(e))});
    }

    // u = p·q.
    static std::pair<Expr, Expr> factors(const Expr& u) {
        if (u.kind() != Kind::Product) return {2, u / 2};
        const Expr first = pow(u.args()[0], u.exponents()[0]);
        return {first, u / first};
    }

    Choice choice_;
};

}  // namespace rattleback::testing
