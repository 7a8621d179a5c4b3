// The laws of powers with unknown exponents: only those that hold in the reals are proved.
//
// Random formulas in powers, roots, absolute values, exponentials and logarithms are rewritten by
// tempting laws, true ones and false ones. The oracle is a tree of its own, evaluated by std::pow at
// whole numbers and halves of either sign: nothing of canonical form or exact algebra is used there.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>

#include "exact/is_zero.hpp"
#include "exact/simplify.hpp"
#include "expr/evaluate.hpp"
#include "expr/functions.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"

namespace rattleback {
namespace {

struct Formula;
using Tree = std::shared_ptr<const Formula>;
enum class Sort : std::uint8_t { Symbol, Number, Power, Product, Sum, Root, Absolute, Exp, Log };

struct Formula {
    Sort sort;
    int which = 0;      // of a symbol
    double number = 0;  // whole or half
    Tree first = {}, second = {};
};

Tree made(Sort sort, const Tree& a, const Tree& b = {}) {
    return std::make_shared<Formula>(Formula{.sort = sort, .first = a, .second = b});
}
Tree number(double value) {
    return std::make_shared<Formula>(Formula{.sort = Sort::Number, .number = value});
}
Tree named(int which) {
    return std::make_shared<Formula>(Formula{.sort = Sort::Symbol, .which = which});
}

double value(const Tree& t, const std::vector<double>& at) {
    switch (t->sort) {
        case Sort::Symbol: return at[static_cast<std::size_t>(t->which)];
        case Sort::Number: return t->number;
        case Sort::Power: return std::pow(value(t->first, at), value(t->second, at));
        case Sort::Product: return value(t->first, at) * value(t->second, at);
        case Sort::Sum: return value(t->first, at) + value(t->second, at);
        case Sort::Root: return std::sqrt(value(t->first, at));
        case Sort::Absolute: return std::fabs(value(t->first, at));
        case Sort::Exp: return std::exp(value(t->first, at));
        case Sort::Log: return std::log(value(t->first, at));
    }
    return 0;
}

const char* const names[] = {"x", "y", "p", "q"};

Expr expression(const Tree& t) {
    switch (t->sort) {
        case Sort::Symbol: return symbol(names[t->which]);
        case Sort::Number: return ratio(std::lround(2 * t->number), 2);
        case Sort::Power: return pow(expression(t->first), expression(t->second));
        case Sort::Product: return expression(t->first) * expression(t->second);
        case Sort::Sum: return expression(t->first) + expression(t->second);
        case Sort::Root: return sqrt(expression(t->first));
        case Sort::Absolute: return abs(expression(t->first));
        case Sort::Exp: return exp(expression(t->first));
        case Sort::Log: return log(expression(t->first));
    }
    return 0;
}

class Writer {
public:
    explicit Writer(unsigned seed) : random_(seed) {}

    int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }

    Tree exponent() {
        switch (below(6)) {
            case 0: return number(2);
            case 1: return number(0.5);
            case 2: return made(Sort::Product, number(2), named(2));
            case 3: return made(Sort::Sum, named(2), named(3));
            default: return named(2 + below(2));
        }
    }
    Tree base(int depth) {
        if (depth == 0) return named(below(2));
        switch (below(8)) {
            case 0: return made(Sort::Root, base(depth - 1));
            case 1: return made(Sort::Absolute, base(depth - 1));
            case 2: return made(Sort::Product, base(depth - 1), base(depth - 1));
            case 3: return made(Sort::Exp, exponent());
            case 4: return made(Sort::Product, number(below(2) == 0 ? -1 : 2), base(depth - 1));
            default: return made(Sort::Power, base(depth - 1), exponent());
        }
    }

