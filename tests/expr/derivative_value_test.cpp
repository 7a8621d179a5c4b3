// Derivatives have the right values. The oracle is the complex step: f(x + ih) = f(x) + ih·f'(x)
// to all digits for tiny h, with functions of complex arguments that know no derivatives.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <random>

#include "expr/derivative.hpp"
#include "expr/functions.hpp"
#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"
#include "support/oracle_value.hpp"
#include "support/random_expression.hpp"

namespace rattleback {
namespace {

using Complex = std::complex<long double>;
using Point = std::unordered_map<Expr, long double>;

constexpr long double step = 1e-40L;
constexpr long double moderate = 1e6L;

// dF/ds of F(p + s·direction), by complex step; NaN where F has no value or only a doubtful one.
long double slope(const Expr& f, const Point& p, const Point& direction) {
    std::unordered_map<Expr, Complex> at;
    for (const auto& [name, value] : p) {
        const auto moved = direction.find(name);
        at[name] = Complex(value, moved == direction.end() ? 0 : step * moved->second);
    }
    testing::OracleValue<Complex> oracle(at);
    const Complex value = oracle(f);
    return std::isfinite(value.real()) && oracle.moderate(moderate) ? value.imag() / step : NAN;
}

long double value_at(const Expr& f, const Point& p) {
    testing::OracleValue<long double> oracle(p);
    const long double value = oracle(f);
    return oracle.moderate(moderate) ? value : NAN;
}

// Both known, and different.
bool differ(long double a, long double b) {
    return std::fabs(a - b) > 1e-9L * (1 + std::fabs(a) + std::fabs(b));
}

TEST(DerivativeValue, OfEveryRowOfTheTable) {
    const Expr u = symbol("u"), v = symbol("v");
    for (const Function& f : functions()) {
        const Expr args[] = {u, v};
        const Expr called = call(f.id, {args, static_cast<std::size_t>(f.arity)});
        int compared = 0;
        for (const long double a : {-2.5L, -0.9L, -0.25L, 0.1L, 0.6L, 0.95L, 1.75L})
            for (const long double b : {-1.5L, 0.3L, 2.0L}) {
                const Point p = {{u, a}, {v, b}};
                for (const Expr& by : {u, v}) {
                    const long double expected = slope(called, p, {{by, 1}});
                    if (std::isnan(expected)) continue;
                    const long double found = value_at(derivative(called, by), p);
                    EXPECT_FALSE(std::isnan(found) || differ(found, expected))
                        << f.name << " at " << a << ", " << b << ": " << found << " should be "
                        << expected;
                    ++compared;
                }
            }
        EXPECT_GE(compared, 20) << f.name;
    }
}

// The complex step itself against Richardson's extrapolation of central differences.
TEST(DerivativeValue, OracleAgreesWithDifferences) {
    const Expr u = symbol("u"), v = symbol("v");
    for (const Function& f : functions()) {
        const Expr args[] = {u, v};
        const Expr called = call(f.id, {args, static_cast<std::size_t>(f.arity)});
        const auto at = [&](long double a) { return value_at(called, {{u, a}, {v, -0.7L}}); };
        const auto central = [&](long double h) { return (at(0.4L + h) - at(0.4L - h)) / (2 * h); };
        const long double h = 1e-3L;  // error of Richardson's extrapolation: h⁶
        const long double once = (4 * central(h / 2) - central(h)) / 3,
                          again = (4 * central(h / 4) - central(h / 2)) / 3;
        EXPECT_NEAR(static_cast<double>(slope(called, {{u, 0.4L}, {v, -0.7L}}, {{u, 1}})),
                    static_cast<double>((16 * again - once) / 15), 1e-13)
            << f.name;
    }
}

class RandomDerivatives : public ::testing::Test {
protected:
    static testing::RandomOptions options() {
        return {.depth = 4,
                .names = {"x", "y", "z"},
                .largest_order = 1,
                .big_numbers = false,
                .floating = true};
    }

