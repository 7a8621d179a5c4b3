// The page of the report: what is on it, and that nothing breaks out of its place. That a whole page
// is well-formed is tested by tests/app/report_test.py, which has a parser.

#include "page/html_report.hpp"
#include "expr/print_mathml.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "page/html_sections.hpp"
#include "structure/energy_balance.hpp"
#include "support/model_file.hpp"
#include "writing/html_sentence.hpp"
#include "writing/html_text.hpp"

namespace rattleback {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Of the skate, without what takes long.
struct SkateReport {
    System system = testing::model_file("skate");
    Report report{.title = "Skate",
                  .system = system,
                  .model_name = "skate",
                  .model_text = "title = \"<Skate>\"",
                  .forms = {{&formulation("benenti"), derive(system, "benenti")},
                            {&formulation("gibbs_appell"), derive(system, "gibbs_appell")}},
                  .run = run_motion(system.description, {.until = 2}),
                  .command = "rattleback report skate"};
};

TEST(HtmlText, HasNoMeaningButItsOwn) {
    EXPECT_EQ(html("a < b & \"c\" > 'd'"), "a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;");
    EXPECT_EQ(html("ẋ"), "ẋ");
}

TEST(HtmlText, InScriptsCannotEndThem) {
    EXPECT_THAT(script_text("a </script> b <!-- c"), Not(HasSubstr("</")));
    EXPECT_THAT(script_text("<!--"), Not(HasSubstr("<!")));
    const nlohmann::json json{{"</script>", "<!-- <b>"}};
    const std::string inside = script_json(json.dump());
    EXPECT_THAT(inside, Not(HasSubstr("<")));
    EXPECT_EQ(nlohmann::json::parse(inside), json);
}

TEST(HtmlText, ShowsAUsersFormulaAsMathematicsOrAsHeWroteIt) {
    const std::vector<Written> texts{"m*r^2", "position(B, 1"};
    const std::string shown = html_formulas(texts);
    EXPECT_THAT(shown, HasSubstr("<msup><mi>r</mi><mn>2</mn></msup>"));
    EXPECT_THAT(shown, HasSubstr("<code>position(B, 1</code>"));
}

TEST(FormLabel, IsANameAsOneWritesIt) {
    EXPECT_EQ(form_label("benenti"), "Benenti");
    EXPECT_EQ(form_label("gibbs_appell"), "Gibbs–Appell");
    EXPECT_EQ(form_label("lagrange_multipliers"), "Lagrange multipliers");
    EXPECT_EQ(form_label("second_order"), "Second order");
}

TEST(HtmlReport, HasItsSectionsInOrder) {
    const SkateReport skate;
    const std::string page = html_report(skate.report);
    std::size_t before = 0;
    for (const char* const id : {"model", "constraints", "equations", "agreement", "motion",
                                 "reactions", "invariants", "reproduce"}) {
        const auto place = page.find(std::string("<section id=\"") + id + "\">");
        ASSERT_NE(place, std::string::npos) << id;
        EXPECT_GT(place, before) << id;
        before = place;
        EXPECT_THAT(page, HasSubstr(std::string("<a href=\"#") + id + "\">"));
    }
    EXPECT_THAT(page, Not(HasSubstr("id=\"comparison\"")));
    EXPECT_THAT(page, HasSubstr("&lt;Skate&gt;"));
    EXPECT_THAT(page, HasSubstr("<summary>Derivation</summary>"));
}

TEST(HtmlReport, SaysWhatFailed) {
    SkateReport skate;
    EXPECT_FALSE(skate.report.failed());
    EXPECT_THAT(html_report(skate.report), HasSubstr("No check of this model fails."));
    skate.report.findings.push_back({.name = "energy", .sentences = {"It grows."}, .failed = true});
    EXPECT_TRUE(skate.report.failed());
    const std::string page = html_report(skate.report);
    EXPECT_THAT(page, HasSubstr("Not all is well: see energy."));
    EXPECT_THAT(page, HasSubstr("<p>It grows.</p>"));
}

// What the sentences and the checks have of mathematics is set as such, and nothing else is.
TEST(HtmlReport, SetsTheMathematicsOfSentences) {
    SkateReport skate;
    const EnergyBalance balance = energy_balance(skate.system);
    skate.report.findings = {{.name = "energy", .sentences = balance.sentences}};
    skate.report.motion = motion_section(*skate.report.run, checks_of(*skate.report.run));
    const std::string page = html_report(skate.report);
    const std::string energy = mathml_root(to_mathml(balance.energy));
    EXPECT_THAT(page, HasSubstr("<li>The energy " + energy + " is conserved.</li>"));
    EXPECT_THAT(page, HasSubstr("its end, " + mathml_root(to_mathml(time_is(2))) + "."));
    const Expr change = symbol("E") - symbol("E0");
    EXPECT_THAT(page, HasSubstr("<td>" + mathml_root(to_mathml(change)) + "</td>"));
}

// The author's own words have formulas where he marks them.
TEST(HtmlReport, SetsWhatTheAuthorMarks) {
    SkateReport skate;
    skate.report.system.description.description = "A blade, `x' = 0`,\nand x.";
    EXPECT_THAT(html_report(skate.report),
                HasSubstr("A blade, " + mathml_root(to_mathml(Equation{symbol("x", 1), 0})) +
                          ", and x.</p>"));
}

TEST(HtmlReport, NamesTheFormsThatWereLeftOut) {
    SkateReport skate;
    skate.report.forms_left_out = {"Left out: <kane>."};
    EXPECT_THAT(html_report(skate.report), HasSubstr("<p>Left out: &lt;kane&gt;.</p>"));
}

TEST(HtmlReport, WithoutAMotionSaysWhy) {
    SkateReport skate;
    skate.report.run.reset();
    skate.report.motion.sentences = {"It was not computed."};
    const std::string page = html_report(skate.report);
    EXPECT_THAT(page, HasSubstr("<p>It was not computed.</p>"));
    EXPECT_THAT(page, HasSubstr("{\"plots\":[],\n\"scenes\":[]}"));
}

}  // namespace
}  // namespace rattleback
