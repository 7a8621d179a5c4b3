// The Whipple–Carvallo bicycle, linearized from its nonlinear model of four bodies and two rolling
// wheels, against the published benchmark.
// [J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab, Proc. R. Soc. A 463 (2007) 1955–1982]
#include <gmock/gmock.h>

#include <array>
#include <cmath>

#include "dynamics/root_locus.hpp"
#include "support/model_file.hpp"

namespace rattleback {
namespace {

const System& bicycle() {
    static const System system = testing::model_file("bicycle");
    return system;
}

struct Published {
    double v;
    std::vector<Complex> eigenvalues;  // castering, capsize, weave
};

// Table 2 of the paper, and more digits of it.
TEST(Bicycle, EigenvaluesAreThePublishedOnes) {
    const std::vector<Published> table{
        {0, {-5.530943717654, -3.131643247907, 3.131643247907, 5.530943717654}},
        {1, {-7.110080146374, -3.134231250666, {3.526961709901, 0.807740275199}}},
        {2, {-8.673879848317, -3.071586456415, {2.682345175127, 1.680662965907}}},
        {3, {-10.351014672459, -2.633661372537, {1.706756056640, 2.315824473843}}},
        {4, {-12.158614265764, -1.429444273613, {0.413253315211, 3.079108186032}}},
        {5, {-14.078389692798, -0.322866429004, {-0.775341882196, 4.464867713788}}},
        {6, {-16.085371230980, -0.004066900770, {-1.526444865841, 5.876730605987}}},
        {8, {-20.279408943945, 0.143278797657, {-2.693486835811, 8.460379713969}}},
        {10, {-24.624596350174, 0.161053386532, {-3.720168404373, 10.906811394763}}}};
    const Expr v = symbol("v");
    const Linearizer linearizer(bicycle(), {}, v);
    for (const Published& row : table) {
        const Linearization small =
            linearizer.about_initial_state(with_parameter(bicycle(), v, row.v));
        // Lean, steer, their rates, and the speed; nothing else is independent and acts.
        ASSERT_EQ(small.state.size(), 5U);
        EXPECT_EQ(small.spectrum.zeros(), 1U) << row.v;
        for (const Complex& published : row.eigenvalues) {
            double nearest = 1;
            for (const Mode& m : small.spectrum.modes)
                nearest = std::min(nearest, std::abs(m.eigenvalue - published));
            EXPECT_LT(nearest, 2e-12) << row.v << " " << published.real();
        }
    }
}

// M q̈ + v C₁ q̇ + (g K₀ + v² K₂) q = 0 in lean and steer: M is the block of G, and the rest follows
// from A at two speeds.
TEST(Bicycle, CanonicalMatricesAreThePublishedOnes) {
    using Matrix = std::array<std::array<double, 2>, 2>;
    const Expr v = symbol("v");
    const Linearizer linearizer(bicycle(), {}, v);
    const auto at = [&](double speed) {
        return linearizer.about_initial_state(with_parameter(bicycle(), v, speed));
    };
    const Linearization slow = at(0), fast = at(1);
    ASSERT_EQ(slow.state, (ExprVector{symbol("phi"), symbol("delta"), symbol("phi", 1),
                                      symbol("delta", 1), symbol("thetaF", 1)}));
    // −M times the block of A that begins at this column.
    const auto block = [&](const Linearization& small, std::size_t column) {
        Matrix result{};
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t j = 0; j < 2; ++j)
                for (std::size_t k = 0; k < 2; ++k)
                    result[i][j] -= slow.mass[i][k] * small.a[2 + k][column + j];
        return result;
    };
    const Matrix stiff = block(slow, 0), moving = block(fast, 0), damping = block(fast, 2);
    const Matrix m{{{80.81722, 2.31941332208709}, {2.31941332208709, 0.29784188199686}}},
        c1{{{0, 33.86641391492494}, {-0.85035641456978, 1.68540397397560}}},
        k0{{{-80.95, -2.59951685249872}, {-2.59951685249872, -0.80329488458618}}},
        k2{{{0, 76.59734589573222}, {0, 2.65431523794604}}};
    for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t j = 0; j < 2; ++j) {
            // Half a unit of the last digit published, and rounding of numbers as large as 800.
            EXPECT_NEAR(slow.mass[i][j], m[i][j], 2e-14 * 80.8) << i << j;
            EXPECT_NEAR(damping[i][j], c1[i][j], 1e-14 + 4e-16 * 80.8 * 10) << i << j;
            EXPECT_NEAR(stiff[i][j] / 9.81, k0[i][j], 1e-14 + 4e-16 * 800) << i << j;
            EXPECT_NEAR(moving[i][j] - stiff[i][j], k2[i][j], 1e-14 + 4e-16 * 8000) << i << j;
        }
    }
}

TEST(Bicycle, WeaveAndCapsizeSpeeds) {
    std::vector<double> speeds;
    for (int i = 0; i <= 20; ++i) speeds.push_back(i * 0.5);
    const RootLocus locus = root_locus(bicycle(), "v", speeds);
    ASSERT_EQ(locus.critical.size(), 2U);
    const CriticalValue &weave = locus.critical[0], &capsize = locus.critical[1];
    EXPECT_EQ(weave.crossing, AxisCrossing::Oscillation);
    EXPECT_NEAR(weave.value, 4.29238253634111, 4.3e-12);
    EXPECT_EQ(weave.growing_below, 2U);
    EXPECT_EQ(weave.growing_above, 0U);
    EXPECT_EQ(capsize.crossing, AxisCrossing::Zero);
    EXPECT_NEAR(capsize.value, 6.02426201538837, 6.1e-12);
    EXPECT_EQ(capsize.growing_below, 0U);
    EXPECT_EQ(capsize.growing_above, 1U);
}

}  // namespace
}  // namespace rattleback
