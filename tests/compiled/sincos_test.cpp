// The inlined sine and cosine are right to one unit in the last place, in every quadrant, near
// multiples of π/2, and beyond the reach of their reduction, where libm takes over.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>
#include <random>

#include "compiled/compiled_function.hpp"
#include "expr/parse.hpp"

namespace rattleback {
namespace {

constexpr unsigned width = 8;

// |found − exact| in units in the last place of the double nearest to exact.
long double ulps(double found, long double exact) {
    const double nearest = std::fabs(static_cast<double>(exact));
    const long double ulp =
        static_cast<long double>(std::nextafter(nearest, std::numeric_limits<double>::infinity())) -
        nearest;
    return std::fabs(found - exact) / ulp;
}

class SinCos : public ::testing::Test {
protected:
    void SetUp() override {
        if (!has_machine_code()) GTEST_SKIP() << "built without LLVM";
    }

    // Glibc's sinl and cosl carry 64 bits: eleven more than are tested here.
    long double worst(const std::vector<double>& angles) const {
        long double result = 0;
        std::vector<double> in(width), out(2 * width);
        for (std::size_t i = 0; i + width <= angles.size(); i += width) {
            std::copy_n(angles.begin() + static_cast<std::ptrdiff_t>(i), width, in.begin());
            f_(in.data(), out.data());
            for (std::size_t l = 0; l < width; ++l) {
                const auto x = static_cast<long double>(in[l]);
                result = std::max(
                    {result, ulps(out[l], std::sin(x)), ulps(out[width + l], std::cos(x))});
            }
        }
        return result;
    }

    const CompiledFunction f_ = compile(
        ExprVector{parse("x")}, ExprVector{parse("sin(x)"), parse("cos(x)")}, {.width = width});
};

std::vector<double> uniform(double largest, std::size_t n) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> draw(-largest, largest);
    std::vector<double> angles(n);
    for (double& x : angles) x = draw(random);
    return angles;
}

TEST_F(SinCos, ErrsByLessThanOneUnitInTheLastPlace) {
    for (const double largest : {1e-3, 0.8, 4.0, 100.0, 1e5, 1e6}) {
        const long double found = worst(uniform(largest, 400'000));
        EXPECT_LT(found, 1) << "|x| < " << largest;
        std::printf("|x| < %g: %.4Lf ulp\n", largest, found);
    }
}

// Where the reduction cancels most: the doubles around k·π/2, and around odd multiples of π/4.
TEST_F(SinCos, IsRightNearMultiplesOfAQuarterTurn) {
    std::vector<double> angles;
    std::mt19937_64 random(8);
    for (int i = 0; i < 100'000; ++i) {
        const auto k = static_cast<long double>(random() % 1'270'000U);
        const auto near = static_cast<double>(k * std::numbers::pi_v<long double> / 4);
        angles.push_back(near);
        angles.push_back(-std::nextafter(near, 0));
        angles.push_back(std::nextafter(near, 1e9));
        angles.push_back(near * (1 + 1e-13));
    }
    const long double found = worst(angles);
    EXPECT_LT(found, 1);
    std::printf("near multiples of a quarter turn: %.4Lf ulp\n", found);
}

TEST_F(SinCos, LargeAnglesAreLeftToTheLibrary) {
    for (const double x : {1.1e6, -3e7, 1e15, 1e300, 6381956970095103.0 * 0x1p797}) {
        std::vector<double> in(width, 0.3), out(2 * width);
        in[5] = x;
        f_(in.data(), out.data());
        EXPECT_EQ(out[5], std::sin(x));
        EXPECT_EQ(out[width + 5], std::cos(x));
        EXPECT_EQ(out[0], std::sin(0.3));
    }
}

}  // namespace
}  // namespace rattleback
