// The shape of tapes: what is shared, fused, folded and left out.
#include "compiled/tape.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "compiled/tape_builder.hpp"
#include "expr/parse.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

using ::testing::ElementsAre;

std::vector<Op> ops(const Tape& tape) {
    std::vector<Op> result;
    for (const Instruction& i : tape.instructions) result.push_back(i.op);
    return result;
}

Tape tape_of(std::vector<const char*> outputs) {
    const ExprVector inputs{parse("x"), parse("y"), parse("z"), parse("w")};
    ExprVector expressions;
    for (const char* text : outputs) expressions.push_back(parse(text));
    return record(inputs, expressions);
}

std::size_t count(const Tape& tape, Op op) {
    return static_cast<std::size_t>(std::ranges::count(ops(tape), op));
}

TEST(Tape, HasNothingToDoForInputsAndConstants) {
    const Tape tape = tape_of({"y", "3", "y", "pi/4"});
    EXPECT_TRUE(tape.instructions.empty());
    EXPECT_EQ(tape.operations(), 0U);
    EXPECT_EQ(tape.outputs[0], 1U);
    EXPECT_EQ(tape.outputs[2], 1U);
    EXPECT_THAT(tape.constants, ElementsAre(3.0, 0.25 * 3.14159265358979323846));
}

TEST(Tape, FoldsConstants) {
    EXPECT_EQ(tape_of({"sqrt(2)*sin(1)"}).operations(), 0U);
    EXPECT_THAT(ops(tape_of({"x*sin(1)"})), ElementsAre(Op::Multiply));
    EXPECT_THAT(tape_of({"2*x"}).constants, ElementsAre(2.0));
}

TEST(Tape, FusesProductsWithSums) {
    EXPECT_THAT(ops(tape_of({"x*y + z"})), ElementsAre(Op::MultiplyAdd));
    EXPECT_THAT(ops(tape_of({"x*y - z"})), ElementsAre(Op::MultiplySubtract));
    EXPECT_THAT(ops(tape_of({"z - x*y"})), ElementsAre(Op::NegatedMultiplyAdd));
    EXPECT_THAT(ops(tape_of({"x + 2*y"})), ElementsAre(Op::MultiplyAdd));
    EXPECT_THAT(ops(tape_of({"x - 2*y"})), ElementsAre(Op::NegatedMultiplyAdd));
    EXPECT_THAT(ops(tape_of({"1 - x^2"})), ElementsAre(Op::NegatedMultiplyAdd));
    EXPECT_THAT(ops(tape_of({"x*y + z*w"})), ElementsAre(Op::Multiply, Op::MultiplyAdd));
    EXPECT_EQ(tape_of({"x*y + z*w + x"}).operations(), 2U) << "begins with the plain term";
    EXPECT_EQ(tape_of({"3 - x*y - z*w"}).operations(), 2U);
}

TEST(Tape, DoesNotFuseWhatIsNeededElsewhere) {
    const Tape tape = tape_of({"x*y + z", "x*y"});
    EXPECT_EQ(count(tape, Op::Multiply), 1U);
    EXPECT_EQ(count(tape, Op::Add), 1U);
    EXPECT_EQ(tape.operations(), 2U);
}

TEST(Tape, PairsSinesAndCosines) {
    const Tape tape = tape_of({"sin(x)*y", "cos(x)*y", "sin(y)", "cos(z)"});
    const auto found = ops(tape);
    const auto pair = std::ranges::find(found, Op::SinCos);
    ASSERT_NE(pair, found.end());
    EXPECT_EQ(*(pair + 1), Op::PairedCosine);
    EXPECT_EQ(count(tape, Op::Sin), 1U);
    EXPECT_EQ(count(tape, Op::Cos), 1U);
    EXPECT_EQ(tape.operations(), 5U) << "the pair counts once";
    const auto place = static_cast<Place>(tape.first_instruction() + (pair - found.begin()));
    EXPECT_EQ(tape.instructions[static_cast<std::size_t>(pair - found.begin()) + 1].a, place);
}

TEST(Tape, WritesPowersAsProductsAndRoots) {
    EXPECT_THAT(ops(tape_of({"x^2"})), ElementsAre(Op::Multiply));
    EXPECT_THAT(ops(tape_of({"x^3"})), ElementsAre(Op::Multiply, Op::Multiply));
    EXPECT_EQ(tape_of({"x^8"}).operations(), 3U);
    EXPECT_EQ(tape_of({"x^2", "x^3", "x^4", "x^8"}).operations(), 4U) << "squares are shared";
    EXPECT_THAT(ops(tape_of({"x^(1/2)"})), ElementsAre(Op::Sqrt));
    EXPECT_THAT(ops(tape_of({"x^(3/2)"})), ElementsAre(Op::Sqrt, Op::Multiply));
    EXPECT_THAT(ops(tape_of({"x^(-1/2)"})), ElementsAre(Op::Sqrt, Op::Divide));
    EXPECT_THAT(ops(tape_of({"x^(1/3)"})), ElementsAre(Op::Power));
    EXPECT_THAT(ops(tape_of({"x^y"})), ElementsAre(Op::Power));
}

