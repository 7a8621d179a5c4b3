#include "exact/unit_circles.hpp"

#include <optional>
#include <unordered_map>

#include "expr/functions.hpp"
#include "expr/rebuild.hpp"

namespace rattleback {
namespace {

// What stands beside sin² u in a product, and beside cos² u in its partner.
struct Circle {
    Expr beside, partner;
};

std::optional<Circle> circle_of(const Expr& base, std::int32_t exponent, const Expr& term) {
    if (base.kind() != Kind::Call || base.function() != FunctionId::Sin || exponent < 2) return {};
    const Expr beside = term / pow(base, 2);
    return Circle{beside, beside * pow(cos(base.args()[0]), 2)};
}

std::optional<Circle> circle_in(const Expr& term,
                                const std::unordered_map<Expr, Number>& coefficients) {
    if (term.kind() != Kind::Product) return {};
    for (std::size_t k = 0; k < term.args().size(); ++k) {
        const auto circle = circle_of(term.args()[k], term.exponents()[k], term);
        if (!circle) continue;
        const auto partner = coefficients.find(circle->partner);
        if (partner != coefficients.end() && partner->second == coefficients.at(term))
            return circle;
    }
    return {};
}

// One pair in the place of which its factor stands; the sum itself where there is none.
Expr shortened(const Expr& sum) {
    std::unordered_map<Expr, Number> coefficients;
    for (std::size_t i = 0; i < sum.args().size(); ++i)
        coefficients.emplace(sum.args()[i], sum.coefficients()[i]);
    for (const Expr& term : sum.args())
        if (const auto circle = circle_in(term, coefficients)) {
            const Number& c = coefficients.at(term);
            SumBuilder result;
            result.add(sum);
            result.add(-c, term);
            result.add(-c, circle->partner);
            result.add(c, circle->beside);
            return result.build();
        }
    return sum;
}

}  // namespace

Expr with_unit_circles(const Expr& e) {
    return rebuilt(e, [](const Expr& node, std::span<const Expr> args) {
        Expr result = with_children(node, args);
        // Each time two terms become one.
        for (std::size_t n = args.size(); n > 0 && result.kind() == Kind::Sum; --n) {
            const Expr next = shortened(result);
            if (next == result) break;
            result = next;
        }
        return result;
    });
}

}  // namespace rattleback
