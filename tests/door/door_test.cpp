// The door as a program meets it: public headers and the installed library, no room behind them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <rattleback/rattleback.hpp>
#include <sstream>
#include <thread>

#include <unistd.h>

namespace rattleback {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string in_models(const std::string& name) {
    return std::string(RATTLEBACK_MODELS) + "/" + name + ".toml";
}

Description oscillator() {
    return {.title = "Oscillator",
            .coordinates = {"x"},
            .parameters = {{"m", "1"}, {"k", "4"}},
            .lagrangian = "m*x'^2/2 - k*x^2/2",
            .initial = {{"x", "1"}},
            .simulate = {.until = 3}};
}

class Files : public ::testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() /
                  ("rattleback_door_" + std::to_string(::getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::string text_of(const std::string& name) const {
        std::ostringstream text;
        text << std::ifstream(folder_ / name).rdbuf();
        return text.str();
    }

private:
    std::filesystem::path folder_;
};

TEST(Formula, IsExact) {
    const Formula tenth("0.1");
    EXPECT_EQ((tenth + tenth + tenth).text(), "3/10");
    EXPECT_EQ(Formula("x + y"), Formula("y + x"));
    EXPECT_EQ(pow(Formula("x"), 3).derivative("x").text(), "3*x^2");
    EXPECT_EQ(Formula("x^2").replaced("x", "sin(t)").text(), "sin(t)^2");
    EXPECT_NEAR(Formula("sqrt(x)*x'").value({{"x", 4}, {"x'", 3}}), 6, 1e-15);
    EXPECT_EQ(Formula("phi'").latex(), "\\dot{\\varphi}");
}

TEST(Formula, EqualityIsProvedOrRefuted) {
    EXPECT_EQ(are_equal("sin(2*x)", "2*sin(x)*cos(x)").verdict, Equality::Verdict::Proved);
    EXPECT_EQ(are_equal("sin(2*x)", "2*sin(x)").verdict, Equality::Verdict::Refuted);
}

TEST(Formula, RefutationNamesAPoint) {
    const Equality found = prove("sin(2*x) = 2*sin(x)");
    ASSERT_EQ(found.verdict, Equality::Verdict::Refuted);
    ASSERT_EQ(found.at.size(), 1U);
    const double x = Formula(found.at.at("x")).value({});
    EXPECT_NEAR(found.difference, std::sin(2 * x) - 2 * std::sin(x), 1e-12);
    EXPECT_THAT(found.text, HasSubstr("Refuted: left minus right is"));
    EXPECT_THAT(found.text, HasSubstr("x = " + found.at.at("x")));
}

// As formulas sqrt(x)^2 and x are the same; as they are written they are so where sqrt(x) is.
TEST(Formula, EquationIsProvedAsItIsWritten) {
    EXPECT_EQ(prove("log(x) - log(x) = 0").verdict, Equality::Verdict::Proved);
    EXPECT_EQ(prove("abs(x) = sqrt(x)^2").verdict, Equality::Verdict::Proved);
    EXPECT_EQ(are_equal("abs(x)", "sqrt(x)^2").verdict, Equality::Verdict::Refuted);
    EXPECT_THROW(prove("x"), ModelError);
}

TEST(Formula, FunctionsMayStayOpen) {
    const Formula product = Formula::with_functions("A(x, y)*B(x)", {"A", "B"});
    EXPECT_EQ(product.derivative("y").text(), "A[0,1](x, y)*B(x)");
    EXPECT_TRUE(prove("A(x)^2 - 1 = (A(x) - 1)*(A(x) + 1)", {"A"}).holds());
    EXPECT_THROW(Formula("A(x)"), ModelError);
    EXPECT_THROW(Formula::with_functions("x", {"sin"}), RequestError);
}

TEST(Formula, SaysWhereItCannotBeRead) {
    try {
        Formula("x + + ");
        FAIL();
    } catch (const ModelError& error) {
        EXPECT_THAT(error.what(), HasSubstr("formula:1:"));
        EXPECT_THAT(error.what(), HasSubstr("^"));
    }
}

TEST(Model, IsReadOrWrittenInCode) {
    const Model skate = read_model(in_models("skate"));
    EXPECT_THAT(skate.coordinates(), ElementsAre("x", "y", "phi"));
    EXPECT_THAT(skate.constraints(), ElementsAre(HasSubstr("sin(phi)")));
    const Model spring = oscillator();
    EXPECT_EQ(spring.lagrangian(), Formula("m*x'^2/2 - k*x^2/2"));
    EXPECT_THAT(spring.parameters(), ElementsAre("m", "k"));
}

TEST(Model, IsWholeOrNotThere) {
    Description wrong = oscillator();
    wrong.lagrangian = "m*x'^2/2 - k*z^2/2";
    EXPECT_THROW(Model{wrong}, ModelError);
    try {
        const Model other = Model(oscillator()).with({{"stiffness", "1"}});
        FAIL();
    } catch (const RequestError& error) {
        EXPECT_EQ(error.option(), "values");  // a word of the library, not of the command line
    }
}

TEST(Model, WrittenInCodeIsRefusedByItsEntry) {
    const auto refusal = [](const Description& description) -> std::string {
        try {
            const Model model(description);
        } catch (const ModelError& error) {
            return error.what();
        }
        return "";
    };
    Description wrong = oscillator();
    wrong.constraints = {{.equation = "x' = 1"}, {.equation = "x' + vx = 0"}};
    EXPECT_THAT(refusal(wrong), HasSubstr("constraint 2, equation:1:6: unknown name 'vx'"));
    wrong.constraints = {{.name = "empty"}};
    EXPECT_THAT(refusal(wrong), HasSubstr("model:1:1: "));
    EXPECT_THAT(refusal(wrong), HasSubstr("\n  constraint 1\n"));
    wrong = oscillator();
    wrong.parameters = {{"m", "1"}, {"k", "4*m)"}};
    EXPECT_THAT(refusal(wrong), HasSubstr("parameters, k:1:4: "));
    wrong = oscillator();
    wrong.plots = {{.x = {"t"}, .y = {"x"}},
                   {.x = {"t"}, .y = {"x"}, .window = WindowDescription{.x = {"0", "w"}}}};
    EXPECT_THAT(refusal(wrong), HasSubstr("plot 2, window, x:1:1: "));
    wrong = oscillator();
    wrong.simulate.method = "eular";
    EXPECT_THROW(simulate(wrong), ModelError);
}

TEST(Model, MovesByAnotherPrinciple) {
    const Model skate = read_model(in_models("skate"));
    const Model other = skate.with_principle("vakonomic");
    EXPECT_EQ(derive(other).form(), "vakonomic");
    EXPECT_NE(derive(other.with_principle("nonholonomic")).form(), "vakonomic");
    EXPECT_THROW(static_cast<void>(skate.with_principle("least action")), ModelError);
    EXPECT_TRUE(compare(skate, other, {.until = 2}).differ());
}

TEST(Derivation, GivesTheEquationsInAnyForm) {
    const Model skate = read_model(in_models("skate"));
    const Derivation with_multipliers = derive(skate, "lagrange_multipliers");
    EXPECT_EQ(with_multipliers.unknowns().size(), 4U);  // three accelerations, one multiplier
    EXPECT_EQ(with_multipliers.matrix().size(), 4U);
    EXPECT_EQ(derive(skate).speeds().size(), 2U);
    EXPECT_THAT(derive(skate).latex(), HasSubstr("\\begin{align*}"));
    EXPECT_THAT(derive(skate).json(), HasSubstr("\"matrix\""));
    EXPECT_THROW(derive(skate, "newton"), RequestError);
    EXPECT_EQ(forms_of_motion().size(), 14U);
    for (const FormOfMotion& form : forms_of_motion()) {
        if (!form.refusal(skate)) continue;
        EXPECT_THROW(derive(skate, form.name), DerivationError) << form.name;
    }
}

// [B 8.4]: one of two simpler constraints holds, and the start says which.
Description parallel() {
    return {.coordinates = {"x", "y", "phi"},
            .lagrangian = "(x'^2 + y'^2 + phi'^2)/2",
            .constraints = {{.equation = "(x'*cos(phi) + y'*sin(phi))*phi' = 0"}},
            .initial = {{"y'", "1"}, {"phi'", "1"}},
            .simulate = {.until = 1}};
}

TEST(Derivation, IsOfTheMotionThatIsComputed) {
    const Model model = parallel();
    for (const FormOfMotion& form : forms_of_motion()) {
        if (form.refusal(model)) {
            EXPECT_THROW(derive(model, form.name), DerivationError) << form.name;
            EXPECT_THROW(simulate(model, {.form = form.name}), DerivationError) << form.name;
            continue;
        }
        const Derivation derived = derive(model, form.name);
        std::vector<std::string> state;
        for (const Formula& q : derived.coordinates()) state.push_back(q.text());
        for (const Formula& u : derived.speeds()) state.push_back(u.text());
        EXPECT_EQ(state, simulate(model, {.form = form.name}).state_names()) << form.name;
        EXPECT_THAT(derived.notes(), Contains(HasSubstr("is a product"))) << form.name;
    }
    const auto forms = forms_of_motion();
    const auto voronec = std::ranges::find(forms, "voronec", &FormOfMotion::name);
    ASSERT_NE(voronec, forms.end());
    EXPECT_FALSE(voronec->refusal(model));
}

TEST(Derivation, NeedsNoStartAndNoFunctions) {
    Description anywhere = parallel();
    anywhere.initial.clear();
    EXPECT_THROW(derive(anywhere, "voronec"), DerivationError);  // the product is not linear
    EXPECT_EQ(derive(anywhere, "lagrange_multipliers").unknowns().size(), 4U);
    const Model open = Description{.coordinates = {"x"},
                                   .functions = {{.name = "V", .arguments = {"x"}}},
                                   .lagrangian = "x'^2/2 - V(x)",
                                   .initial = {{"x", "1"}}};
    EXPECT_THAT(derive(open).text(), HasSubstr("V"));
    EXPECT_THROW(simulate(open, {.until = 1}), RequestError);
}

TEST(Motion, IsTheClosedForm) {
    const Motion motion = simulate(oscillator());
    EXPECT_TRUE(motion.holds()) << motion.text();
    EXPECT_TRUE(motion.reached_end());
    EXPECT_NEAR(motion.at(2)[0], std::cos(4.), 1e-9);
    EXPECT_THAT(motion.columns(), ElementsAre("x", "x'"));
    const auto x = motion.values("x"), energy = motion.values("m*x'^2/2 + k*x^2/2");
    ASSERT_EQ(x.size(), motion.times().size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        EXPECT_NEAR(x[i], std::cos(2 * motion.times()[i]), 1e-9);
        EXPECT_NEAR(energy[i], 2, 1e-9);
    }
    EXPECT_THROW(motion.values("z"), ModelError);
    const auto force = motion.values("m*x'' + k*x + R_x");
    for (const double f : force) EXPECT_NEAR(f, 0, 1e-9);
    EXPECT_THROW(motion.values("x''' + x"), ModelError);
    EXPECT_THROW(static_cast<void>(motion.at(4)), NumericalError);
    EXPECT_THROW(simulate(oscillator(), {.method = "euler"}), RequestError);
}

TEST(Motion, SaysWhyItDoesNotHold) {
    Description description = oscillator();
    EXPECT_THAT(simulate(description).complaints(), ElementsAre());
    EXPECT_GT(simulate(description).seconds(), 0);
    description.expect = {{"x", "sin(t)"}};
    const Motion motion = simulate(description);
    EXPECT_FALSE(motion.holds());
    EXPECT_THAT(motion.complaints(), ElementsAre(HasSubstr("'expected x' fails")));
}

TEST(Motion, TellsEventsAndWhyItEnded) {
    Description description = oscillator();
    description.events = {{.name = "through zero", .when = "x = 0", .stop = true}};
    const Motion motion = simulate(description);
    ASSERT_EQ(motion.events().size(), 1U);
    EXPECT_NEAR(motion.events()[0].time, std::numbers::pi / 4, 1e-9);
    EXPECT_EQ(motion.events()[0].manner, "falling");
    EXPECT_EQ(motion.ending().reason, "event");
}

TEST(Motion, EndsWhereAStopIsRequested) {
    std::stop_source stop;
    const Attention attention{.stop = stop.get_token(),
                              .progress = [&](double, const std::string&) { stop.request_stop(); }};
    EXPECT_EQ(simulate(oscillator(), {.until = 1e6}, attention).ending().reason, "interrupted");
    EXPECT_THROW(simulate(oscillator(), {}, attention), Interrupted);
}

TEST(Motion, IsTheSameInEveryThread) {
    const Model skate = read_model(in_models("skate"));
    const std::vector<double> alone = simulate(skate).values("x");
    std::vector<std::vector<double>> found(4);
    {
        std::vector<std::jthread> threads;
        for (auto& mine : found) threads.emplace_back([&] { mine = simulate(skate).values("x"); });
    }
    for (const auto& each : found) EXPECT_EQ(each, alone);
}

TEST(MotionFamily, IsTheModelWithOtherValues) {
    const Model spring = oscillator();
    const MotionFamily family(spring);
    for (const char* k : {"1", "4", "9"}) {
        const Motion motion = family.motion({{"k", k}, {"x", "2"}});
        EXPECT_TRUE(motion.holds()) << motion.text();
        EXPECT_NEAR(motion.at(3)[0], 2 * std::cos(3 * std::sqrt(std::atof(k))), 1e-8) << k;
    }
    EXPECT_THROW(family.motion({{"stiffness", "1"}}), RequestError);
}

TEST_F(Files, MotionIsTakenAway) {
    const Motion motion = simulate(oscillator());
    for (const char* name : {"run.csv", "run.json", "run.npz", "run.h5"}) {
        motion.write(path(name));
        EXPECT_GT(std::filesystem::file_size(path(name)), 100U) << name;
    }
    EXPECT_THAT(text_of("run.csv"), HasSubstr("t,x,x'"));
    motion.plot(path("x.svg"), {"x", "x'^2"});
    EXPECT_THAT(text_of("x.svg"), HasSubstr("<svg"));
    motion.plot(path("all.png"));
    motion.draw(path("phase.svg"), {{.x = {"x"}, .y = {"x'"}, .title = "Phase"}});
    EXPECT_THAT(text_of("phase.svg"), HasSubstr("Phase"));
    motion.draw_gauss(path("gauss.svg"));
    EXPECT_THAT(text_of("gauss.svg"), HasSubstr("<svg"));
    EXPECT_THROW(motion.draw(path("z.svg"), {{.x = {"x"}, .y = {"z"}}}), ModelError);
    EXPECT_THROW(motion.write(path("run.xyz")), std::runtime_error);
}

TEST_F(Files, ReportAndProgramAreWritten) {
    const Model skate = read_model(in_models("skate"));
    EXPECT_THAT(write_report(skate, path("skate.html")), ElementsAre());
    EXPECT_THAT(text_of("skate.html"), HasSubstr("<math"));
    const auto files = export_program(skate, "python", path("skate"));
    EXPECT_FALSE(files.empty());
    for (const std::string& file : files) EXPECT_TRUE(std::filesystem::exists(file)) << file;
    EXPECT_THROW(export_program(skate, "cobol", path("skate")), RequestError);
    EXPECT_NO_THROW(export_program(skate, "python", path("skate")));  // its own files again
}

TEST_F(Files, ProgramReplacesNothingOfAnother) {
    std::filesystem::create_directories(path("skate"));
    std::ofstream(path("skate/example.py")) << "mine";
    const Model skate = read_model(in_models("skate"));
    EXPECT_THROW(export_program(skate, "python", path("skate")), std::runtime_error);
    EXPECT_EQ(text_of("skate/example.py"), "mine");
    EXPECT_FALSE(std::filesystem::exists(path("skate/skate.py")));
    EXPECT_THROW(export_program(skate, "python", path("none/skate")), std::runtime_error);
}

TEST_F(Files, ReportOfTwoMotions) {
    const Model spring = oscillator();
    write_report(spring, spring.with({{"k", "9"}}), path("two.html"));
    EXPECT_THAT(text_of("two.html"), HasSubstr("Distance of the configurations"));
    const Model skate = read_model(in_models("skate"));
    write_report(skate, skate.with_principle("vakonomic"), path("principles.html"), {.until = 1});
    EXPECT_THAT(text_of("principles.html"), HasSubstr("Nonholonomic against vakonomic"));
}

TEST_F(Files, ReportGivesBackWhatFails) {
    Description wrong = oscillator();
    wrong.expect = {{"x", "sin(t)"}};
    EXPECT_THAT(write_report(wrong, path("wrong.html")),
                ElementsAre(HasSubstr("'expected x' fails")));
}

TEST_F(Files, ReportOfAModelWithoutAFile) {
    write_report(oscillator(), path("code.html"));
    EXPECT_THAT(text_of("code.html"), HasSubstr("<math"));
    EXPECT_THAT(text_of("code.html"), Not(HasSubstr("SHA-256")));
    const Model read = read_model_text("coordinates = [\"x\"]\nlagrangian = \"x'^2/2\"\n", "text");
    write_report(read, path("text.html"));
    EXPECT_THAT(text_of("text.html"), Not(HasSubstr("The model file")));
}

TEST(Findings, SayWhatIsKnown) {
    const Findings found = check(read_model(in_models("skate")));
    EXPECT_TRUE(found.ok()) << found.text();
    EXPECT_THAT(found.section("agreement"), Contains(HasSubstr("proved equal")));
    EXPECT_THAT(found.json(), HasSubstr("\"title\""));
    const QuantityFinding energy = follow(oscillator(), "m*x'^2/2 + k*x^2/2");
    EXPECT_TRUE(energy.is_conserved());
    EXPECT_EQ(energy.rate(), Formula(0));
    EXPECT_FALSE(follow(oscillator(), "x").is_conserved());
    EXPECT_EQ(series(oscillator(), {.order = 2}).variables(), std::vector<std::string>{"x"});
}

TEST(Coordinates, OfAnOscillator) {
    const auto [twice, left_out] = Model(oscillator()).in_coordinates({{"x", "2*s"}});
    EXPECT_THAT(left_out, ElementsAre());
    EXPECT_EQ(twice.coordinates(), std::vector<std::string>{"s"});
    const Model read(read_model_text(twice.text(), "twice.toml"));
    EXPECT_EQ(read.lagrangian(), twice.lagrangian());
    EXPECT_NEAR(2 * simulate(read, {.until = 1}).values("s").back(),
                simulate(oscillator(), {.until = 1}).values("x").back(), 1e-9);
    EXPECT_THROW((void)twice.in_coordinates({{"x", "s^2"}}), RequestError);
}

TEST(Coordinates, SayWhatTheyLeaveOut) {
    Description drawn = oscillator();
    drawn.drawings = {{.shape = "point", .at = {"x", "0", "0"}}};
    const auto [model, left_out] = Model(drawn).in_coordinates({{"x", "2*s"}});
    EXPECT_THAT(left_out, ElementsAre(HasSubstr("drawings")));
    EXPECT_THAT(model.text(left_out), HasSubstr("# The drawings"));
}

// x'' = -k x - c x' as x'' + k x = 0 under the constraint F (a - a_free) = 0.
TEST(Constrained, MotionIsThatOfTheForces) {
    Description damped = oscillator();
    damped.parameters.push_back({"c", "1/2"});
    damped.forces = {{.on = "x", .value = "-c*x'"}};
    damped.initial.push_back({"x'", "1"});
    const ConstrainedForces found = constrain(damped);
    ASSERT_EQ(found.constraints().size(), 1U);
    EXPECT_THAT(found.sentences(), Contains(HasSubstr("multiplier is 1")));
    const double m = 1, k = 4, c = 0.5, x = 1, v = 1;
    const double a = -(k * x + c * v) / m;
    const Motion motion = simulate(found.model(), {.until = 0.01, .rtol = 1e-12});
    EXPECT_NEAR(motion.values("x'").back(), v + 0.01 * a, 1e-3);
    EXPECT_NEAR(motion.values("x").back(),
                simulate(Model(damped), {.until = 0.01, .rtol = 1e-12}).values("x").back(), 1e-11);
    EXPECT_THROW(constrain(damped, "halves"), RequestError);
    EXPECT_THROW(constrain(oscillator()), DerivationError);
}

TEST(Comparison, OfTwoStiffnesses) {
    const Model first = oscillator(), second = first.with({{"k", "1"}});
    const ComparedMotions pair = compare(first, second, {.until = 1, .intervals = 2});
    EXPECT_TRUE(pair.differ());
    ASSERT_EQ(pair.times().size(), 3U);
    EXPECT_NEAR(pair.distances()[2], std::abs(std::cos(2.) - std::cos(1.)), 1e-9);
    EXPECT_TRUE(compare(first, first, {.until = 1}).agree());
    EXPECT_THAT(pair.complaints(), ElementsAre());
}

TEST(Comparison, OfTwoMethodsAndSteps) {
    const Model model = oscillator();
    const auto coarse =
        compare(model, model,
                {.runs = {{{.method = "gauss4", .step = 0.1}, {.form = "lagrange_multipliers"}}}});
    EXPECT_GT(coarse.distances().back(), 1e-7);
    EXPECT_TRUE(coarse.agree()) << coarse.text();  // within the error of such steps
    EXPECT_GT(coarse.error(), coarse.distances().back());
    EXPECT_THAT(coarse.text(), HasSubstr("(benenti, gauss4, step 0.1)"));
    const auto fine = compare(
        model, model, {.runs = {{{.method = "gauss4", .step = 0.05}, {.method = "dop853"}}}});
    EXPECT_NEAR(coarse.distances().back() / fine.distances().back(), 16, 1);  // of fourth order
    EXPECT_THROW(compare(model, model, {.runs = {{{.method = "euler"}, {}}}}), RequestError);
}

// Shares of the work go up, and none is more than the whole.
class Shares {
public:
    Attention attention() {
        return {.progress = [this](double share, const std::string&) { shares_.push_back(share); }};
    }
    void expect_rising() const {
        ASSERT_FALSE(shares_.empty());
        EXPECT_TRUE(std::ranges::is_sorted(shares_)) << ::testing::PrintToString(shares_);
        EXPECT_GE(shares_.front(), 0);
        EXPECT_LE(shares_.back(), 1);
    }

private:
    std::vector<double> shares_;
};

TEST(Attention, HearsOfWorkThatGoesOn) {
    const Model slow = Model(oscillator()).with({{"k", "1e6"}});
    Shares check_shares, compare_shares;
    check(slow, {.run = {.until = 3}}, check_shares.attention());
    check_shares.expect_rising();
    compare(slow, slow, {.until = 3}, compare_shares.attention());
    compare_shares.expect_rising();
}

TEST(Attention, EndsDerivationsToo) {
    std::stop_source stop;
    stop.request_stop();
    const Attention attention{.stop = stop.get_token()};
    const Model skate = read_model(in_models("skate"));
    EXPECT_THROW(derive(skate, "benenti", attention), Interrupted);
    EXPECT_THROW(MotionFamily(skate, "", attention), Interrupted);
    EXPECT_THROW(export_program(skate, "c", "nowhere", "", attention), Interrupted);
    EXPECT_FALSE(std::filesystem::exists("nowhere"));
}

TEST(Steady, PendulumStandsAndHangs) {
    const Model pendulum = Description{.coordinates = {"theta"},
                                       .parameters = {{"g", "4"}, {"k", "0"}},
                                       .lagrangian = "theta'^2/2 + g*cos(theta)",
                                       .forces = {{.on = "theta", .value = "-k*theta'"}}};
    EXPECT_EQ(equilibria(pendulum).states().size(), 2U);
    const LinearizedMotion small = linearize(
        pendulum, {.sweep = SweepRequest{.parameter = "k", .values = {-1, -0.5, 0.5, 1}}});
    EXPECT_NEAR(std::abs(small.eigenvalues()[0]), 2, 1e-12);
    ASSERT_EQ(small.critical_values().size(), 1U);
    EXPECT_NEAR(small.critical_values()[0], 0, 1e-12);
    EXPECT_THAT(small.swept(), ElementsAre(-1, -0.5, 0.5, 1));
    ASSERT_EQ(small.branches().size(), 2U);
    for (std::size_t i = 0; i < 4; ++i)  // the sum of the eigenvalues is -k
        EXPECT_NEAR((small.branches()[0][i] + small.branches()[1][i]).real(), -small.swept()[i],
                    1e-9);
}

TEST(Motion, AnswersOutliveTheirQuestions) {
    std::size_t count = 0;
    for (const double t : simulate(read_model(in_models("skate")), {.until = 10}).times())
        count += t >= 0 ? 1 : 0;
    EXPECT_GT(count, 2U);
}

}  // namespace
}  // namespace rattleback
