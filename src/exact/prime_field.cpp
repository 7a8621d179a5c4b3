#include "exact/prime_field.hpp"

#include <flint/flint.h>
#include <flint/ulong_extras.h>

#include <algorithm>

namespace rattleback {
namespace {

__extension__ using Wide = unsigned __int128;

}  // namespace

PrimeField::PrimeField(Residue prime)
    : p_(prime),
      reciprocal_(prime >> 61U == 1 ? static_cast<Residue>((static_cast<Wide>(1) << 124U) / prime)
                                    : 0) {}

PrimeField PrimeField::by_lot(std::mt19937_64& random) {
    constexpr Residue lowest = Residue{1} << 61U;
    while (true) {
        const Residue candidate = lowest + (random() >> 3U);
        if (candidate % 120 == 119 && n_is_prime(candidate) != 0) return PrimeField(candidate);
    }
}

Residue PrimeField::of_bits(std::uint64_t high, std::uint64_t low) const {
    return static_cast<Residue>(((static_cast<Wide>(high) << 64U) | low) % p_);
}

std::optional<Residue> PrimeField::of(const Number& exact) const {
    const auto of_integer = [this](const Number& n) {
        if (const auto small = n.to_int64()) {
            const auto size = static_cast<Residue>(*small < 0 ? -(*small + 1) : *small) % p_;
            return *small < 0 ? negate(add(size, 1)) : size;
        }
        Residue value = 0;
        const std::string text = n.to_text();
        for (const char c : text)
            if (c != '-') value = add(multiply(value, 10), static_cast<Residue>(c - '0') % p_);
        return text[0] == '-' ? negate(value) : value;
    };
    const Residue below = of_integer(exact.denominator());
    if (below == 0) return {};
    return multiply(of_integer(exact.numerator()), below == 1 ? 1 : inverse(below));
}

// Mostly to the power of one or two: nothing is squared in vain.
Residue PrimeField::power(Residue base, std::uint64_t exponent) const {
    if (exponent == 0) return 1 % p_;
    for (; (exponent & 1U) == 0; exponent >>= 1U) base = multiply(base, base);
    Residue result = base;
    while ((exponent >>= 1U) != 0) {
        base = multiply(base, base);
        if ((exponent & 1U) != 0) result = multiply(result, base);
    }
    return result;
}

std::optional<Residue> PrimeField::square_root(Residue a) const {
    if (a == 0) return 0;
    const Residue root = n_sqrtmod(a, p_);
    return root == 0 ? std::nullopt : std::optional(root);
}

std::optional<std::vector<Residue>> PrimeField::solve(ResidueMatrix matrix,
                                                      std::vector<Residue> right) const {
    const std::size_t n = matrix.size();
    for (std::size_t i = 0; i < n; ++i) {
        if (matrix[i].size() != n) return {};
        matrix[i].push_back(right[i]);
    }
    for (std::size_t j = 0; j < n; ++j) {
        std::size_t p = j;
        while (p < n && matrix[p][j] == 0) ++p;
        if (p == n) return {};
        std::swap(matrix[p], matrix[j]);
        const Residue scale = inverse(matrix[j][j]);
        for (std::size_t k = j; k <= n; ++k) matrix[j][k] = multiply(matrix[j][k], scale);
        for (std::size_t i = 0; i < n; ++i) {
            if (i == j || matrix[i][j] == 0) continue;
            const Residue factor = matrix[i][j];
            for (std::size_t k = j; k <= n; ++k)
                matrix[i][k] = subtract(matrix[i][k], multiply(factor, matrix[j][k]));
        }
    }
    for (std::size_t i = 0; i < n; ++i) right[i] = matrix[i][n];
    return right;
}

std::vector<std::size_t> PrimeField::independent_rows(const ResidueMatrix& matrix) const {
    std::vector<std::size_t> independent;
    std::vector<std::pair<std::size_t, std::vector<Residue>>> reduced;  // pivot column, row
    for (std::size_t i = 0; i < matrix.size(); ++i) {
        std::vector<Residue> row = matrix[i];
        for (const auto& [pivot, other] : reduced) {
            const Residue factor = row[pivot];
            if (factor == 0) continue;
            for (std::size_t k = pivot; k < row.size(); ++k)
                row[k] = subtract(row[k], multiply(factor, other[k]));
        }
        const auto first = std::ranges::find_if(row, [](Residue r) { return r != 0; });
        if (first == row.end()) continue;
        const auto pivot = static_cast<std::size_t>(first - row.begin());
        const Residue scale = inverse(*first);
        for (Residue& entry : row) entry = multiply(entry, scale);
        reduced.emplace_back(pivot, std::move(row));
        independent.push_back(i);
    }
    return independent;
}

std::size_t PrimeField::rank(ResidueMatrix matrix) const { return independent_rows(matrix).size(); }

}  // namespace rattleback
