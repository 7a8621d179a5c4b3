// Canonical form keeps the value of what was written, and depends on nothing but what was written.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "expr/evaluate.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"
#include "support/exact_value.hpp"
#include "support/formula_tree.hpp"
#include "support/oracle_value.hpp"
#include "support/random_expression.hpp"

namespace rattleback {
namespace {

using testing::FormulaTree;
using testing::name_count;
using testing::RandomFormula;

TEST(CanonicalValue, OfArithmeticIsExactlyThatOfWhatWasWritten) {
    RandomFormula random(1, RandomFormula::With::Arithmetic);
    int compared = 0;
    for (int i = 0; i < 20000; ++i) {
        const FormulaTree tree = random.next(4);
        std::array<mpq_class, name_count> names;
        ExactValues values;
        for (std::size_t k = 0; k < name_count; ++k) {
            const auto p = random.between(-20, 20), q = random.between(1, 9);
            names[k] = mpq_class(static_cast<long>(p), static_cast<unsigned long>(q));
            names[k].canonicalize();
            values[testing::name(static_cast<std::int64_t>(k))] = Number::ratio(p, q);
        }
        const auto expected = exact_value(tree, names);
        try {
            const Expr e = build(tree);
            // x/x is 1 also where x is 0: there canonical form may have a value and the tree none.
            const auto found = evaluate_exactly(e, values);
            if (!expected) continue;
            ASSERT_TRUE(found.has_value()) << "formula " << i;
            ASSERT_EQ(found->to_text(), expected->get_str()) << "formula " << i;
            ++compared;
        } catch (const NumericalError&) {
            ASSERT_FALSE(expected.has_value()) << "formula " << i;
        }
    }
    EXPECT_GT(compared, 15000);
}

TEST(CanonicalValue, OfFunctionsIsThatOfWhatWasWritten) {
    RandomFormula random(2, RandomFormula::With::Functions);
    int compared = 0;
    for (int i = 0; i < 20000; ++i) {
        const FormulaTree tree = random.next(5);
        std::array<long double, name_count> names{};
        std::unordered_map<Expr, long double> values;
        for (std::size_t k = 0; k < name_count; ++k) {
            const double at = static_cast<double>(random.between(-2000, 2000)) / 1024 + 1.0 / 8192;
            names[k] = at;
            values[testing::name(static_cast<std::int64_t>(k))] = at;
        }
        const long double expected = value(tree, names);
        try {
            const Expr e = build(tree);
            const long double found = testing::OracleValue<long double>(values)(e);
            // Rounding may leave the domain of a function: acos of a little more than 1.
            if (std::isnan(expected) || std::isnan(found)) continue;
            ASSERT_LE(std::fabs(found - expected), 1e-8L * (1 + std::fabs(expected)))
                << "formula " << i << ": " << to_text(e);
            ++compared;
        } catch (const NumericalError& error) {
            ASSERT_TRUE(std::isnan(expected)) << "formula " << i << ": " << error.what();
        }
    }
    EXPECT_GT(compared, 8000);
}

// Builds the tree again with the parts of every sum and product in another order.
Expr build_shuffled(const FormulaTree& tree, std::mt19937_64& random) {
    using testing::Operation;
    std::vector<Expr> parts;
    for (const FormulaTree& part : tree.parts) parts.push_back(build_shuffled(part, random));
    if (tree.what == Operation::Plus || tree.what == Operation::Times) {
        std::shuffle(parts.begin(), parts.end(), random);
        SumBuilder sum;
        ProductBuilder product;
        for (const Expr& part : parts)
            tree.what == Operation::Plus ? sum.add(part) : product.multiply(part);
        return tree.what == Operation::Plus ? sum.build() : product.build();
    }
    if (tree.what == Operation::Minus)
        return random() % 2 == 0 ? parts[0] - parts[1] : -parts[1] + parts[0];
    if (tree.what == Operation::Function) return call(tree.function, parts);
    if (parts.empty()) return build(tree);
    if (tree.what == Operation::Over) return parts[0] / parts[1];
    if (tree.what == Operation::Negated) return -parts[0];
    return pow(parts[0], ratio(tree.p, tree.q));
}

TEST(CanonicalForm, DoesNotDependOnTheOrderOfWriting) {
    RandomFormula random(3, RandomFormula::With::Functions);
    std::mt19937_64 order(4);
    int compared = 0;
    for (int i = 0; i < 5000; ++i) {
        const FormulaTree tree = random.next(5);
        try {
            ASSERT_EQ(build_shuffled(tree, order), build_shuffled(tree, order)) << "formula " << i;
            ++compared;
        } catch (const NumericalError&) {
            EXPECT_THROW(build_shuffled(tree, order), NumericalError) << "formula " << i;
        }
    }
    EXPECT_GT(compared, 2500);
}

// d of b^(1/d); 1 of anything else.
std::int64_t root_degree(const Expr& e) {
    if (is_call(e, FunctionId::Sqrt)) return 2;
    const bool rational =
        e.kind() == Kind::Power && e.args()[1].is_number() && e.args()[1].number().is_exact();
    return rational ? e.args()[1].number().denominator().to_int64().value() : 1;
}

// Whether a node has the form that expr.hpp promises.
void expect_canonical(const Expr& e) {
    const auto args = e.args();
    for (std::size_t i = 1; i < args.size() && (e.kind() == Kind::Sum || e.kind() == Kind::Product);
         ++i)
        ASSERT_LT(args[i - 1], args[i]) << "sorted and distinct";
    if (e.kind() == Kind::Sum) {
        ASSERT_FALSE(args.empty());
        ASSERT_FALSE(args.size() == 1 && e.number().is_zero() && e.coefficients()[0].is_one());
        for (std::size_t i = 0; i < args.size(); ++i) {
            const Number& c = e.coefficients()[i];
            ASSERT_FALSE(c.is_zero());
            ASSERT_FALSE(args[i].is_number());
            if (args[i].kind() == Kind::Sum) {
                ASSERT_FALSE(c.is_one() || c.is_minus_one()) << "merged";
                ASSERT_FALSE(args[i].args().size() == 1 && args[i].number().is_zero())
                    << "coefficients folded";
            }
        }
    }
    if (e.kind() == Kind::Product) {
        ASSERT_FALSE(args.empty());
        ASSERT_FALSE(args.size() == 1 && e.exponents()[0] == 1);
        for (std::size_t i = 0; i < args.size(); ++i) {
            ASSERT_NE(e.exponents()[i], 0);
            ASSERT_FALSE(args[i].is_number());
            ASSERT_NE(args[i].kind(), Kind::Product);
            ASSERT_FALSE(args[i].kind() == Kind::Sum && args[i].args().size() == 1 &&
                         args[i].number().is_zero());
            const auto degree = root_degree(args[i]);
            ASSERT_TRUE(degree == 1 || std::abs(e.exponents()[i]) < degree)
                << "whole powers leave roots";
            ASSERT_EQ(std::gcd(degree, e.exponents()[i]), 1) << "in lowest terms";
        }
    }
    if (e.kind() == Kind::Power && args[1].is_number() && args[1].number().is_exact()) {
        ASSERT_TRUE(args[1].number().numerator().is_one());
        ASSERT_GT(args[1].number().denominator(), Number(2));
    }
}

TEST(CanonicalForm, IsAsPromisedAtEveryNode) {
    testing::RandomExpression random(5, {.floating = true});
    for (int i = 0; i < 3000; ++i) {
        const Expr e = random.next();
        const Graph graph(e);
        for (std::size_t k = 0; k < graph.size(); ++k) {
            expect_canonical(graph.node(k));
            ASSERT_FALSE(HasFatalFailure());
        }
    }
}

TEST(CanonicalOrder, IsTotal) {
    testing::RandomExpression random(
        6, {.depth = 3, .names = {"x", "x2", "x10", "x01", "x1", "y"}, .floating = true});
    std::vector<Expr> drawn;
    for (int i = 0; i < 400; ++i) drawn.push_back(random.next());
    std::sort(drawn.begin(), drawn.end());
    for (std::size_t i = 0; i < drawn.size(); ++i)
        for (std::size_t j = 0; j < drawn.size(); ++j) {
            const auto order = drawn[i] <=> drawn[j];
            ASSERT_EQ(order == 0, drawn[i] == drawn[j]);
            ASSERT_TRUE(order == 0 || (order < 0) == (i < j)) << i << ", " << j;
        }
}

TEST(CanonicalOrder, IsNumbersSymbolsFunctionsSums) {
    const Expr x = symbol("x"), y = symbol("y");
    const std::vector<Expr> ordered = {Expr(-1),
                                       Expr(2),
                                       pi(),
                                       pow(x, 3),
                                       pow(x, 2),
                                       x * y,
                                       x,
                                       symbol("x2"),
                                       symbol("x10"),
                                       y,
                                       symbol("a", 1),
                                       symbol("x", 1),
                                       symbol("a", 2),
                                       cos(x),
                                       sin(x) * sin(y),
                                       sin(x),
                                       sin(y),
                                       pow(x, y),
                                       x + y};
    EXPECT_TRUE(std::is_sorted(ordered.begin(), ordered.end()));
    for (std::size_t i = 1; i < ordered.size(); ++i) EXPECT_LT(ordered[i - 1], ordered[i]) << i;
}

}  // namespace
}  // namespace rattleback
