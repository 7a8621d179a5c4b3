#include "compiled/symmetric_solve.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "compiled/linear_solve.hpp"

// The loops are compiled for vectors of four, too.
#ifdef __x86_64__
#define RATTLEBACK_WITH_VECTORS __attribute__((target("avx2,fma"), flatten))
#define RATTLEBACK_HAS_VECTORS (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
#else
#define RATTLEBACK_WITH_VECTORS
#define RATTLEBACK_HAS_VECTORS true
#endif

namespace rattleback {
namespace {

using Rows = SymmetricFactors::Rows;

constexpr std::size_t line = 8;   // doubles of a line of the cache
constexpr std::size_t panel = 4;  // pivots that are eliminated at a time

// A workspace for the rows, 1/D and three numbers for each pivot; its first number begins a line.
double* workspace(std::size_t size, std::size_t stride) {
    thread_local std::vector<double> numbers;
    const std::size_t wanted = (size + 1) * stride + 3 * size + line;
    if (numbers.size() < wanted) numbers.resize(wanted);
    const auto address = reinterpret_cast<std::uintptr_t>(numbers.data());
    return numbers.data() + (64 - address % 64) % 64 / sizeof(double);
}

// row − Σ factors·others, from the line on in which column `from` lies: what is left of it is not read.
struct Others {
    double factors[panel];
    const double* rows;
    std::size_t stride;
};
inline void subtract(double* __restrict row, const Others& others, std::size_t from) {
    const auto& [l, rows, stride] = others;
    const double *const a = rows, *const b = a + stride, *const c = b + stride,
                        *const d = c + stride;
    for (std::size_t j = from / line * line; j < stride; ++j)
        row[j] -= l[0] * a[j] + l[1] * b[j] + l[2] * c[j] + l[3] * d[j];
}

inline void subtract(double* __restrict row, double factor, const double* other, std::size_t from,
                     std::size_t until) {
    for (std::size_t j = from; j < until; ++j) row[j] -= factor * other[j];
}

// The rows of a panel among themselves.
inline void factor_panel(const Rows& at, double* sizes, std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
        const double* const row = at.row(k);
        at.inverses[k] = 1 / row[k];
        for (std::size_t i = k + 1; i < last; ++i) {
            if (row[i] == 0) continue;
            const double l = row[i] * at.inverses[k];
            sizes[i] += std::fabs(l * row[i]);
            subtract(at.row(i), l, row, i, at.stride);
        }
    }
}

inline void factor_rows(const Rows& at, double* sizes) {
    for (std::size_t first = 0; first < at.size; first += panel) {
        const std::size_t last = std::min(at.size, first + panel);
        factor_panel(at, sizes, first, last);
        if (last < first + panel) return;
        Others others{{}, at.row(first), at.stride};
        for (std::size_t i = last; i < at.size; ++i) {
            bool is_coupled = false;
            for (std::size_t k = 0; k < panel; ++k) {
                const double c = others.rows[k * at.stride + i];
                others.factors[k] = c * at.inverses[first + k];
                sizes[i] += std::fabs(others.factors[k] * c);
                is_coupled = is_coupled || c != 0;
            }
            if (is_coupled) subtract(at.row(i), others, i);
        }
    }
}

inline double rest_of_product(const double* row, const double* y, std::size_t from,
                              std::size_t until) {
    double lanes[line] = {}, sum = 0;
    std::size_t j = from;
    for (; j + line <= until; j += line)
        for (std::size_t i = 0; i < line; ++i) lanes[i] += row[j + i] * y[j + i];
    for (; j < until; ++j) sum += row[j] * y[j];
    for (const double lane : lanes) sum += lane;
    return sum;
}

inline void solve_rows(const Rows& at, double* y) {
    for (std::size_t k = 0; k < at.size; ++k) {
        y[k] *= at.inverses[k];
        if (y[k] != 0) subtract(y, y[k], at.row(k), k + 1, at.size);
    }
    for (std::size_t k = at.size; k-- > 0;)
        y[k] -= at.inverses[k] * rest_of_product(at.row(k), y, k + 1, at.size);
}

RATTLEBACK_WITH_VECTORS void factor_with_vectors(const Rows& at, double* sizes) {
    factor_rows(at, sizes);
}
RATTLEBACK_WITH_VECTORS void solve_with_vectors(const Rows& at, double* y) { solve_rows(at, y); }

bool has_vectors() {
    static const bool has = RATTLEBACK_HAS_VECTORS;
    return has;
}

bool is_symmetric(MatrixView matrix) {
    const auto [entries, n] = matrix;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (entries[i * n + j] != entries[j * n + i]) return false;
    return true;
}

}  // namespace

SymmetricFactors::SymmetricFactors(MatrixView matrix)
    : at_{matrix.size, (matrix.size + line - 1) / line * line, nullptr, nullptr} {
    if (!is_symmetric(matrix)) return;
    const std::size_t n = at_.size;
    at_.rows = workspace(n, at_.stride);
    at_.inverses = at_.row(n);
    double *const pivots = at_.inverses + at_.stride, *const sizes = pivots + n,
                  *const diagonal = sizes + n;
    for (std::size_t i = 0; i < n; ++i) {
        double* const row = at_.row(i);
        std::fill_n(row, i, 0.0);
        std::copy_n(matrix.entries + i * n + i, n - i, row + i);
        std::fill(row + n, row + at_.stride, 0.0);
        diagonal[i] = row[i];
        sizes[i] = std::fabs(row[i]);
    }
    (has_vectors() ? factor_with_vectors : factor_rows)(at_, sizes);
    for (std::size_t i = 0; i < n; ++i) pivots[i] = at_.row(i)[i];
    determination_ = rattleback::determination({pivots, 3 * n}, 0);
}

void SymmetricFactors::solve(double* column) const noexcept {
    (has_vectors() ? solve_with_vectors : solve_rows)(at_, column);
}

}  // namespace rattleback
