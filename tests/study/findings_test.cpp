#include "study/findings.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "equations/formulations.hpp"
#include "support/model_file.hpp"

namespace rattleback::testing {
namespace {

// Of a large model few forms are derived; vakonomic ones have nothing to do with nonholonomic ones.
TEST(Findings, VakonomicFormsAgreeWithEachOtherAlone) {
    Description skate = model_description("skate");
    const System nonholonomic = build(skate);
    skate.principle = "vakonomic";
    const System vakonomic = build(skate);
    const std::vector<Equations> of_vakonomic{derive(vakonomic, "vakonomic")};
    EXPECT_FALSE(agreement_section(vakonomic, of_vakonomic).failed);
    const std::vector<Equations> of_others{derive(nonholonomic, "lagrange_multipliers")};
    EXPECT_FALSE(agreement_section(nonholonomic, of_others).failed);
}

// "No answer: the initial positions violate … x = 1, y = 0.", with equations in it and not their text.
TEST(Findings, AnErrorKeepsItsMathematics) {
    const Description off_the_circle{
        .coordinates = {"x", "y"},
        .lagrangian = "(x'^2 + y'^2)/2",
        .constraints = {{.name = "circle", .equation = "x^2 + y^2 = 1"}},
        .initial = {{"x", "2"}, {"y", "0"}},
        .simulate = {.until = 1}};
    const Section section = asked("motion", [&] {
        run_motion(off_the_circle);
        return Section{};
    });
    ASSERT_TRUE(section.failed);
    const auto parts = section.sentences.at(0).parts();
    EXPECT_TRUE(std::ranges::any_of(parts, &SentencePart::is_formula));
    EXPECT_THAT(to_text(section.sentences[0]),
                ::testing::StartsWith("No answer: The initial positions violate the constraint "
                                      "'circle' by 3. The nearest consistent ones are x = 1"));
}

}  // namespace
}  // namespace rattleback::testing
