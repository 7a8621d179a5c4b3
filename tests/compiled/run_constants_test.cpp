// Parameters gathered in constants of a run: the same values, and no more arithmetic than with numbers.

#include "compiled/run_constants.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "compiled/interpreter.hpp"
#include "compiled/run_tape.hpp"
#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"

namespace rattleback {
namespace {

ExprVector parsed(std::initializer_list<const char*> texts) {
    ExprVector result;
    for (const char* text : texts) result.push_back(parse(text));
    return result;
}

const ExprVector letters = parsed({"m", "g", "J", "a", "b"});
const ExprVector formulas =
    parsed({"m*g*sin(x)/J", "a*x + b*x - 2*m*x", "(a*x + m*y)^2/(m + J*cos(x)^2)",
            "sqrt(m/J)*x + exp(-a*x) + m^2*a", "-m*g*y", "(m*g*y + a)*(x - b)", "m^a*x^b",
            "x*cos(a*b)*m/g - x*m*cos(a*b)/g"});

TEST(RunConstants, GiveTheSameValues) {
    RunConstants constants(letters);
    const ExprVector gathered = constants.gathered(formulas);
    Values values{{parse("x"), 0.7}, {parse("y"), -1.3}};
    const double numbers[] = {1.5, 9.81, 0.3, 0.8, 2.5};
    for (std::size_t i = 0; i < letters.size(); ++i) values[letters[i]] = numbers[i];
    Values all = values;
    const std::vector<double> found = evaluate(constants.values(), values);
    for (std::size_t i = 0; i < found.size(); ++i) all[constants.symbols()[i]] = found[i];
    for (std::size_t i = 0; i < formulas.size(); ++i) {
        const double expected = evaluate(formulas[i], values);
        EXPECT_NEAR(evaluate(gathered[i], all), expected, 1e-14 * (1 + std::fabs(expected)))
            << to_text(formulas[i]);
    }
}

// Terms that differ in constants only are one; c and −c share a symbol; what cancels is gone.
TEST(RunConstants, TakeTheArithmeticOfNumbers) {
    RunConstants constants(letters);
    const ExprVector gathered = constants.gathered(formulas);
    const ExprVector inputs = parsed({"x", "y"});
    std::vector<Replacement> numbers;
    const char* const values[] = {"3/2", "981/100", "3/10", "4/5", "5/2"};
    for (std::size_t i = 0; i < letters.size(); ++i)
        numbers.emplace_back(letters[i], parse(values[i]));
    for (std::size_t i = 0; i < formulas.size(); ++i) {
        ExprVector with_constants = inputs;
        with_constants.insert(with_constants.end(), letters.begin(), letters.end());
        with_constants.insert(with_constants.end(), constants.symbols().begin(),
                              constants.symbols().end());
        const Expr folded = substitute(formulas[i], numbers);
        EXPECT_LE(record(with_constants, {&gathered[i], 1}).operations(),
                  record(inputs, {&folded, 1}).operations())
            << to_text(formulas[i]);
    }
    EXPECT_TRUE(gathered.back().is_zero());
    const std::size_t before = constants.symbols().size();
    constants.gathered(parsed({"m*g*cos(x)", "-(m*g)*cos(y)"}));
    EXPECT_EQ(constants.symbols().size(), before);
}

TEST(RunConstants, AreOnceComputedByATape) {
    const Expr x = parse("x");
    ExprVector inputs{x};
    inputs.insert(inputs.end(), letters.begin(), letters.end());
    const Expr formula = parse("sin(m*g)*x/J + a*b");
    const RunTape tape(inputs, {&formula, 1}, 1);
    const std::vector<double> numbers{1.5, 9.81, 0.3, 0.8, 2.5};
    const Tape here = tape.at(numbers);
    EXPECT_EQ(here.inputs, (ExprVector{x}));
    // A product, and a product with 1/J fused with the sum; sin(m g), 1/J and a b are numbers.
    EXPECT_EQ(here.operations(), 2U);
    EXPECT_EQ(record(inputs, {&formula, 1}).operations(), 5U);
    std::vector<double> places(here.places());
    const double in = 0.7;
    double out = 0;
    interpret(here, &in, &out, places.data());
    EXPECT_NEAR(out, std::sin(1.5 * 9.81) * 0.7 / 0.3 + 0.8 * 2.5, 1e-14);
}

}  // namespace
}  // namespace rattleback
