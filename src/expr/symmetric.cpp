#include "expr/symmetric.hpp"

#include "expr/graph.hpp"

namespace rattleback {

void write_alike_on_both_sides(ExprMatrix& symmetric) {
    for (std::size_t i = 0; i < symmetric.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            Expr &a = symmetric[i][j], &b = symmetric[j][i];
            if (a != b) a = b = graph_size({&a, 1}) < graph_size({&b, 1}) ? a : b;
        }
}

}  // namespace rattleback
