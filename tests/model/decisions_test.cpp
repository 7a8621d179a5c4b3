// What is kept of a decision, and which other numbers decide alike.
#include "model/decisions.hpp"

#include <gtest/gtest.h>

#include "expr/evaluate.hpp"
#include "model/initial_values.hpp"

namespace rattleback {
namespace {

System system_with(const char* a, const char* x) {
    return build({.coordinates = {"x"},
                  .parameters = {{"a", a}, {"b", "2*a"}},
                  .lagrangian = "a*x'^2/2",
                  .initial = {{"x", x}}});
}

bool is_large(const System& system) { return parameter_numbers(system)[1] > 10; }

TEST(Decisions, HoldForNumbersThatAnswerAlike) {
    const System system = system_with("1", "0");
    Decisions decisions(system);
    EXPECT_FALSE(decisions.of([&] { return decided(system, &is_large); }));
    EXPECT_TRUE(decisions.may_hold_for_others());
    EXPECT_TRUE(decisions.hold_for(system));
    EXPECT_TRUE(decisions.hold_for(system_with("4", "3")));
    EXPECT_FALSE(decisions.hold_for(system_with("6", "0")));
}

TEST(Decisions, RestOnAllDigitsWhereNobodyAsked) {
    const System system = system_with("1", "0");
    Decisions decisions(system);
    decisions.of([&] { return parameter_numbers(system); });
    EXPECT_FALSE(decisions.may_hold_for_others());
    EXPECT_TRUE(decisions.hold_for(system_with("1", "0")));
    EXPECT_FALSE(decisions.hold_for(system_with("1", "3")));
    EXPECT_FALSE(decisions.hold_for(system_with("2", "0")));
}

// What is asked inside of a question belongs to it.
TEST(Decisions, AreNotKeptOfWhatAQuestionAsks) {
    const System system = system_with("1", "0");
    Decisions decisions(system);
    decisions.of([&] {
        return decided(system, [](const System& s) {
            return decided(s, &is_large) || initial_values(s)[0].second.is_zero();
        });
    });
    EXPECT_TRUE(decisions.hold_for(system_with("3", "1")));
    EXPECT_FALSE(decisions.hold_for(system_with("0", "1")));
}

TEST(Decisions, AboutTheCompletedStartAreAskedOfIt) {
    const System system = system_with("1", "0");
    const auto doubled = [](const System& s) {
        CompletedSystem result{s};
        result.system.initial[0].second = 2 * result.system.initial[0].second;
        result.notes.emplace_back("It was doubled.");
        return result;
    };
    const auto is_above_one = [](const System& s) { return evaluate(s.initial[0].second, {}) > 1; };
    Decisions decisions(system);
    const bool was_above = decisions.of(
        [&] { return decided(start_completed(system, doubled).system, is_above_one); });
    EXPECT_FALSE(was_above);
    EXPECT_FALSE(decisions.hold_for(system_with("1", "3/4")));  // one and a half
    const auto now = decisions.alike(system_with("1", "1/4"));
    ASSERT_TRUE(now);
    EXPECT_EQ(now->system.initial[0].second, Expr(ratio(1, 2)));
    EXPECT_EQ(to_texts(now->notes), std::vector<std::string>{"It was doubled."});
}

// A question without an answer is not answered alike.
TEST(Decisions, AreNotHeldByErrors) {
    const System system = system_with("1", "0");
    Decisions decisions(system);
    decisions.of([&] {
        return decided(system, [](const System& s) {
            if (is_large(s)) throw std::runtime_error("too large");
            return true;
        });
    });
    EXPECT_TRUE(decisions.hold_for(system));
    EXPECT_FALSE(decisions.hold_for(system_with("6", "0")));
}

}  // namespace
}  // namespace rattleback
