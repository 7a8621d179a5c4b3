#include "exact/certified_rows.hpp"

#include "exact/certify.hpp"
#include "exact/limits.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/random_point.hpp"
#include "expr/graph.hpp"

namespace rattleback {
namespace {

// Each row that is independent of those kept.
std::vector<std::size_t> rows_at_point(const ExprMatrix& a) {
    std::vector<std::size_t> kept;
    ExprMatrix rows;
    for (std::size_t i = 0; i < a.size(); ++i) {
        rows.push_back(a[i]);
        if (has_full_rank_somewhere(rows))
            kept.push_back(i);
        else
            rows.pop_back();
    }
    return kept;
}

// Σ yᵢ rowsᵢ = row, with y from the columns that determine it.
bool is_combination(const ExprMatrix& rows, const std::vector<std::size_t>& columns,
                    const ExprVector& row) {
    ThroughLinearSystem combined;
    for (std::size_t i = 0; i < rows.size(); ++i)
        combined.unknowns.push_back(symbol("coefficient of row " + std::to_string(i)));
    for (const auto c : columns) {
        ExprVector& equation = combined.matrix.emplace_back();
        for (const ExprVector& r : rows) equation.push_back(r[c]);
        combined.right.push_back(row[c]);
    }
    ThroughLinearSystem itself = combined;
    itself.outputs = row;
    for (std::size_t k = 0; k < row.size(); ++k) {
        Expr sum = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) sum += combined.unknowns[i] * rows[i][k];
        combined.outputs.push_back(sum);
    }
    return certify_same_outputs(combined, itself).vanishes();
}

}  // namespace

bool has_full_rank_somewhere(const ExprMatrix& a) {
    ConcreteFunctions functions(1);
    ExprMatrix concrete = a;
    ExprVector entries;
    for (auto& row : concrete)
        for (Expr& e : row) entries.push_back(e = functions.put_into(e));
    if (rank_at(concrete, RandomPoint(1).point(symbols_of(entries), true)) == a.size()) return true;
    // Of many rows balls may not tell it; in a prime field nothing is rounded.
    return rank_at_prime_point(a) == a.size();
}

std::optional<std::vector<std::size_t>> certified_independent_rows(const ExprMatrix& a) {
    try {
        const std::vector<std::size_t> kept = rows_at_point(a);
        ExprMatrix before;
        for (std::size_t i = 0, next = 0; i < a.size(); ++i) {
            if (next < kept.size() && kept[next] == i) {
                before.push_back(a[i]);
                ++next;
                continue;
            }
            if (!is_combination(before, rows_at_point(transposed(before)), a[i])) return {};
        }
        return kept;
    } catch (const TooLarge&) {
        return {};
    }
}

}  // namespace rattleback