TEST(Tape, DividesOnceByAProduct) {
    EXPECT_THAT(ops(tape_of({"x/y"})), ElementsAre(Op::Divide));
    EXPECT_EQ(count(tape_of({"x/(y*z^2)"}), Op::Divide), 1U);
    EXPECT_EQ(count(tape_of({"x/(y + z)", "w/(y + z)", "1/(y + z)"}), Op::Divide), 1U)
        << "a divisor that occurs more than once is inverted once";
}

TEST(Tape, SharesPartsOfProductsAndSums) {
    EXPECT_EQ(tape_of({"x*y*z", "x*y*w"}).operations(), 3U);
    EXPECT_EQ(tape_of({"x + y + z", "x + y + w"}).operations(), 3U);
    EXPECT_EQ(tape_of({"w + x + y", "w + x + z"}).operations(), 3U);
    EXPECT_EQ(tape_of({"x - y", "y - x"}).operations(), 2U);
}

TEST(Tape, LeavesOutWhatNoOutputNeeds) {
    const ExprVector inputs{parse("x"), parse("y")};
    TapeBuilder builder(inputs);
    const auto values = builder.append(ExprVector{parse("sin(x*y)"), parse("x + y")});
    EXPECT_EQ(builder.finish(std::vector{values[1]}).operations(), 1U);
    const Tape both = builder.finish(std::vector{builder.divide(values[0], values[1])});
    EXPECT_EQ(both.operations(), 4U);
}

TEST(Tape, OperandsComeBeforeResults) {
    const Tape tape = tape_of({"sin(x*y)^2/(z + cos(w))", "exp(x) - sin(x*y)*cos(x*y)"});
    for (std::size_t i = 0; i < tape.instructions.size(); ++i) {
        const Instruction& step = tape.instructions[i];
        for (const Place operand : {step.a, step.b, step.c})
            EXPECT_LT(operand, tape.first_instruction() + i);
    }
}

// A long chain of outputs must not need all its parts at once.
TEST(Tape, KeepsFewValuesAlive) {
    Expr total = 0;
    for (int i = 0; i < 100; ++i) total = parse("x") * sin(total + parse("y") * i) + parse("z");
    const Tape tape = record(ExprVector{parse("x"), parse("y"), parse("z")}, ExprVector{total});
    std::vector<std::size_t> last(tape.places());
    for (std::size_t i = 0; i < tape.instructions.size(); ++i) {
        const Instruction& step = tape.instructions[i];
        for (const Place operand : {step.a, step.b, step.c}) last[operand] = i;
    }
    std::size_t alive = 0, most = 0;
    for (std::size_t i = 0; i < tape.instructions.size(); ++i) {
        ++alive;
        most = std::max(most, alive);
        for (std::size_t p = tape.first_instruction(); p < tape.first_instruction() + i; ++p)
            if (last[p] == i) --alive;
    }
    EXPECT_LE(most, 3U);
}

TEST(Tape, IsTheSameInEveryRun) {
    const auto once = [] {
        return tape_of({"x*sin(y + z)/(w^2 + x)", "cos(y + z) - x/(w^2 + x)"});
    };
    const Tape a = once();
    std::vector<Expr> clutter;
    for (int i = 0; i < 1000; ++i) clutter.push_back(parse("x") * sin(parse("y") + i));
    const Tape b = once();
    EXPECT_TRUE(same_code(a, b));
    EXPECT_EQ(code_hash(a), code_hash(b));
    EXPECT_FALSE(same_code(a, tape_of({"x"})));
}

std::string message(const ExprVector& inputs, const ExprVector& outputs) {
    try {
        record(inputs, outputs);
    } catch (const NumericalError& error) {
        return error.what();
    }
    return "";
}

TEST(Tape, NamesWhatHasNoValue) {
    const Expr x = parse("x");
    EXPECT_EQ(message({x}, {parse("x + y'")}), "'y'' has no value: it is no input of the code");
    const Expr a = unspecified("A", std::vector{x});
    EXPECT_EQ(message({x}, {a * 2}), "'A(x)' has no value: it is no input of the code");
    EXPECT_EQ(message({x, x}, {x}), "'x' is an input of compiled code twice");
    EXPECT_EQ(message({x * 2}, {x}),
              "'2*x' cannot be an input of compiled code; inputs are symbols");
    EXPECT_EQ(record(ExprVector{a}, ExprVector{a * 2}).operations(), 1U)
        << "the value of an unspecified function may be given, and its argument is not needed then";
}

TEST(Tape, ManagesDeepExpressions) {
    Expr e = parse("x");
    for (int i = 0; i < 100'000; ++i) e = sin(e);
    EXPECT_EQ(record(ExprVector{parse("x")}, ExprVector{e}).operations(), 100'000U);
}

}  // namespace
}  // namespace rattleback
