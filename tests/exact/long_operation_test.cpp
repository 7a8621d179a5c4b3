// Operations of FLINT that would take minutes, left in the middle; and products and quotients in pieces.
#include "exact/long_operation.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <random>
#include <thread>

#include "base/interruption.hpp"
#include "exact/in_pieces.hpp"
#include "exact/polynomial.hpp"

// Of the sanitizer that looks for lost memory, where it is there.
extern "C" {
[[gnu::weak]] void __lsan_disable();
[[gnu::weak]] void __lsan_enable();
}

namespace rattleback {
namespace {

// What an operation that is left had is lost, and meant to be.
class LosesMemory {
public:
    LosesMemory() {
        if (__lsan_disable != nullptr) __lsan_disable();
    }
    LosesMemory(const LosesMemory&) = delete;
    LosesMemory& operator=(const LosesMemory&) = delete;
    ~LosesMemory() {
        if (__lsan_enable != nullptr) __lsan_enable();
    }
};

double processor_seconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// So many terms with exponents up to `degree`, and coefficients of a few digits.
Polynomial some_polynomial(const Ring& ring, std::size_t terms, unsigned degree, unsigned seed) {
    std::mt19937 random(seed);
    Polynomial result(ring);
    while (result.terms() < terms) {
        Polynomial term(ring, static_cast<std::int64_t>(random() % 1000) + 1);
        for (std::size_t i = 0; i < ring.variables(); ++i)
            term = term * power(Polynomial::variable(ring, i), random() % (degree + 1));
        result = result + term;
    }
    return result;
}

// Sparse factors in many variables, whose product takes FLINT minutes to factor.
Polynomial hard_to_factor(const Ring& ring) {
    return some_polynomial(ring, 40, 3, 1) * some_polynomial(ring, 80, 3, 2);
}

TEST(LongOperation, IsLeftWhereItsWorkEnds) {
    const Ring ring(14, {});
    const Polynomial hard = hard_to_factor(ring);
    const LongOperation brief(50'000'000);
    const double began = processor_seconds();
    const LosesMemory lost;
    EXPECT_THROW(hard.factor(), TooLarge);
    EXPECT_LT(processor_seconds() - began, 5);
}

TEST(LongOperation, IsLeftWhenItIsInterrupted) {
    const Ring ring(14, {});
    const Polynomial hard = hard_to_factor(ring);
    std::stop_source stop;
    const StopScope scope(stop.get_token());
    const double began = processor_seconds();
    std::jthread waits([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        stop.request_stop();
    });
    const LosesMemory lost;
    EXPECT_THROW(hard.factor(), Interrupted);
    EXPECT_LT(processor_seconds() - began, 0.7);
}

TEST(LongOperation, LeavesTheNextOneInOrder) {
    const Ring ring(14, {}), enough(5, {});
    const Polynomial hard = hard_to_factor(ring);
    for (const std::uint64_t millions : {1U, 2U, 3U, 5U, 8U, 13U, 21U, 34U}) {
        {
            const LongOperation brief(1'000'000 * millions);
            const LosesMemory lost;
            EXPECT_THROW(hard.factor(), TooLarge);
        }
        const Polynomial a = some_polynomial(enough, 30, 4, 3),
                         b = some_polynomial(enough, 40, 4, 4),
                         c = some_polynomial(enough, 20, 4, 5);
        const Polynomial common = gcd(a * c, b * c);
        EXPECT_EQ(divide_exactly(common, c).terms(), 1u);
        EXPECT_EQ((a * c).factor().factors.size(), 2u);
    }
}

// (a + b)·c = a·c + b·c with the products of FLINT itself.
TEST(InPieces, ProductsAreThoseOfTheirParts) {
    const Ring ring(6, {});
    const Polynomial a = some_polynomial(ring, 3'000, 4, 9),
                     b = some_polynomial(ring, 2'000, 4, 10);
    Polynomial sum(ring);
    for (std::size_t first = 0; first < b.terms(); first += 250) {
        Polynomial piece(ring);
        for (std::size_t i = first; i < std::min(first + 250, b.terms()); ++i) {
            const Polynomial::Term term = b.term(i);
            Polynomial one(ring, term.coefficient);
            for (std::size_t k = 0; k < ring.variables(); ++k)
                one = one * power(Polynomial::variable(ring, k), term.exponents[k]);
            piece = piece + one;
        }
        sum = sum + a * piece;
    }
    EXPECT_TRUE(a * b == sum);
    EXPECT_TRUE(b * a == sum);
}

TEST(InPieces, QuotientsAreThoseOfTheWhole) {
    const Ring ring(5, {});
    const Polynomial a = some_polynomial(ring, 60, 5, 11), b = some_polynomial(ring, 40, 5, 12);
    const Polynomial product = a * b;
    EXPECT_TRUE(divide_by_powers(product, b) == a);
    EXPECT_TRUE(divide_by_powers(product, a) == b);
    EXPECT_FALSE(divide_by_powers(product + Polynomial(ring, 1), b).has_value());
    EXPECT_FALSE(divide_by_powers(b, product).has_value());
    EXPECT_TRUE(divide_by_powers(Polynomial(ring), b)->is_zero());
}

}  // namespace
}  // namespace rattleback
