#include "exact/exact_eigenvalues.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace rattleback {
namespace {

// The matrix of s^n + c_{n−1} s^{n−1} + … + c₀, by its lower coefficients.
NumberMatrix companion(const std::vector<Number>& lower) {
    const std::size_t n = lower.size();
    NumberMatrix a(n, std::vector<Number>(n));
    for (std::size_t i = 0; i < n; ++i) a[i][n - 1] = -lower[i];
    for (std::size_t i = 1; i < n; ++i) a[i][i - 1] = 1;
    return a;
}

std::vector<ExactEigenvalue> sorted(const NumberMatrix& a) {
    auto result = exact_eigenvalues(a).value();
    std::ranges::sort(result, {}, [](const ExactEigenvalue& e) {
        return std::pair(e.value.real(), e.value.imag());
    });
    return result;
}

TEST(ExactEigenvalues, OnTheImaginaryAxisAreThere) {
    // (s² + 2)(s² + s + 1) s
    const auto found = sorted(companion({0, 2, 2, 3, 1}));
    ASSERT_EQ(found.size(), 5U);
    EXPECT_DOUBLE_EQ(found[0].value.real(), -0.5);
    EXPECT_EQ(found[2].value, std::complex<double>(0, -std::sqrt(2.0)));
    EXPECT_EQ(found[3].value, std::complex<double>(0, 0));
    EXPECT_EQ(found[4].value, std::complex<double>(0, std::sqrt(2.0)));
}

// s⁴ + s² + 1 is even and has no root on the axis when irreducible factors are looked at; s⁴ + 1 is
// irreducible and even.
TEST(ExactEigenvalues, EvenFactorsNeedNotHaveThem) {
    for (const auto& found : {sorted(companion({1, 0, 1, 0})), sorted(companion({1, 0, 0, 0})),
                              sorted(companion({2, 0, -5, 0}))})
        for (const ExactEigenvalue& e : found) EXPECT_NE(e.value.real(), 0);
    for (const ExactEigenvalue& e : sorted(companion({2, 0, 5, 0}))) EXPECT_EQ(e.value.real(), 0);
}

// s² + 10⁻⁹⁰ s + 1: the pair is off the axis by less than any double beside 1.
TEST(ExactEigenvalues, NearTheAxisIsNotOnIt) {
    const Number tiny = *Number::from_decimal("1e-90");
    for (const ExactEigenvalue& e : sorted(companion({1, tiny})))
        EXPECT_DOUBLE_EQ(e.value.real(), -5e-91);
    for (const ExactEigenvalue& e : sorted(companion({1, -tiny}))) EXPECT_GT(e.value.real(), 0);
}

TEST(ExactEigenvalues, BlocksAndMultiplicities) {
    // (s² + 1)² in one block each, and in two.
    const auto one = sorted(companion({1, 0, 2, 0}));
    ASSERT_EQ(one.size(), 2U);
    EXPECT_EQ(one[0].multiplicity, 2U);
    EXPECT_EQ(one[0].block, 2U);
    const auto two = sorted({{0, 1, 0, 0}, {-1, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, -1, 0}});
    ASSERT_EQ(two.size(), 2U);
    EXPECT_EQ(two[0].multiplicity, 2U);
    EXPECT_EQ(two[0].block, 1U);
    const auto zero = sorted({{0, 1, 0}, {0, 0, 0}, {0, 0, 0}});
    ASSERT_EQ(zero.size(), 1U);
    EXPECT_EQ(zero[0].multiplicity, 3U);
    EXPECT_EQ(zero[0].block, 2U);
}

}  // namespace
}  // namespace rattleback
