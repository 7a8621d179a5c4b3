// Closed forms and constants with integrals. The oracles are the same motions in elementary functions,
// and forms that are wrong by something that only the meaning of the integral tells.
#include <gmock/gmock.h>

#include "rattleback/errors.hpp"
#include "structure/closed_forms.hpp"
#include "structure/conserved.hpp"
#include "support/model_file.hpp"

namespace rattleback {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::model_file;

constexpr const char* proved = "The expected closed form is the motion: proved.";

std::vector<std::string> said(const Description& description) {
    return to_texts(closed_forms(build(description)).sentences);
}

// x'' = −sin t from rest: x' = cos t − 1, x = sin t − t.
Description driven(const std::string& x) {
    return {.coordinates = {"x"},
            .lagrangian = "x'^2/2",
            .forces = {{.on = "x", .value = "-sin(t)"}},
            .expect = {{"x", x}}};
}

TEST(ExpectedIntegrals, ZampierisSkateIsProved) {
    for (const char* name : {"skate_growing_inertia", "skate_across_slope"})
        EXPECT_THAT(to_texts(closed_forms(model_file(name)).sentences), Contains(proved)) << name;
}

TEST(ExpectedIntegrals, AreProvedByTheirDerivatives) {
    EXPECT_THAT(said(driven("integral(cos(s) - 1, s, 0, t)")), ElementsAre(proved));
    EXPECT_THAT(said(driven("-integral(cos(s) - 1, s, t, 0)")), ElementsAre(proved));
    EXPECT_THAT(said(driven("-integral((t - s)*sin(s), s, 0, t)")), ElementsAre(proved));
    EXPECT_THAT(said(driven("-integral(integral(sin(r), r, 0, s), s, 0, t)")), ElementsAre(proved));
    EXPECT_THAT(said(driven("integral(cos(s), s, 0, t) - t")), ElementsAre(proved));
}

TEST(ExpectedIntegrals, ThatAreWrongAreNotProved) {
    EXPECT_THAT(said(driven("integral(cos(s) - 2, s, 0, t)")),
                ElementsAre("The expected closed form is not the motion: it violates the initial "
                            "value of x'."));
    EXPECT_THAT(said(driven("integral(cos(2*s) - 1, s, 0, t)")),
                ElementsAre("The expected closed form is not the motion: it violates the equations "
                            "of motion."));
    // The integral is sin t, which is known by its derivative only.
    Description wrong = driven("0");
    wrong.forces = {{.on = "x", .value = "-x"}};
    wrong.initial = {{"x'", "1"}};
    wrong.expect = {{"x", "integral(cos(s), s, 0, t)"}};
    EXPECT_THAT(said(wrong), ElementsAre(proved));
    wrong.expect = {{"x", "integral(cos(s)^3, s, 0, t)"}};
    EXPECT_THAT(said(wrong),
                ElementsAre("Whether the expected closed form is the motion was not decided: the "
                            "equations of motion could not be proved."));
}

// ∫₀ᵗ s^(−1/2)/2 ds is √t where it exists; that it does is not seen from its integrand.
TEST(ExpectedIntegrals, WithAPoleAreProvedAsLongAsTheyExist) {
    Description root = driven("integral(s^(1/2), s, 0, t)");
    root.forces = {{.on = "x", .value = "1/(2*sqrt(t))"}};
    EXPECT_THAT(said(root).front(), HasSubstr("as long as its integrals exist: proved"));
    EXPECT_THAT(said(driven("integral(cos(s)*(s + 1)/(s + 1) - 1, s, 0, t)")), ElementsAre(proved));
}

// A potential that is known as an integral only: ∫₀ˣ s³ eˢ ds.
TEST(ExpectedIntegrals, MayBePartOfAConstant) {
    Description well{.coordinates = {"x"},
                     .lagrangian = "x'^2/2",
                     .forces = {{.on = "x", .value = "-x^3*exp(x^2)"}},
                     .initial = {{"x", "1"}},
                     .expect = {{"x'^2/2 + integral(s^3*exp(s^2), s, 0, x)", "constant"}}};
    EXPECT_THAT(to_texts(conserved(build(well)).sentences),
                ElementsAre("x'^2/2 + integral(s^3*exp(s^2), s, 0, x) is constant along the "
                            "motion: proved."));
    well.expect = {{"x'^2/2 + integral(s^3*exp(s), s, 0, x)", "constant"}};
    EXPECT_EQ(conserved(build(well)).hold, Answer::No);
    well.expect = {{"t*x + integral(1/s, s, 1, x)", "constant"}};
    EXPECT_NE(conserved(build(well)).hold, Answer::Yes);
}

std::string refused(const Description& description) {
    try {
        build(description);
    } catch (const ModelError& error) {
        return error.message();
    }
    return {};
}

TEST(ExpectedIntegrals, AreReadWithCare) {
    EXPECT_EQ(refused(driven("integral(cos(s), s, 0)")),
              "'integral' takes an integrand, its variable and two bounds, as in integral(cos(s), "
              "s, 0, t)");
    EXPECT_EQ(refused(driven("integral(cos(t), t, 0, 1)")),
              "'t' is the time already and cannot be the variable of an integral too");
    EXPECT_EQ(refused(driven("integral(cos(s), s, 0, s)")),
              "a bound of the integral depends on its own variable 's'; an integral inside another "
              "needs a variable with another name");
    EXPECT_EQ(refused(driven("s + integral(cos(s), s, 0, t)")),
              "'s' is the variable of an integral and has no meaning outside of its integrand");
    EXPECT_EQ(refused(driven("integral(cos(2), 2, 0, t)")),
              "the second argument is not a name; 'integral' takes an integrand, its variable and "
              "two bounds, as in integral(cos(s), s, 0, t)");
    EXPECT_EQ(refused(driven("integral(x, s, 0, t)")),
              "'x' is a coordinate; an expected closed form may depend on time and parameters");
    Description force = driven("0");
    force.forces = {{.on = "x", .value = "integral(cos(s), s, 0, t)"}};
    EXPECT_EQ(refused(force),
              "integrals stand only in [expect] of a model, in closed forms and constants");
}

}  // namespace
}  // namespace rattleback
