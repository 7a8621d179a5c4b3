#include "dynamics/spectrum.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "dynamics/stability_verdict.hpp"

namespace rattleback {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// S⁻¹ A S / T: each variable in its own unit, and time in another one.
RealMatrix in_units(RealMatrix a, double time) {
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < a.size(); ++j)
            a[i][j] *= std::pow(10.0, 7 * (static_cast<double>(i * i % 5) -
                                           static_cast<double>(j * j % 5))) /
                       time;
    return a;
}

// The same motion in mixed variables: P A P⁻¹ with P = 1 + u vᵀ, v·u = 0.
RealMatrix mixed(const RealMatrix& a) {
    const std::size_t n = a.size();
    std::vector<double> u(n), v(n);
    for (std::size_t i = 0; i + 1 < n; i += 2) {
        u[i] = 1.3 + static_cast<double>(i), u[i + 1] = 0.7;
        v[i] = 0.7, v[i + 1] = -u[i];
    }
    RealMatrix left = a, result = a;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t k = 0; k < n; ++k) left[i][j] += u[i] * v[k] * a[k][j];
    result = left;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t k = 0; k < n; ++k) result[i][j] -= left[i][k] * u[k] * v[j];
    return result;
}

RealMatrix zeros(std::size_t n) { return RealMatrix(n, std::vector<double>(n)); }

// A block of size k at 0, and an oscillation of frequency 3 beside it.
RealMatrix drifting(std::size_t k) {
    RealMatrix a = zeros(k + 2);
    for (std::size_t i = 0; i + 1 < k; ++i) a[i][i + 1] = 1;
    a[k][k + 1] = 1;
    a[k + 1][k] = -9;
    return a;
}

// Two oscillations of frequency 2, the second driven by the first.
RealMatrix resonant(double coupling) {
    RealMatrix a = zeros(4);
    a[0][1] = a[2][3] = 1;
    a[1][0] = a[3][2] = -4;
    a[3][0] = coupling;
    return a;
}

TEST(Spectrum, PowerOfTimeInAnyUnitsAndVariables) {
    for (std::size_t k = 1; k <= 4; ++k)
        for (const double time : {1.0, 1e-30, 1e30})
            for (const RealMatrix& a : {drifting(k), mixed(drifting(k))}) {
                const Spectrum found = spectrum(in_units(a, time));
                EXPECT_EQ(found.zeros(), k) << time;
                EXPECT_EQ(found.drift(), k - 1) << time;
                EXPECT_EQ(found.stability(), k == 1 ? Stability::FirstOrder : Stability::Drifting);
            }
}

TEST(Spectrum, ResonanceGrowsAndEqualFrequenciesAloneDoNot) {
    for (const double time : {1.0, 1e-30, 1e30}) {
        const Spectrum grows = spectrum(in_units(resonant(1e-3), time));
        EXPECT_EQ(grows.stability(), Stability::Drifting);
        EXPECT_EQ(grows.drift(), 1U);
        EXPECT_EQ(spectrum(in_units(mixed(resonant(0.5)), time)).drift(), 1U);
        const Spectrum stays = spectrum(in_units(mixed(resonant(0)), time));
        EXPECT_EQ(stays.stability(), Stability::FirstOrder);
    }
}

TEST(Spectrum, NearResonanceIsNone) {
    RealMatrix a = resonant(1e-3);
    a[3][2] = -4.00001;
    EXPECT_EQ(spectrum(a).stability(), Stability::FirstOrder);
}

// Frequencies 1 and 1e-12, which have nothing to do with each other.
TEST(Spectrum, SlowIsNotZero) {
    RealMatrix a = zeros(4);
    a[0][1] = a[2][3] = 1;
    a[1][0] = -1;
    a[3][2] = -1e-24;
    EXPECT_EQ(spectrum(a).zeros(), 0U);
    EXPECT_EQ(spectrum(a).stability(), Stability::FirstOrder);
    a[3][2] = 1e-24;
    EXPECT_EQ(spectrum(a).stability(), Stability::Unstable);
}

// Of small whole numbers.
NumberMatrix exact(const RealMatrix& a) {
    NumberMatrix result(a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        for (const double x : a[i]) result[i].emplace_back(static_cast<std::int64_t>(x));
    return result;
}

TEST(Spectrum, SentencesNameWhatCountsAsZero) {
    EXPECT_THAT(
        to_text(stability_verdict(spectrum(resonant(1)))),
        HasSubstr("in proportion to time. Real parts below 4e-12 count as zero, by rounding."));
    EXPECT_THAT(to_text(stability_verdict(spectrum(exact(resonant(1))))),
                Not(HasSubstr("rounding")));
}

TEST(Spectrum, SentencesNameTheGrowth) {
    EXPECT_THAT(to_text(stability_verdict(spectrum(drifting(1)))),
                StartsWith("Stable to first order"));
    EXPECT_EQ(to_text(stability_verdict(spectrum(exact(drifting(3))))),
              "Not stable to first order: no mode grows exponentially, 1 oscillation neither grows "
              "nor decays, 3 eigenvalues are zero. Zero has fewer eigenvectors than its "
              "multiplicity: some disturbances grow in proportion to the square of time. The "
              "linearization alone does not decide about the motion itself.");
    EXPECT_EQ(to_text(stability_verdict(spectrum(exact(resonant(1))))),
              "Not stable to first order: no mode grows exponentially. Oscillations with the "
              "frequency 2 are in resonance: some grow in proportion to time. The linearization "
              "alone does not decide about the motion itself.");
    EXPECT_THAT(to_text(stability_verdict(spectrum(resonant(0)))), Not(HasSubstr("resonance")));
}

}  // namespace
}  // namespace rattleback
