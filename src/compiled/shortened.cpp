#include "compiled/shortened.hpp"

#include "compiled/linear_solve.hpp"
#include "compiled/tape.hpp"
#include "exact/is_zero.hpp"
#include "exact/simplify.hpp"
#include "expr/flattened.hpp"
#include "expr/graph.hpp"

namespace rattleback {
namespace {

// Of code for the system with this matrix and right side and, as they share with it, the velocities.
std::size_t cost(const Equations& equations, const ExprMatrix& matrix, const ExprVector& right) {
    const ExprVector all = joined({right, flattened(matrix), equations.velocities});
    return record(symbols_of(all), all).operations();
}

// Of a function that is known by name only there is no code.
bool has_unspecified(const ExprVector& expressions) {
    const Graph graph(expressions);
    for (std::size_t i = 0; i < graph.size(); ++i)
        if (graph.node(i).kind() == Kind::Unspecified) return true;
    return false;
}

// The same for e and −e but for the sign. Bounded by the size of what is met, so that a busy machine
// changes nothing.
Expr simplified(const Expr& e) {
    static const SimplifyOptions options{.limits = {.terms = 300, .work = 1000},
                                         .largest_graph = 200};
    const Expr negative = -e;
    return negative < e ? -simplify(negative, options) : simplify(e, options);
}

// A symmetric matrix whose entries are not written alike on both sides: the shorter one is taken for
// both. The first pair that cannot be proved equal ends the attempt.
ExprMatrix symmetric_where_proved(const ExprMatrix& matrix) {
    static const ZeroTestOptions options{.limits = {.terms = 3000, .work = 1000}};
    ExprMatrix result = matrix;
    if (symmetrizing_signs(matrix)) return result;
    for (std::size_t i = 0; i < matrix.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            if (matrix[i].size() != matrix.size()) return matrix;
            Expr &a = result[i][j], &b = result[j][i];
            if (a == b) continue;
            if (!are_equal(a, b, options).proved_zero()) return matrix;
            a = b = graph_size({&a, 1}) < graph_size({&b, 1}) ? a : b;
        }
    return result;
}

}  // namespace

Equations shortened(const Equations& given) {
    Equations equations = given;
    equations.matrix = symmetric_where_proved(given.matrix);
    const ExprVector all = joined({equations.right, flattened(equations.matrix)});
    if (graph_size(all) > largest_to_shorten) return equations;
    if (has_unspecified(all)) return equations;

    Equations best = equations;
    ExprMatrix matrix = equations.matrix;
    for (ExprVector& row : matrix)
        for (Expr& e : row) e = simplified(e);
    ExprVector right = equations.right;
    for (Expr& e : right) e = simplified(e);

    const bool direct = Elimination::applies(equations.matrix);
    std::size_t least = cost(equations, equations.matrix, equations.right);
    const auto consider = [&](const ExprMatrix& m, const ExprVector& r) {
        if (direct && !Elimination::applies(m)) return;
        const std::size_t found = cost(equations, m, r);
        if (found >= least) return;
        least = found;
        best.matrix = m;
        best.right = r;
    };
    consider(matrix, equations.right);
    consider(equations.matrix, right);
    consider(matrix, right);
    return best;
}

}  // namespace rattleback
