// matrix · x = right in numbers: by loops without pivots where the matrix is large and symmetric, and
// its pivots are to be trusted (symmetric_solve.hpp); else by elimination with partial pivoting (Eigen's
// PartialPivLU) of the matrix without units (equilibrated.hpp).
//
// With pivots up to `largest_without_allocation` unknowns live on the stack; larger systems are solved
// on the heap.
#pragma once

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

class NumericSolve {
public:
    // Right sides lie one after the other in `columns`, and the solutions take their places. The
    // first is solved for; more() may then write the others, which are solved for after it. Gives
    // the determination by pivots that were not chosen, or an estimate of the reciprocal condition
    // number; 0 when the matrix is singular or not finite.
    template <typename More>
    static double run(MatrixView matrix, std::span<double> columns, More more) noexcept {
        return run(matrix, columns, {[](void* m) { (*static_cast<More*>(m))(); }, &more});
    }

private:
    struct Callback {
        void (*call)(void*);
        void* data;
    };
    static double run(MatrixView matrix, std::span<double> columns, Callback more) noexcept;
};

}  // namespace rattleback
