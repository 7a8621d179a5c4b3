// Eigenvalues of a real matrix, and what they say of the stability of δẏ = A δy.
//
// Each mode e^{λt} x grows, decays or is neutral by the sign of Re λ. The sign is trusted only beyond
// what rounding of A to double precision may do to λ, to first order
//
//     δλ = ε |A| |w| |x| ,     w the left eigenvector with w·x = 1
//
// [J. H. Wilkinson, The Algebraic Eigenvalue Problem (1965), ch. 2]. Multiple eigenvalues would make
// it infinite; a small part of the largest |λ| is the most that is granted. The decomposition itself
// is done in extended precision, of D⁻¹A D with a diagonal D that makes rows and columns equally large
// [B. N. Parlett and C. Reinsch, Numer. Math. 13 (1969)]: so units of variables and time do not matter.
#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

namespace rattleback {

using RealMatrix = std::vector<std::vector<double>>;  // rows
using Complex = std::complex<double>;

enum class Trend : std::uint8_t { Grows, Neutral, Decays };

struct Mode {
    Complex eigenvalue;
    std::vector<Complex> shape;  // of length 1; its largest entry is positive
    double error = 0;            // of the eigenvalue, by rounding
    Trend trend = Trend::Neutral;

    bool is_zero() const { return std::abs(eigenvalue) <= error; }
    bool oscillates() const { return std::abs(eigenvalue.imag()) > error; }
    double frequency() const { return std::abs(eigenvalue.imag()); }
};

enum class Stability : std::uint8_t { Asymptotic, FirstOrder, Unstable };

struct Spectrum {
    std::vector<Mode> modes;  // growing ones first; of a complex pair the one with Im λ > 0

    Stability stability() const;
    std::size_t growing() const;
    std::size_t zeros() const;
    // The coefficient of sᵏ in det(s − A): the product of the other eigenvalues, up to its sign, when
    // k of them vanish.
    double coefficient(std::size_t k) const;
};

Spectrum spectrum(const RealMatrix& a);

// The diagonal of D, powers of two: the sizes that the variables have beside each other.
std::vector<double> balancing_sizes(const RealMatrix& a);

}  // namespace rattleback
