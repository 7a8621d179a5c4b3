// Events whose number and times are known in closed form, in steps as long as a method takes them:
// many crossings in one step, pairs, touches, jumps, and what is zero all the time.

#include <gmock/gmock.h>

#include "trajectory/closed_forms.hpp"

namespace rattleback::testing {
namespace {

using std::numbers::pi;

// x and v with v' = force, from x = 0 at the given speed.
class Watched {
public:
    Watched(const std::vector<std::string>& events, const std::string& force = "0")
        : motion_({"x", "v"}, {"v", force}), problem_(motion_.problem()) {
        for (const std::string& event : events)
            tapes_.push_back(record(parsed({"x", "v", "t"}), parsed({event})));
        for (std::size_t i = 0; i < events.size(); ++i)
            problem_.events.push_back({.name = events[i], .formula = &tapes_[i]});
    }

    Watched& stop() {
        problem_.events[0].stop = true;
        return *this;
    }
    Watched& direction(int direction) {
        problem_.events[0].direction = direction;
        return *this;
    }
    Trajectory run(const std::string& method, double speed, double until, double x = 0) const {
        IntegrationOptions options;
        options.method = method;
        options.until = until;
        const std::vector<double> start{x, speed};
        return integrate(problem_, start, options);
    }

private:
    FormulaProblem motion_;
    OdeProblem problem_;
    std::vector<Tape> tapes_;
};

std::vector<double> times_of(const Trajectory& run) {
    std::vector<double> times;
    for (const EventHit& hit : run.events) times.push_back(hit.time);
    return times;
}

// first, first + step, … as long as they are at most `until`.
std::vector<double> grid(double first, double step, double until) {
    std::vector<double> times;
    for (int i = 0; first + i * step <= until; ++i) times.push_back(first + i * step);
    return times;
}

void expect_times(const Trajectory& run, const std::vector<double>& expected, double error) {
    ASSERT_EQ(run.events.size(), expected.size());
    EXPECT_LT(largest_difference(times_of(run), expected), error);
}

MATCHER_P(HaveDirection, direction, "") {
    return std::ranges::all_of(arg,
                               [&](const EventHit& hit) { return hit.direction == direction; });
}

class EventCounts : public ::testing::TestWithParam<std::string> {
protected:
    Trajectory run(const std::string& event, double speed, double until, double x = 0) const {
        return Watched({event}).run(GetParam(), speed, until, x);
    }
};

TEST_P(EventCounts, HalfTurnsOfAFastWheel) {
    const Trajectory run = this->run("sin(x)", 10, 20);
    expect_times(run, grid(pi / 10, pi / 10, 20), 1e-7);
    EXPECT_EQ(run.events.size(), 63U);
    for (std::size_t i = 0; i < run.events.size(); ++i)
        EXPECT_EQ(run.events[i].direction, i % 2 == 0 ? -1 : 1);
}

// x = t is exact whatever the tolerance, w only makes the steps short: that all digits of x could be
// wrong by so much is no reason to see zeros where cos x is steep.
TEST_P(EventCounts, WhereTheToleranceIsCoarse) {
    for (const auto& [rtol, until] : {std::pair{1e-2, 15.0}, {1e-3, 60.0}, {1e-4, 300.0}}) {
        const FormulaProblem motion({"x", "w", "u"}, {"1", "u", "-w"});
        const Tape cut = record(parsed({"x", "w", "u", "t"}), parsed({"cos(x)"}));
        OdeProblem problem = motion.problem();
        problem.events = {{.name = "cut", .formula = &cut}};
        IntegrationOptions options;
        options.method = GetParam();
        options.rtol = rtol;
        options.until = until;
        const Trajectory run = integrate(problem, std::vector<double>{0, 1, 0}, options);
        expect_times(run, grid(pi / 2, pi, until), 1e-9);
        for (const Sentence& note : run.notes)
            EXPECT_THAT(to_text(note), ::testing::Not(::testing::HasSubstr("stays at zero")));
    }
}

TEST_P(EventCounts, TheFirstThatIsWantedStopsTheRun) {
    const Trajectory run = Watched({"sin(x)"}).stop().direction(1).run(GetParam(), 10, 20);
    EXPECT_EQ(run.stop.reason, StopReason::Event);
    EXPECT_NEAR(run.stop.time, pi / 5, 1e-8);
    EXPECT_EQ(run.events.size(), 1U);
}

TEST_P(EventCounts, BackwardInTime) {
    const Trajectory run = this->run("sin(x)", 10, -20);
    expect_times(
        run,
        [] {
            std::vector<double> times = grid(pi / 10, pi / 10, 20);
            for (double& t : times) t = -t;
            return times;
        }(),
        1e-7);
    ASSERT_FALSE(run.events.empty());
    EXPECT_EQ(run.events[0].direction,
              1);  // of sin(−10 s) along the run: first down to −1, then up
}

TEST_P(EventCounts, TouchesAreToldOnceAndCalledSo) {
    for (const char* event : {"1 - cos(x)", "sin(x/2)^2", "(1 - cos(x))^2", "abs(sin(x/2))"}) {
        SCOPED_TRACE(event);
        const Trajectory run = this->run(event, 10, 20);
        expect_times(run, grid(pi / 5, pi / 5, 20), 2e-3);  // a touch of fourth order is flat
        EXPECT_EQ(run.events.size(), 31U);
        EXPECT_THAT(run.events, HaveDirection(0));
        EXPECT_EQ(run.events[0].manner(), "touch");
    }
    expect_times(this->run("1 - cos(x)", 10, 20), grid(pi / 5, pi / 5, 20), 1e-7);
}

TEST_P(EventCounts, ATouchIsNeitherRisingNorFalling) {
    EXPECT_THAT(Watched({"(x - 1)^2"}).direction(1).run(GetParam(), 1, 3).events,
                ::testing::IsEmpty());
    EXPECT_THAT(Watched({"(x - 1)^2"}).direction(-1).run(GetParam(), 1, 3).events,
                ::testing::IsEmpty());
    const Trajectory run = Watched({"(x - 1)^2"}).stop().run(GetParam(), 1, 3);
    EXPECT_EQ(run.stop.reason, StopReason::Event);
    EXPECT_NEAR(run.stop.time, 1, 1e-8);
}

TEST_P(EventCounts, APairHoweverClose) {
    for (const double half : {1e-1, 1e-3, 1e-5, 1e-7}) {
        SCOPED_TRACE(half);
        const Trajectory run =
            this->run("(x - 1)^2 - " + std::to_string(half * 1e7) + "^2*1e-14", 1, 3);
        expect_times(run, {1 - half, 1 + half}, 1e-8 + 1e-6 * half);
        ASSERT_EQ(run.events.size(), 2U);
        EXPECT_EQ(run.events[0].direction, -1);
        EXPECT_EQ(run.events[1].direction, 1);
    }
}

// sin t is above 0.9999 for a moment in every turn. Where the accuracy of the run does not part the two
// crossings it is one touch; never is there a touch between them.
TEST_P(EventCounts, APairIsTwoCrossingsOrOneTouch) {
    const FormulaProblem motion({"x", "v"}, {"v", "-x"});
    const Tape high = record(parsed({"x", "v", "t"}), parsed({"x - 0.9999"}));
    OdeProblem problem = motion.problem();
    problem.events = {{.name = "high", .formula = &high}};
    for (const double rtol : {1e-5, 1e-6, 1e-7, 1e-8}) {
        SCOPED_TRACE(rtol);
        IntegrationOptions options;
        options.method = GetParam();
        options.rtol = rtol;
        options.until = 20;
        const Trajectory run = integrate(problem, std::vector<double>{0, 1}, options);
        for (std::size_t i = 0; i < run.events.size(); ++i) {
            if (run.events[i].direction == 0) continue;
            EXPECT_EQ(run.events[i].direction, 1) << run.events[i].time;
            ASSERT_LT(++i, run.events.size());
            EXPECT_EQ(run.events[i].direction, -1) << run.events[i].time;
            EXPECT_LT(run.events[i].time - run.events[i - 1].time, 0.1);
        }
    }
}

// However narrow what happens within a step.
TEST_P(EventCounts, APeakMuchNarrowerThanAStep) {
    const double half = std::sqrt(std::log(2.0) / 1e8);
    expect_times(run("exp(-1e8*(x - 3)^2) - 1/2", 1, 6), {3 - half, 3 + half}, 1e-8);
    expect_times(run("tanh(1e7*(x - 3))", 1, 6), {3}, 1e-8);
}

TEST_P(EventCounts, InTimeAlone) {
    const Trajectory run = this->run("sin(1000*t)", 1, 20);
    expect_times(run, grid(pi / 1000, pi / 1000, 20), 1e-10);
    EXPECT_EQ(run.events.size(), 6366U);
}

TEST_P(EventCounts, AJumpOverZeroIsNoEvent) {
    expect_times(run("tan(x)", 10, 20), grid(pi / 10, pi / 10, 20), 1e-7);
    const Trajectory turns = run("atan2(sin(x), cos(x))", 10, 20);
    expect_times(turns, grid(pi / 5, pi / 5, 20), 1e-7);
    EXPECT_THAT(turns.events, HaveDirection(1));
    EXPECT_THAT(run("1/(x - 1)", 1, 3).events, ::testing::IsEmpty());
}

// Not even where it has the value zero at the instant of the jump, or no value.
TEST_P(EventCounts, AJumpIsNoEventWhateverItsValue) {
    for (const char* event : {"sign(x - 30)", "sign(x - 30)^2", "abs(x - 50)/(x - 50)",
                              "atan2(x - 50, x - 50) - 1", "sign(t - 5)*v"}) {
        SCOPED_TRACE(event);
        EXPECT_THAT(run(event, 10, 20).events, ::testing::IsEmpty());
    }
}

TEST_P(EventCounts, WhatIsNotFiniteIsNotZero) {
    expect_times(run("exp(10*x) - 10^50", 10, 20), {0.5 * std::log(10.0)}, 1e-8);
    expect_times(run("cosh(5*x) - 10^50", 10, 20), {(50 * std::log(10.0) + std::log(2.0)) / 50},
                 1e-8);
    expect_times(run("exp(x^2) - 10^50", 10, 20), {std::sqrt(50 * std::log(10.0)) / 10}, 1e-8);
}

// Formulas without a value at the start, beside which their rounding is large.
TEST_P(EventCounts, BesideAPointWithoutValue) {
    expect_times(run("sin(x)/x", 10, 20), grid(pi / 10, pi / 10, 20), 1e-7);
    expect_times(run("sin(x)/x - 1/2", 10, 20), {0.18954942670340}, 1e-8);
    expect_times(run("(1 - cos(x))/x^2 - 1/4", 10, 20), {0.27831147565030}, 1e-8);
}

TEST_P(EventCounts, CuspsAndRoots) {
    const Trajectory root = run("(x - 30)/abs(x - 30)^(2/3)", 10, 20);
    expect_times(root, {3}, 1e-8);
    EXPECT_THAT(root.events, HaveDirection(1));
    for (const char* event : {"sqrt(abs(x - 30))", "abs(x - 30)^(2/3)", "sqrt((x - 30)^2)"}) {
        SCOPED_TRACE(event);
        const Trajectory run = this->run(event, 10, 20);
        expect_times(run, {3}, 1e-7);
        EXPECT_THAT(run.events, HaveDirection(0));
    }
}

TEST_P(EventCounts, AHighPower) {
    const Trajectory run = this->run("(x - 50)^101", 10, 20);
    expect_times(run, {5}, 1e-3);  // flat
    EXPECT_THAT(run.events, HaveDirection(1));
}

TEST_P(EventCounts, ZerosThatAccumulateAreSaid) {
    EXPECT_THAT(to_texts(run("x*sin(1/(x - 100))", 10, 20).notes),
                ::testing::Contains(::testing::HasSubstr("changes ever faster")));
}

TEST_P(EventCounts, TheWorkIsBounded) {
    EXPECT_THAT(to_texts(run("sin(10^5*x)", 10, 20).notes),
                ::testing::Contains(::testing::HasSubstr("looked at on a grid only")));
}

TEST_P(EventCounts, RootsOfHigherOrder) {
    const Trajectory third = run("(x - 1)^3", 1, 3);
    ASSERT_EQ(third.events.size(), 1U);
    EXPECT_EQ(third.events[0].direction, 1);
    EXPECT_NEAR(third.events[0].time, 1, 1e-4);  // flat: |x − 1|³ is below rounding before
    const Trajectory fourth = run("(x - 1)^4", 1, 3);
    ASSERT_EQ(fourth.events.size(), 1U);
    EXPECT_EQ(fourth.events[0].direction, 0);
}

// x = sin t, whose largest value the method knows only to its tolerance.
TEST_P(EventCounts, TouchesAtTheTopOfAnOscillation) {
    const Trajectory run = Watched({"x - 1"}, "-x").run(GetParam(), 1, 20);
    expect_times(run, grid(pi / 2, 2 * pi, 20), 1e-3);
    EXPECT_THAT(run.events, HaveDirection(0));
}

TEST_P(EventCounts, WhatIsZeroAllTheTimeHasNotHappenedAndIsSaid) {
    for (const char* event : {"v - 1", "v^2 - 1", "x - t"}) {
        SCOPED_TRACE(event);
        const Trajectory run = this->run(event, 1, 20);
        EXPECT_THAT(run.events, ::testing::IsEmpty());
        EXPECT_THAT(to_texts(run.notes),
                    ::testing::Contains(::testing::HasSubstr(
                        "stays at zero, to the accuracy of the run, from t = 0 to t = 20")));
    }
}

TEST_P(EventCounts, AtTheStartNotAtTheEndYes) {
    EXPECT_THAT(run("x", 1, 3).events, ::testing::IsEmpty());
    expect_times(run("x - 3", 1, 3), {3}, 1e-10);
    EXPECT_THAT(run("x - 3.0001", 1, 3).events, ::testing::IsEmpty());
    const Trajectory both = run("x*(x - 3)", 1, 3);
    expect_times(both, {3}, 1e-10);
    EXPECT_THAT(both.events, HaveDirection(1));
    const Trajectory touch = run("(x - 200)^2", 10, 20);
    expect_times(touch, {20}, 1e-8);
    EXPECT_THAT(touch.events, HaveDirection(0));
}

TEST_P(EventCounts, ComeInTheOrderOfTheRun) {
    const Watched watched({"sin(x)", "cos(x)", "sin(7*t)"});
    const std::vector<double> times = times_of(watched.run(GetParam(), 10, 20));
    EXPECT_EQ(times.size(), 63U + 64U + 44U);
    EXPECT_TRUE(std::ranges::is_sorted(times));
}

INSTANTIATE_TEST_SUITE_P(All, EventCounts, ::testing::ValuesIn(adaptive_methods()),
                         [](const auto& row) { return row.param; });

// On the grid too it is the step of now that is looked at, not the one in which the work ended. The
// last zeros are where 10⁷ exp(−10 t) = 3π/2 and π/2.
TEST(EventCount, GoesOnWhereTheWorkEnded) {
    const FormulaProblem line({"x", "v"}, {"v", "0"});
    OdeProblem problem = line.problem();
    const Tape slowing = record(parsed({"x", "v", "t"}), parsed({"cos(10^7*exp(-(x + 10*t)/2))"}));
    problem.events = {{.name = "slowing", .formula = &slowing}};
    for (const std::string method : {"dopri5", "bdf"}) {
        IntegrationOptions options;
        options.method = method;
        options.largest_step = 0.02;
        options.until = 2;
        const std::vector<double> start{0, 10};
        const Trajectory run = integrate(problem, start, options);
        EXPECT_THAT(to_texts(run.notes),
                    ::testing::Contains(::testing::HasSubstr("looked at on a grid only")));
        ASSERT_GT(run.events.size(), 2U);
        EXPECT_NEAR(run.events.back().time, std::log(2e7 / pi) / 10, 1e-6) << method;
        EXPECT_NEAR(run.events[run.events.size() - 2].time, std::log(2e7 / (3 * pi)) / 10, 1e-6)
            << method;
    }
}

// 1, of which no more is known than that the errors of all steps could make it zero and that of one step
// could not; the sum of squares makes intervals wide. There it is given up soon.
TEST(EventCount, WhereNothingCanBeToldIsGivenUp) {
    const FormulaProblem line({"x", "v", "z"}, {"v", "0", "0"});
    OdeProblem problem = line.problem();
    const Tape doubtful =
        record(parsed({"x", "v", "z", "t"}),
               parsed({"1 + 10^10*z + 10^(-3)*(sin(10^7*x)^2 + cos(10^7*x)^2 - 1)"}));
    problem.events = {{.name = "doubtful", .formula = &doubtful}};
    IntegrationOptions options;
    options.method = "dopri5";
    options.rtol = 1e-9;
    options.atol = 1e-11;
    options.largest_step = 0.01;
    options.until = 2;
    const std::vector<double> start{0, 10, 0};
    const Trajectory run = integrate(problem, start, options);
    EXPECT_THAT(run.events, ::testing::IsEmpty());
    EXPECT_THAT(to_texts(run.notes),
                ::testing::Contains(::testing::HasSubstr("changes ever faster")));
    EXPECT_THAT(to_texts(run.notes),
                ::testing::Each(::testing::Not(::testing::HasSubstr("on a grid only"))));
}

// A method of fixed steps, at whose ends events lie exactly.
TEST(EventCount, WhereStepsEnd) {
    const FormulaProblem line({"x", "v"}, {"v", "0"});
    OdeProblem problem = line.problem();
    const Tape crossing = record(parsed({"x", "v", "t"}), parsed({"x*(x - 1/2)*(x - 1)"}));
    const Tape touch = record(parsed({"x", "v", "t"}), parsed({"(x - 1/2)^2*(x - 1)^2"}));
    problem.events = {{.name = "crossing", .formula = &crossing},
                      {.name = "touch", .formula = &touch}};
    IntegrationOptions options;
    options.method = "dopri5";
    options.step = 0.125;
    options.fixed = true;
    options.until = 2;
    const std::vector<double> start{0, 1};
    const Trajectory run = integrate(problem, start, options);
    ASSERT_EQ(run.events.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(run.events[i].time, i < 2 ? 0.5 : 1, 1e-12);
        const bool is_touch = run.events[i].name == "touch";
        EXPECT_EQ(run.events[i].direction, is_touch ? 0 : i < 2 ? -1 : 1);
    }
}

}  // namespace
}  // namespace rattleback::testing
