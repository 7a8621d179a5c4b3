#include "study/findings.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace rattleback::testing
