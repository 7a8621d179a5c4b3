// Expressions may be built, shared and released by many threads at once. Run these under
// ThreadSanitizer (the preset tsan) too: there they look for data races.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "expr/derivative.hpp"
#include "expr/evaluate.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "support/random_expression.hpp"

namespace rattleback {
namespace {

constexpr int thread_count = 8;

// Runs the task in all threads, which start together; each is told its number.
void in_threads(const std::function<void(int)>& task) {
    std::barrier start(thread_count);
    std::vector<std::jthread> threads;
    for (int i = 0; i < thread_count; ++i)
        threads.emplace_back([&start, &task, i] {
            start.arrive_and_wait();
            task(i);
        });
}

class Threads : public ::testing::Test {
protected:
    // π and small integers live for ever once they were used.
    Threads() : x(symbol("x")), y(symbol("y")), for_ever_{pi(), Expr(0)}, baseline_(live_nodes()) {}
    ~Threads() override { EXPECT_EQ(live_nodes(), baseline_) << "nodes were left behind, or lost"; }

    const Expr x, y;

private:
    const Expr for_ever_[2];
    const std::size_t baseline_;
};

TEST_F(Threads, ThatBuildTheSameGetTheSameNodes) {
    std::vector<ExprVector> built(thread_count);
    in_threads([&](int thread) {
        testing::RandomExpression random(91, {.depth = 4, .floating = true, .powers = false});
        for (int i = 0; i < 150; ++i) {
            const Expr e = random.next();
            built[static_cast<std::size_t>(thread)].push_back(e);
            built[static_cast<std::size_t>(thread)].push_back(derivative(e, x));
        }
    });
    for (const ExprVector& other : built) EXPECT_EQ(other, built[0]);
    testing::RandomExpression again(91, {.depth = 4, .floating = true, .powers = false});
    for (std::size_t i = 0; i < built[0].size(); i += 2)
        EXPECT_EQ(again.next(), built[0][i]) << "and so does one alone";
}

TEST_F(Threads, MayRaceToMakeAndFreeOneNode) {
    std::atomic<int> wrong = 0;
    in_threads([&](int) {
        for (int i = 0; i < 5000; ++i) {
            // Between these lines other threads make the same node or drop the last use of it.
            const Expr e = sin(x + i % 3);
            const Expr same = sin(i % 3 + x);
            if (e != same || e.args()[0] != x + i % 3) ++wrong;
        }
    });
    EXPECT_EQ(wrong, 0);
}

TEST_F(Threads, MayRaceOnWholeGraphs) {
    const Values at = {{x, 0.5}, {y, 0.25}};
    const auto graph = [&](int variant) {
        Expr e = x;
        for (int level = 0; level < 20; ++level) e = e * sin(e) + y + level % (2 + variant);
        return e;
    };
    const double expected[] = {evaluate(graph(0), at), evaluate(graph(1), at)};
    std::atomic<int> wrong = 0;
    in_threads([&](int thread) {
        for (int i = 0; i < 100; ++i) {
            const int variant = (i + thread) % 2;
            if (evaluate(graph(variant), at) != expected[variant]) ++wrong;
        }
    });
    EXPECT_EQ(wrong, 0);
}

TEST_F(Threads, ThatBuildDifferentThingsDoNotDisturbOneAnother) {
    std::atomic<int> wrong = 0;
    in_threads([&](int thread) {
        const Expr own = symbol("own" + std::to_string(thread));
        Expr sum;
        for (int i = 1; i <= 300; ++i) sum += i * pow(own, i);
        const double at = 0.5 + thread / 100.0;
        double expected = 0;
        for (int i = 300; i >= 1; --i) expected = (expected + i) * at;
        if (std::abs(evaluate(sum, {{own, at}}) - expected) > 1e-12 * expected) ++wrong;
        if (symbols_of(sum) != ExprVector{own} || sum.args().size() != 300) ++wrong;
    });
    EXPECT_EQ(wrong, 0);
}

// One thread makes an expression, another drops the last use of it.
TEST_F(Threads, MayFreeWhatOthersMade) {
    std::mutex mutex;
    ExprVector pool;
    std::atomic<int> wrong = 0;
    in_threads([&](int thread) {
        for (int i = 0; i < 1000; ++i) {
            Expr made = cos(exp(x * (thread + 1)) + power(Number(3), 60 + i % 5) * y);
            Expr taken;
            {
                const std::lock_guard lock(mutex);
                pool.push_back(std::move(made));
                if (pool.size() > 16) {
                    taken = std::move(pool.front());
                    pool.erase(pool.begin());
                }
            }
            if (!taken.is_zero() && symbols_of(taken) != ExprVector{x, y}) ++wrong;
        }
    });
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(pool.size(), 16U);
}

TEST_F(Threads, MayCopyAndCompareOneExpression) {
    const Expr shared = derivative(sin(x * y) / (1 + x * x), x);
    const std::string text = to_text(shared);
    std::atomic<int> wrong = 0;
    in_threads([&](int) {
        ExprVector copies;
        for (int i = 0; i < 1000; ++i) copies.push_back(i % 2 == 0 ? shared : copies.back() + 0);
        for (const Expr& copy : copies)
            if (copy != shared || copy.hash() != shared.hash()) ++wrong;
        if (to_text(copies.back()) != text) ++wrong;
    });
    EXPECT_EQ(wrong, 0);
}

// The first use of π, of small integers and of the table itself may come from any thread.
TEST(ThreadsAtStart, MayUseConstantsForTheFirstTime) {
    std::vector<ExprVector> made(thread_count);
    in_threads([&](int thread) {
        made[static_cast<std::size_t>(thread)] = {pi(), Expr(), Expr(7), Expr(-16), Expr(17)};
    });
    for (const ExprVector& other : made) EXPECT_EQ(other, made[0]);
}

}  // namespace
}  // namespace rattleback
