#include "support/scaled_solution.hpp"

#include <algorithm>
#include <cmath>

namespace rattleback::testing {
namespace {

// Scales the equations, and says by what the unknowns were divided.
Vector scale_all(Matrix& m, Vector& right) {
    const std::size_t rows = m.size(), columns = m[0].size();
    Vector scale(columns, 1);
    for (int pass = 0; pass < 3; ++pass) {
        for (std::size_t j = 0; j < columns; ++j) {
            Real largest = 0;
            for (const Vector& row : m) largest = std::max(largest, std::fabs(row[j]));
            if (!(largest > 0)) continue;
            scale[j] /= largest;
            for (Vector& row : m) row[j] /= largest;
        }
        for (std::size_t i = 0; i < rows; ++i) {
            Real largest = 0;
            for (const Real x : m[i]) largest = std::max(largest, std::fabs(x));
            if (!(largest > 0)) continue;
            for (Real& x : m[i]) x /= largest;
            right[i] /= largest;
        }
    }
    return scale;
}

}  // namespace

ScaledSolution scaled_solution(Matrix m, Vector right) {
    const std::size_t rows = m.size(), columns = m[0].size();
    const Vector scale = scale_all(m, right);
    std::vector<std::size_t> place(columns);
    for (std::size_t j = 0; j < columns; ++j) place[j] = j;
    Real first = 0, last = 1;
    std::size_t done = 0;
    for (; done < std::min(rows, columns); ++done) {
        std::size_t r = done, c = done;
        for (std::size_t i = done; i < rows; ++i)
            for (std::size_t j = done; j < columns; ++j)
                if (!(std::fabs(m[i][j]) <= std::fabs(m[r][c]))) r = i, c = j;
        const Real pivot = std::fabs(m[r][c]);
        if (done == 0) first = pivot;
        if (!(pivot > 1e-8L * first)) break;
        last = pivot / first;
        std::swap(m[r], m[done]);
        std::swap(right[r], right[done]);
        for (Vector& row : m) std::swap(row[c], row[done]);
        std::swap(place[c], place[done]);
        for (std::size_t i = done + 1; i < rows; ++i) {
            const Real factor = m[i][done] / m[done][done];
            for (std::size_t j = done; j < columns; ++j) m[i][j] -= factor * m[done][j];
            right[i] -= factor * right[done];
        }
    }
    ScaledSolution result{Vector(columns), last, done};
    for (std::size_t i = done; i-- > 0;) {
        Real sum = right[i];
        for (std::size_t j = i + 1; j < done; ++j)
            sum -= m[i][j] * result.x[place[j]] / scale[place[j]];
        result.x[place[i]] = sum / m[i][i] * scale[place[i]];
    }
    return result;
}

}  // namespace rattleback::testing