    // One law used at the top or inside; some of them are false.
    Tree rewritten(const Tree& t) {
        if (below(3) == 0 && t->first) {
            Formula inside = *t;
            inside.first = rewritten(t->first);
            return std::make_shared<Formula>(inside);
        }
        const Tree &a = t->first, &e = t->second;
        if (t->sort == Sort::Power && a->sort == Sort::Power)
            return made(Sort::Power, a->first, made(Sort::Product, a->second, e));
        if (t->sort == Sort::Power && a->sort == Sort::Product)
            return made(Sort::Product, made(Sort::Power, a->first, e),
                        made(Sort::Power, a->second, e));
        if (t->sort == Sort::Power && e->sort == Sort::Sum)
            return made(Sort::Product, made(Sort::Power, a, e->first),
                        made(Sort::Power, a, e->second));
        if (t->sort == Sort::Power && below(2) == 0)
            return made(Sort::Exp, made(Sort::Product, e, made(Sort::Log, a)));
        if (t->sort == Sort::Power)
            return made(Sort::Power, made(Sort::Power, a, made(Sort::Product, e, number(0.5))),
                        number(2));
        if (t->sort == Sort::Root && below(2) == 0) return made(Sort::Power, a, number(0.5));
        if (t->sort == Sort::Root && a->sort == Sort::Power)
            return made(Sort::Power, a->first, made(Sort::Product, a->second, number(0.5)));
        if (t->sort == Sort::Absolute)
            return below(2) == 0 ? a : made(Sort::Root, made(Sort::Power, a, number(2)));
        if (t->sort == Sort::Product)
            return made(Sort::Root, made(Sort::Product, made(Sort::Power, a, number(2)),
                                         made(Sort::Power, e, number(2))));
        return made(Sort::Absolute, t);
    }

private:
    std::mt19937 random_;
};

// All points of a small grid at which both formulas have values that are not overflown.
template <typename Visit>
void at_points(const Tree& left, const Tree& right, const Visit& visit) {
    const double values[] = {-2, -1, -0.5, 0.5, 1, 2},
                 exponents[] = {-2, -1, -0.5, 0.5, 1, 1.5, 2, 3};
    for (const double x : values)
        for (const double y : values)
            for (const double p : exponents)
                for (const double q : exponents) {
                    const std::vector<double> at{x, y, p, q};
                    const double a = value(left, at), b = value(right, at);
                    const auto usual = [](double v) {
                        return std::isfinite(v) && std::fabs(v) < 1e9;
                    };
                    if (usual(a) && usual(b)) visit(at, a, b);
                }
}

TEST(PowerLaws, AreProvedOnlyWhereTheyHoldInTheReals) {
    Writer writer(20);
    int proved = 0, refuted = 0, false_laws = 0;
    for (int k = 0; k < 800; ++k) {
        const Tree left = writer.base(2), right = writer.rewritten(left);
        ZeroTest test;
        try {
            test = are_equal(expression(left), expression(right));
        } catch (const std::exception&) {
            continue;  // a root of a negative number, such as sqrt(-1): nowhere defined
        }
        proved += test.proved_zero() ? 1 : 0;
        refuted += test.proved_nonzero() ? 1 : 0;
        bool is_false = false;
        at_points(left, right, [&](const std::vector<double>& at, double a, double b) {
            const bool differs = std::fabs(a - b) > 1e-6 * (1 + std::fabs(a));
            is_false = is_false || differs;
            if (differs && test.proved_zero())
                ADD_FAILURE() << to_text(expression(left)) << " = " << to_text(expression(right))
                              << " at x = " << at[0] << ", y = " << at[1] << ", p = " << at[2]
                              << ", q = " << at[3] << ": " << a << " and " << b;
        });
        false_laws += is_false ? 1 : 0;
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(proved, 150);
    EXPECT_GT(refuted, 50);
    EXPECT_GT(false_laws, 50);
}

TEST(PowerLaws, SimplifyingChangesNoValue) {
    Writer writer(7);
    for (int k = 0; k < 300; ++k) {
        const Tree tree = writer.base(3);
        Expr simple;
        try {
            simple = simplify(expression(tree));
        } catch (const std::exception&) {
            continue;
        }
        at_points(tree, tree, [&](const std::vector<double>& at, double a, double) {
            Values values;
            for (std::size_t i = 0; i < 4; ++i) values[symbol(names[i])] = at[i];
            const double b = evaluate(simple, values);
            if (std::isfinite(b)) {
                EXPECT_NEAR(a, b, 1e-6 * (1 + std::fabs(a)))
                    << to_text(expression(tree)) << " became " << to_text(simple);
            }
        });
        if (testing::Test::HasFailure()) return;
    }
}

Verdict verdict_of(const char* left, const char* right) {
    return are_equal(parse(left), parse(right)).verdict;
}

TEST(PowerLaws, TrueOnesAreProved) {
    EXPECT_EQ(verdict_of("x^p*x^q", "x^(p + q)"), Verdict::Zero);
    EXPECT_EQ(verdict_of("x^(p + 1)", "x*x^p"), Verdict::Zero);
    EXPECT_EQ(verdict_of("(x^p)^2", "x^(2*p)"), Verdict::Zero);
    EXPECT_EQ(verdict_of("x^(2*p)*x^(3*p)", "(x^(p/2))^10"), Verdict::Zero);
    EXPECT_EQ(verdict_of("(1/x)^p", "x^(-p)"), Verdict::Zero);
    EXPECT_EQ(verdict_of("(2*x)^p", "2^p*x^p"), Verdict::Zero);
    EXPECT_EQ(verdict_of("exp(p)^q", "exp(p*q)"), Verdict::Zero);
    EXPECT_EQ(verdict_of("((1 + x^2)^p)^q", "(1 + x^2)^(p*q)"), Verdict::Zero);
    EXPECT_EQ(verdict_of("exp(p*log(x))", "x^p"), Verdict::Zero);
    EXPECT_EQ(verdict_of("sqrt(x)^p", "x^(p/2)"), Verdict::Zero);
    EXPECT_EQ(verdict_of("x^(p + 1/2)", "x^p*sqrt(x)"), Verdict::Zero);
}

TEST(PowerLaws, FalseOnesAreRefutedByAPoint) {
    EXPECT_EQ(verdict_of("(x^p)^q", "x^(p*q)"), Verdict::NonZero);
    EXPECT_EQ(verdict_of("sqrt(x^(2*p))", "x^p"), Verdict::NonZero);
    EXPECT_EQ(verdict_of("(x^2)^p", "x^(2*p)"), Verdict::NonZero);
    EXPECT_EQ(verdict_of("(x*y)^p*(x/y)^p", "x^(2*p)"), Verdict::NonZero);
    EXPECT_EQ(verdict_of("abs(x^(2*p))", "x^(2*p)"), Verdict::NonZero);
    EXPECT_EQ(verdict_of("(x^p)^(1/p)", "x"), Verdict::NonZero);
    EXPECT_EQ(verdict_of("(-1)^(2*p)", "1"), Verdict::NonZero);
    EXPECT_EQ(verdict_of("abs(x)^p", "x^p"), Verdict::NonZero);
}

}  // namespace
}  // namespace rattleback