    RandomDerivatives() {
        for (const char* name : {"x", "y", "z"})
            for (const int primes : {0, 1}) symbols.push_back(symbol(name, primes));
    }

    Point point() {
        std::uniform_real_distribution<double> between(-0.8, 2.2);
        Point p;
        for (const Expr& s : symbols) p[s] = between(random);
        return p;
    }

    ExprVector symbols;
    std::mt19937_64 random{70};
};

TEST_F(RandomDerivatives, AgreeWithTheComplexStep) {
    testing::RandomExpression draw(71, options());
    int compared = 0, draws = 0;
    for (; compared < 3200 && draws < 40000; ++draws) {
        const Expr f = draw.next();
        const Expr& by = symbols[static_cast<std::size_t>(draws) % symbols.size()];
        const Point p = point();
        const long double expected = slope(f, p, {{by, 1}});
        if (!std::isfinite(expected) || expected == 0) continue;
        const long double found = value_at(derivative(f, by), p);
        if (std::isnan(found)) continue;  // of doubtful size
        ASSERT_FALSE(differ(found, expected))
            << to_text(f) << " by " << to_text(by) << ": " << found << " should be " << expected;
        ++compared;
    }
    EXPECT_EQ(compared, 3200) << "of " << draws;
}

TEST_F(RandomDerivatives, OfGradientsAndDirectionsAgreeToo) {
    testing::RandomExpression draw(72, options());
    int compared = 0;
    for (int i = 0; i < 2000; ++i) {
        const Expr f = draw.next();
        const Point p = point(), direction = point();
        const long double expected = slope(f, p, direction);
        if (!std::isfinite(expected) || expected == 0) continue;

        std::vector<Replacement> along;
        Point with_directions = p;
        for (const Expr& s : symbols) {
            along.emplace_back(s, symbol("d" + std::string(s.name()), s.order()));
            with_directions[along.back().second] = direction.at(s);
        }
        const long double directional = value_at(derivative_along(f, along), with_directions);
        const ExprVector entries = gradient(f, symbols);
        long double sum = 0;
        for (std::size_t k = 0; k < symbols.size(); ++k)
            sum += value_at(entries[k], p) * direction.at(symbols[k]);
        if (std::isnan(directional) || std::isnan(sum)) continue;
        ASSERT_FALSE(differ(directional, expected)) << to_text(f);
        ASSERT_FALSE(differ(sum, expected)) << to_text(f);
        for (std::size_t k = 0; k < symbols.size(); ++k) {
            const long double a = value_at(entries[k], p),
                              b = value_at(derivative(f, symbols[k]), p);
            ASSERT_FALSE(differ(a, b)) << to_text(f) << " by " << to_text(symbols[k]);
        }
        ++compared;
    }
    EXPECT_GT(compared, 500);
}

TEST_F(RandomDerivatives, OfSecondOrderAgreeWithTheStepOfTheFirst) {
    testing::RandomExpression draw(73, options());
    const std::span<const Expr> pair = std::span(symbols).first(2);
    int compared = 0;
    for (int i = 0; i < 1200; ++i) {
        const Expr f = draw.next();
        const Point p = point();
        if (std::isnan(value_at(f, p))) continue;
        const ExprMatrix second = hessian(f, pair);
        for (std::size_t r = 0; r < pair.size(); ++r)
            for (std::size_t c = 0; c < pair.size(); ++c) {
                const long double expected = slope(derivative(f, pair[r]), p, {{pair[c], 1}});
                const long double found = value_at(second[r][c], p);
                if (!std::isfinite(expected) || std::isnan(found) || expected == 0) continue;
                ASSERT_FALSE(differ(found, expected)) << to_text(f);
                ++compared;
            }
    }
    EXPECT_GT(compared, 500);
}

}  // namespace
}  // namespace rattleback
