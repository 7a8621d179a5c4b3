#include "exact/antiderivative.hpp"

#include "exact/normal_form.hpp"
#include "exact/simplify.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"

namespace rattleback {
namespace {

class Integral {
public:
    Integral(const Expr& x, const Limits& limits) : x_(x), limits_(limits) {}

    std::optional<Expr> of(const Expr& e) const {
        if (!depends_on(e, x_)) return e * x_;
        if (e.kind() == Kind::Sum) return of_sum(e);
        if (e.kind() == Kind::Product) return of_product(e);
        return by_parts_of(e);
    }

private:
    std::optional<Expr> of_sum(const Expr& e) const {
        SumBuilder total;
        total.add(Expr(e.number()) * x_);
        for (std::size_t i = 0; i < e.args().size(); ++i) {
            const auto part = of(e.args()[i]);
            if (!part) return {};
            total.add(e.coefficients()[i], *part);
        }
        return total.build();
    }

    std::optional<Expr> of_product(const Expr& e) const {
        ProductBuilder constant, rest;
        for (std::size_t i = 0; i < e.args().size(); ++i)
            (depends_on(e.args()[i], x_) ? rest : constant).multiply(e.args()[i], e.exponents()[i]);
        const Expr factor = constant.build();
        // The rest may be a sum now: 3·(x + 1) is a product for the canonical form.
        if (factor.is_one()) {
            auto found = by_parts_of(e);
            return found ? found : of_distributed(e);
        }
        const auto part = of(rest.build());
        return part ? std::optional(factor * *part) : std::nullopt;
    }

    // (a + b)·c term by term.
    std::optional<Expr> of_distributed(const Expr& e) const {
        for (std::size_t i = 0; i < e.args().size(); ++i) {
            const Expr& sum = e.args()[i];
            if (sum.kind() != Kind::Sum || e.exponents()[i] != 1) continue;
            const Expr rest = e / sum;
            SumBuilder terms;
            terms.add(Expr(sum.number()) * rest);
            for (std::size_t k = 0; k < sum.args().size(); ++k)
                terms.add(sum.coefficients()[k], sum.args()[k] * rest);
            return of(terms.build());
        }
        return {};
    }

    // R = f(g)·g' for a part g of R: x itself first, then its functions and their arguments.
    std::optional<Expr> by_parts_of(const Expr& r) const {
        const Graph graph(r);
        for (std::size_t i = 0; i < graph.size(); ++i) {
            const Expr& g = graph.node(i);
            if (!depends_on(g, x_)) continue;
            const Expr slope = derivative(g, x_);
            if (vanishes(slope, limits_) != Answer::No) continue;
            if (const auto found = in_terms_of(g, simplify(r / slope), graph)) return found;
        }
        return {};
    }

    std::optional<Expr> in_terms_of(const Expr& g, const Expr& f, const Graph& parts) const {
        for (const int n : {0, 1, -1, 2, -2, 3, -3, 4, -4})
            if (const auto c = constant(f * pow(g, -n)))
                return *c * (n == -1 ? log(abs(g)) : pow(g, n + 1) / (n + 1));
        if (const auto c = constant(f * sqrt(g))) return *c * 2 * sqrt(g);
        if (const auto c = constant(f / sqrt(g))) return *c * ratio(2, 3) * g * sqrt(g);
        if (const auto c = constant(f * (1 + pow(g, 2)))) return *c * atan(g);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const Expr& call = parts.node(i);
            if (call.kind() != Kind::Call || call.args()[0] != g) continue;
            const auto primitive = of_call(call.function(), g);
            if (!primitive) continue;
            if (const auto c = constant(f / call)) return *c * *primitive;
        }
        return {};
    }

    static std::optional<Expr> of_call(FunctionId f, const Expr& u) {
        if (f == FunctionId::Sin) return -cos(u);
        if (f == FunctionId::Cos) return sin(u);
        if (f == FunctionId::Tan) return -log(abs(cos(u)));
        if (f == FunctionId::Exp) return exp(u);
        if (f == FunctionId::Sinh) return cosh(u);
        if (f == FunctionId::Cosh) return sinh(u);
        return {};
    }

    // The value, when it is free of x.
    std::optional<Expr> constant(const Expr& e) const {
        if (is_constant_in(e, x_, limits_) != Answer::Yes) return {};
        const Expr simple = simplify(e);
        return depends_on(simple, x_) ? std::nullopt : std::optional(simple);
    }

    Expr x_;
    Limits limits_;
};

bool is_closed(std::span<const Expr> form, std::span<const Expr> x, const Limits& limits) {
    const ExprMatrix slopes = jacobian(form, x);
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (vanishes(slopes[i][j] - slopes[j][i], limits) != Answer::Yes) return false;
    return true;
}

}  // namespace

std::optional<Expr> antiderivative(const Expr& e, const Expr& x, const Limits& limits) {
    const Integral integral(x, limits);
    const auto correct = [&](const std::optional<Expr>& f) {
        return f && vanishes(derivative(*f, x) - e, limits) == Answer::Yes;
    };
    if (const auto f = integral.of(e); correct(f)) return f;
    try {  // expanded, its terms may be simpler
        if (const auto f = integral.of(normal_form(e, limits)); correct(f)) return f;
    } catch (const TooLarge&) {
    }
    return {};
}

std::optional<Expr> potential(std::span<const Expr> form, std::span<const Expr> x,
                              const Limits& limits) {
    if (!is_closed(form, x, limits)) return {};
    Expr f = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Expr rest = simplify(form[i] - derivative(f, x[i]));
        if (rest.is_zero()) continue;
        const auto part = antiderivative(rest, x[i], limits);
        if (!part) return {};
        f += *part;
    }
    return simplify(f);
}

}  // namespace rattleback
