// matrix · x = right in numbers: by loops without pivots where the matrix is large and symmetric, and
// its pivots are to be trusted (symmetric_solve.hpp); else by elimination with partial pivoting (Eigen's
// PartialPivLU) of the matrix without units (equilibrated.hpp).
//
// With pivots up to `largest_without_allocation` unknowns live on the stack; larger systems are solved
// on the heap.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>

namespace rattleback {

inline constexpr std::size_t largest_without_allocation = 96;

// Half of the digits: a pivot that was not chosen and has lost more is not used.
inline constexpr double least_determination = 1e-8;

struct MatrixView {
    const double* entries;  // by rows
    std::size_t size;
};

// Solves with factors that are known.
class FactoredSolve {
public:
    template <typename Solve>
        requires(!std::same_as<Solve, FactoredSolve>)
    explicit FactoredSolve(const Solve& solve)
        : call_([](const void* s, double* column) { (*static_cast<const Solve*>(s))(column); }),
          solve_(&solve) {}

    // The solution takes the place of the right side.
    void operator()(double* column) const { call_(solve_, column); }

private:
    void (*call_)(const void* solve, double* column);
    const void* solve_;
};

class NumericSolve {
public:
    // Factors the matrix, and hands a FactoredSolve to `work`, for as long as it runs. No other
    // equations may be solved in this thread meanwhile.
    template <typename Work>
    static double factored(MatrixView matrix, Work work) noexcept {
        return factored(
            matrix, {[](void* w, FactoredSolve solve) { (*static_cast<Work*>(w))(solve); }, &work});
    }

    // Right sides lie one after the other in `columns`, and the solutions take their places. The
    // first is solved for; more() may then write the others, which are solved for after it. Gives
    // the determination by pivots that were not chosen, or an estimate of the reciprocal condition
    // number; 0 when the matrix is singular or not finite.
    template <typename More>
    static double run(MatrixView matrix, std::span<double> columns, More more) noexcept {
        return factored(matrix, [&](FactoredSolve solve) {
            if (matrix.size > 0) solve(columns.data());
            more();
            for (std::size_t i = matrix.size; i < columns.size(); i += matrix.size)
                solve(columns.data() + i);
        });
    }

private:
    struct Callback {
        void (*call)(void*, FactoredSolve);
        void* data;
    };
    static double factored(MatrixView matrix, Callback work) noexcept;
};

}  // namespace rattleback
