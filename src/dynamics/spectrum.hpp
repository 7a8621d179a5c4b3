// Eigenvalues of a real matrix, and what they say of the stability of δẏ = A δy.
//
// Each mode e^{λt} x grows, decays or is neutral by the sign of Re λ. The sign is trusted only beyond
// what rounding of A to double precision may do to λ, to first order
//
//     δλ = ε |A| |w| |x| ,     w the left eigenvector with w·x = 1
//
// [J. H. Wilkinson, The Algebraic Eigenvalue Problem (1965), ch. 2]. Multiple eigenvalues would make
// it infinite; a small part of the largest |λ| is the most that is granted. Multiple ones are found by
// their Jordan blocks (jordan_blocks.hpp): rounding parts them by a root of itself to all sides, and
// hardly moves their mean, which is taken for all of them. Where a block on the imaginary axis is larger
// than 1, disturbances grow with a power of time. The decomposition itself is done in extended precision,
// of each part that moves alone, balanced (balancing.hpp): so units of variables and time do not matter.
//
// Of a matrix of exact numbers nothing of this is needed: signs, multiplicities and blocks are exact
// (exact/exact_eigenvalues.hpp). Only the shapes of the modes are of the decomposition then.
#pragma once

#include <complex>
#include <cstdint>
#include <string_view>
#include <vector>

#include "dynamics/balancing.hpp"
#include "exact/exact_eigenvalues.hpp"

namespace rattleback {

using Complex = std::complex<double>;

enum class Trend : std::uint8_t { Grows, Neutral, Decays };

struct Mode {
    Complex eigenvalue;
    std::vector<Complex> shape;  // of length 1; its largest entry is positive
    double error = 0;            // of the eigenvalue, by rounding
    Trend trend = Trend::Neutral;
    std::size_t multiplicity = 1;
    std::size_t block = 1;  // size of the largest Jordan block of its eigenvalue

    bool is_zero() const { return std::abs(eigenvalue) <= error; }
    bool oscillates() const { return std::abs(eigenvalue.imag()) > error; }
    double frequency() const { return std::abs(eigenvalue.imag()); }
};

// Drifting: no mode grows exponentially, but some disturbance as a power of time.
enum class Stability : std::uint8_t { Asymptotic, FirstOrder, Drifting, Unstable };

// As in JSON: "first_order".
std::string_view name_of(Stability stability);

struct Spectrum {
    std::vector<Mode> modes;  // growing ones first; of a complex pair the one with Im λ > 0

    Stability stability() const;
    std::size_t growing() const;
    std::size_t zeros() const;
    // The power of time with which neutral modes grow: their largest Jordan block less one.
    std::size_t drift() const;
    // The coefficient of sᵏ in det(s − A): the product of the other eigenvalues, up to its sign, when
    // k of them vanish.
    double coefficient(std::size_t k) const;
};

Spectrum spectrum(const RealMatrix& a);
Spectrum spectrum(const NumberMatrix& a);

RealMatrix in_doubles(const NumberMatrix& a);

}  // namespace rattleback
