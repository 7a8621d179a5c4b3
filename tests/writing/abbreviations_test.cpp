#include "writing/abbreviations.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "equations/formulations.hpp"
#include "expr/functions.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "support/model_file.hpp"
#include "support/random_expression.hpp"
#include "support/sanitized.hpp"
#include "writing/equations_json.hpp"
#include "writing/equations_text.hpp"

namespace rattleback {
namespace {

// The formulas again, with every name replaced by what it stands for.
ExprVector restored(const Abbreviated& a) {
    std::vector<Replacement> meaning;
    for (const Equation& definition : a.definitions)
        meaning.emplace_back(definition.left, substitute(definition.right, meaning));
    return substitute(a.formulas, meaning);
}

TEST(Abbreviations, NameWhatOccursTwice) {
    const ExprVector formulas{parse("(a + b*c)^2*sin(a + b*c)"), parse("x + 1")};
    const Abbreviated found = abbreviate(formulas, 4);
    ASSERT_EQ(found.definitions.size(), 1U);
    EXPECT_EQ(to_text(found.definitions[0].left), "s1");
    EXPECT_EQ(to_text(found.definitions[0].right), "a + b*c");
    EXPECT_EQ(to_text(found.formulas[0]), "s1^2*sin(s1)");
    EXPECT_EQ(to_text(found.formulas[1]), "x + 1");
}

TEST(Abbreviations, KeepAwayFromNamesInUse) {
    const ExprVector formulas{parse("(a + b*s12)^2*sin(a + b*s12)")};
    EXPECT_EQ(to_text(abbreviate(formulas, 4).formulas[0]), "s_1^2*sin(s_1)");
}

TEST(Abbreviations, StandForTheSameFormulas) {
    testing::RandomExpression random(5);
    for (int i = 0; i < 300; ++i) {
        const Expr part = random.next();
        const ExprVector formulas{random.next() * part, part + random.next(), part};
        EXPECT_EQ(restored(abbreviate(formulas, 3)), formulas);
    }
}

// f ← f² + f + 1, forty times: 2⁴⁰ parts written out.
TEST(Abbreviations, AreAsLongAsTheGraph) {
    Expr f = parse("x + y");
    for (int i = 0; i < 40; ++i) f = f * sin(f) + 1;
    const Abbreviated found = abbreviate({&f, 1});
    ExprVector all = found.formulas;
    for (const Equation& definition : found.definitions) all.push_back(definition.right);
    EXPECT_GT(written_size({&f, 1}), 1e12);
    EXPECT_LT(written_size(all), 1e3);
    EXPECT_EQ(restored(found)[0], f);
}

TEST(WrittenEquations, OfALargeSystemAreShort) {
    const System system = testing::model_file("snake3");
    for (const Formulation* form : applicable(system)) {
        if (testing::sanitized && form->name != "second_order") continue;  // the largest
        const Equations equations = derive(system, form->name);
        EXPECT_LT(equations_json(*form, equations).size(), 200'000U) << form->name;
        EXPECT_LT(equations_text(*form, equations).size(), 200'000U) << form->name;
    }
}

}  // namespace
}  // namespace rattleback
