#include "exact/prime_jet.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "base/interruption.hpp"

namespace rattleback {
namespace {

constexpr Residue prime = 1'000'003;

class Jets : public ::testing::Test {
protected:
    PrimeField field{prime};
    JetArithmetic jets{field};
    std::mt19937_64 random{1};

    Residue over(Residue above, Residue below) const {
        return field.multiply(above, field.inverse(below));
    }
    PrimeJet random_jet(std::size_t size) {
        PrimeJet jet;
        for (std::size_t i = 0; i < size; ++i) jet.push_back(1 + random() % (prime - 1));
        return jet;
    }
};

TEST_F(Jets, KnownSeries) {
    jets.open(6);
    const PrimeJet e{0, 1, 0, 0, 0, 0}, one_plus{1, 1, 0, 0, 0, 0};
    EXPECT_EQ(jets.exponential(e, 1),
              (PrimeJet{1, 1, over(1, 2), over(1, 6), over(1, 24), over(1, 120)}));
    const auto [s, c] = jets.sine_and_cosine(e, 0, 1);
    EXPECT_EQ(s, (PrimeJet{0, 1, 0, field.negate(over(1, 6)), 0, over(1, 120)}));
    EXPECT_EQ(c, (PrimeJet{1, 0, field.negate(over(1, 2)), 0, over(1, 24), 0}));
    EXPECT_EQ(jets.inverse(one_plus), (PrimeJet{1, prime - 1, 1, prime - 1, 1, prime - 1}));
    EXPECT_EQ(jets.logarithm(one_plus, 0), (PrimeJet{0, 1, field.negate(over(1, 2)), over(1, 3),
                                                     field.negate(over(1, 4)), over(1, 5)}));
    EXPECT_EQ(jets.derivative({one_plus})[0], (PrimeJet{1, 0, 0, 0, 0}));
}

// The oracle multiplies polynomials in ε and η by their exponents.
TEST_F(Jets, ProductsInTwoVariables) {
    jets.open(2);
    jets.open(4);
    const PrimeJet a = random_jet(8), b = random_jet(8), product = jets.multiply(a, b);
    std::map<std::pair<std::size_t, std::size_t>, Residue> expected;
    for (std::size_t i = 0; i < 8; ++i)
        for (std::size_t j = 0; j < 8; ++j) {
            Residue& sum = expected[{i % 2 + j % 2, i / 2 + j / 2}];
            sum = field.add(sum, field.multiply(a[i], b[j]));
        }
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(product[i], (expected[{i % 2, i / 2}]));
}

TEST_F(Jets, FunctionsSatisfyTheirEquations) {
    for (const std::size_t length : {2U, 3U, 7U}) {
        jets.open(2);
        jets.open(length);
        PrimeJet a = random_jet(2 * length);
        PrimeJet one(2 * length, 0);
        one[0] = 1;
        EXPECT_EQ(jets.multiply(a, jets.inverse(a)), one);
        const auto [s, c] = jets.sine_and_cosine(a, over(3, 5), over(4, 5));
        EXPECT_EQ(jets.add(jets.multiply(s, s), jets.multiply(c, c)), one);
        const PrimeJet e = jets.exponential(a, 7);
        PrimeJet logarithm = jets.logarithm(e, a[0]);
        EXPECT_EQ(logarithm, a);
        const PrimeJet square = jets.multiply(a, a);
        EXPECT_EQ(jets.square_root(square, a[0]), a);
        EXPECT_EQ(jets.power(a, 5), jets.multiply(a, jets.multiply(square, square)));
        EXPECT_EQ(jets.multiply(jets.power(a, -3), jets.multiply(a, square)), one);
        jets.close();
        jets.close();
    }
}

TEST_F(Jets, PowersOfNumbers) {
    for (const std::int64_t n : {1, 2, 3, 6, 7})
        EXPECT_EQ(jets.power({3}, n), PrimeJet{field.power(3, static_cast<std::uint64_t>(n))});
}

TEST_F(Jets, LinearSystems) {
    jets.open(2);
    jets.open(5);
    const ResidueMatrix values{{1, 2}, {3, 4}};  // its inverse: (−2, 1; 3/2, −1/2)
    const ResidueMatrix inverse{{field.negate(2), 1}, {over(3, 2), field.negate(over(1, 2))}};
    std::vector<PrimeJets> matrix(2);
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            matrix[i].push_back(random_jet(10));
            if (j > 0) matrix[i][j][0] = values[i][j - 1];
        }
    matrix[1][2].resize(2);  // one that does not depend on the last ε
    const PrimeJets right{random_jet(10), random_jet(10)};
    const PrimeJets x = jets.solve(matrix, {1, 2}, inverse, right);
    for (std::size_t i = 0; i < 2; ++i) {
        PrimeJet sum = right[i];
        for (std::size_t j = 0; j < 2; ++j)
            sum = jets.add(sum, jets.multiply(matrix[i][j + 1], x[j]));
        EXPECT_EQ(sum, PrimeJet(10, 0));
    }
}

// Of a hundred forms one solution takes a tenth of a second: it can be left in the middle.
TEST_F(Jets, ASolutionHeedsAStop) {
    jets.open(3);
    const std::vector<PrimeJets> matrix{{random_jet(3)}};
    const ResidueMatrix inverse{{field.inverse(matrix[0][0][0])}};
    const PrimeJets right{random_jet(3)};
    EXPECT_EQ(jets.solve(matrix, {0}, inverse, right).size(), 1U);
    std::stop_source stop;
    stop.request_stop();
    const StopScope scope(stop.get_token());
    EXPECT_THROW(jets.solve(matrix, {0}, inverse, right), Interrupted);
}

}  // namespace
}  // namespace rattleback
