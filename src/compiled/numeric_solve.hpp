// matrix · x = right in numbers, by elimination with partial pivoting (Eigen's PartialPivLU) of the
// matrix without units (equilibrated.hpp).
//
// For matrices that are not symmetric, or whose pivots cannot be chosen beforehand. Up to
// `largest_without_allocation` unknowns live on the stack; larger systems are solved on the heap.
#pragma once

#include <cstddef>
#include <span>

namespace rattleback {

inline constexpr std::size_t largest_without_allocation = 96;

struct MatrixView {
    const double* entries;  // by rows
    std::size_t size;
};

class NumericSolve {
public:
    // Right sides lie one after the other in `columns`, and the solutions take their places. The
    // first is solved for; more() may then write the others, which are solved for after it. Gives
    // an estimate of the reciprocal condition number; 0 when the matrix is singular or not finite.
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
