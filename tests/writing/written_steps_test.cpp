#include "writing/written_steps.hpp"

#include <gtest/gtest.h>

#include <ranges>

#include "equations/formulations.hpp"
#include "expr/substitute.hpp"
#include "support/model_file.hpp"

namespace rattleback {
namespace {

Expr with_names_replaced(Expr e, const std::vector<Equation>& names) {
    for (const Equation& name : std::views::reverse(names))
        e = substitute(e, std::vector<Replacement>{{name.left, name.right}});
    return e;
}

// No step of this form vanishes together with another, so that the written ones are the derived ones.
TEST(WrittenSteps, StandForTheEntriesThatWereDerived) {
    const Equations equations = derive(testing::model_file("second_order_forced"), "second_order");
    const WrittenSteps written = written_steps(equations);
    EXPECT_TRUE(written.remark.empty());
    EXPECT_FALSE(written.abbreviations.empty());
    const std::vector<Step> derived = equations.all_steps();
    ASSERT_EQ(written.steps.size(), derived.size());
    std::size_t abbreviated = 0;
    for (std::size_t s = 0; s < written.steps.size(); ++s)
        for (std::size_t i = 0; i < written.steps[s].value.size(); ++i)
            for (std::size_t j = 0; j < written.steps[s].value[i].size(); ++j) {
                const Expr& entry = written.steps[s].value[i][j];
                const Expr whole = with_names_replaced(entry, written.abbreviations);
                if (whole == entry) continue;  // it is short, and was simplified
                EXPECT_EQ(whole, derived[s].value[i][j]) << written.steps[s].symbols[0];
                ++abbreviated;
            }
    EXPECT_GT(abbreviated, 10);
}

// Where the abbreviations would be too many, a letter stands for each long entry, and nothing for none:
// with no limit the same entries are whole.
TEST(WrittenSteps, AreLettersWhereAbbreviationsWouldBeTooLongToo) {
    const Equations equations = derive(testing::model_file("second_order_forced"), "second_order");
    const WrittenSteps letters = written_steps(equations, 100),
                       whole = written_steps(equations, 1e9);
    EXPECT_TRUE(letters.abbreviations.empty());
    EXPECT_TRUE(to_text(letters.remark).starts_with("The letters e1 to e"));
    EXPECT_TRUE(whole.remark.empty());
    std::size_t lettered = 0;
    ASSERT_EQ(letters.steps.size(), whole.steps.size());
    for (std::size_t s = 0; s < whole.steps.size(); ++s)
        for (std::size_t i = 0; i < whole.steps[s].value.size(); ++i)
            for (std::size_t j = 0; j < whole.steps[s].value[i].size(); ++j) {
                const Expr& letter = letters.steps[s].value[i][j];
                if (letter == whole.steps[s].value[i][j]) continue;
                EXPECT_EQ(letter, symbol("e" + std::to_string(++lettered)));
            }
    EXPECT_GT(lettered, 10);
}

TEST(WrittenSteps, NameNothingAsACoordinateIsNamed) {
    Equations equations = derive(testing::model_file("second_order_forced"), "second_order");
    equations.q[0] = symbol("p1");
    EXPECT_EQ(written_steps(equations).abbreviations[0].left, symbol("p_1"));
}

}  // namespace
}  // namespace rattleback
