#include "exact/linear_algebra.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include "exact/certified_rows.hpp"
#include "exact/field.hpp"
#include "exact/is_zero.hpp"
#include "exact/kernels.hpp"
#include "exact/named_kernels.hpp"
#include "expr/flattened.hpp"
#include "expr/graph.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// Gauss–Jordan elimination on rows of polynomials. A row may be scaled by any function that is not
// zero, so rows are kept free of denominators and of common factors; what was taken out or put in
// is remembered as `scale`: determinant of the original = scale · determinant of the rows.

// A product of powers of polynomials, not multiplied out: most of it cancels.
class Scale {
public:
    void multiply(const Polynomial& p, int exponent) {
        if (p.is_one()) return;
        const auto same = std::ranges::find(factors_, p, &std::pair<Polynomial, int>::first);
        if (same == factors_.end())
            factors_.emplace_back(p, exponent);
        else
            same->second += exponent;
    }
    void change_sign() { negative_ = !negative_; }

    Fraction value(const Field& field) const {
        Fraction product = field.number(negative_ ? -1 : 1);
        for (const auto& [p, exponent] : factors_)
            if (exponent != 0)
                product = field.multiply(product,
                                         field.power({p, Polynomial(field.ring(), 1)}, exponent));
        return product;
    }

private:
    std::vector<std::pair<Polynomial, int>> factors_;
    bool negative_ = false;
};

// The entries of a matrix, and the field they are elements of.
struct Entries {
    Entries(const ExprMatrix& a, const Limits& limits)
        : names(flattened(a), limits),
          atomic(with_atomic_kernels(names.expressions(), limits)),
          field(atomic, {.limits = limits}),
          values(field.fractions(atomic)) {}

    NamedKernels names;
    ExprVector atomic;
    Field field;
    std::vector<Fraction> values;  // row by row
};

// Which rows a pivot is taken from: a determinant needs those below alone.
enum class Rows : std::uint8_t { Below, All };

class Elimination {
public:
    Elimination(const ExprMatrix& a, const Limits& limits)
        : entries_(std::make_shared<Entries>(a, limits)),
          columns_(a.empty() ? 0 : a.front().size()),
          previous_pivot_(field().ring(), 1) {
        for (std::size_t i = 0; i < a.size(); ++i) {
            rows_.push_back(polynomial_row(i));
            make_primitive(i);
        }
    }
    // Of some columns of another that was not run.
    Elimination(const Elimination& whole, const std::vector<std::size_t>& columns)
        : entries_(whole.entries_),
          columns_(columns.size()),
          previous_pivot_(whole.previous_pivot_),
          scale_(whole.scale_) {
        for (const Row& row : whole.rows_) {
            rows_.emplace_back();
            for (const auto j : columns) rows_.back().push_back(row[j]);
        }
    }

    // Echelon form on the first `columns` columns; reduced, where pivots are taken from all rows.
    void run(std::size_t columns, Rows from) {
        for (std::size_t j = 0; j < columns && pivots_.size() < rows_.size(); ++j) {
            if (!bring_pivot(j)) continue;
            const std::size_t p = pivots_.size();
            pivots_.push_back(j);
            for (std::size_t i = from == Rows::All ? 0 : p + 1; i < rows_.size(); ++i)
                if (i != p && !rows_[i][j].is_zero()) eliminate(i, p, j);
            previous_pivot_ = rows_[p][j];
        }
    }

    const std::vector<std::size_t>& pivots() const { return pivots_; }  // column of each pivot row
    const Field& field() const { return entries_->field; }
    const Polynomial& at(std::size_t i, std::size_t j) const { return rows_[i][j]; }
    const Scale& scale() const { return scale_; }
    std::size_t columns() const { return columns_; }
    Fraction ratio(const Polynomial& num, const Polynomial& den) const {
        return field().normalize(num, den);
    }
    template <typename Element>
    Expr written(const Element& element) const {
        return entries_->names.written(with_powers(field().expression(element)));
    }

private:
    using Row = std::vector<Polynomial>;

    Row polynomial_row(std::size_t i) {
        const auto entries = std::span(entries_->values).subspan(i * columns_, columns_);
        Polynomial common(field().ring(), 1);
        for (const Fraction& f : entries)
            common = common * divide_exactly(f.den, gcd(common, f.den));
        Row row;
        for (const Fraction& f : entries)
            row.push_back(field().reduce(f.num * divide_exactly(common, f.den)));
        scale_.multiply(common, -1);
        return row;
    }

    // Swaps the simplest non-zero entry of the column into the next pivot row.
    bool bring_pivot(std::size_t j) {
        const std::size_t next = pivots_.size();
        std::size_t best = rows_.size();
        for (std::size_t i = next; i < rows_.size(); ++i)
            if (!rows_[i][j].is_zero() &&
                (best == rows_.size() || rows_[i][j].terms() < rows_[best][j].terms()))
                best = i;
        if (best == rows_.size()) return false;
        if (best != next) {
            std::swap(rows_[best], rows_[next]);
            scale_.change_sign();
        }
        if (!is_zero(written(rows_[next][j])).proved_nonzero())
            throw NumericalError(
                "it could not be decided whether a pivot of the matrix vanishes identically");
        return true;
    }

    // row i ← (pivot·row i − entry·pivot row) / previous pivot, which divides exactly in a dense
    // matrix of independent entries (Bareiss). Otherwise the row is freed of its common factor.
    void eliminate(std::size_t i, std::size_t p, std::size_t j) {
        const Polynomial up = rows_[p][j], down = rows_[i][j];
        for (std::size_t k = 0; k < columns_; ++k) {
            if (rows_[i][k].is_zero() && rows_[p][k].is_zero()) continue;
            rows_[i][k] = field().reduce(rows_[i][k] * up - rows_[p][k] * down);
        }
        scale_.multiply(up, -1);
        if (!divide_row(i, previous_pivot_)) make_primitive(i);
    }

    // A common factor is taken out only when it is proved not to vanish: an entry that may be zero
    // must not become 1.
    void make_primitive(std::size_t i) {
        Polynomial content(field().ring());
        for (const auto& entry : rows_[i])
            if (!content.is_one()) content = gcd(content, entry);
        if (content.is_zero() || content.is_one()) return;
        if (is_zero(written(content)).proved_nonzero()) divide_row(i, content);
    }

    bool divide_row(std::size_t i, const Polynomial& divisor) {
        Row quotient;
        for (const auto& entry : rows_[i]) {
            auto q = try_divide(entry, divisor);
            if (!q) return false;
            quotient.push_back(std::move(*q));
        }
        rows_[i] = std::move(quotient);
        scale_.multiply(divisor, 1);
        return true;
    }

    std::shared_ptr<const Entries> entries_;
    std::size_t columns_;
    std::vector<Row> rows_;
    std::vector<std::size_t> pivots_;
    Polynomial previous_pivot_;
    Scale scale_;
};

Expr determinant(Elimination e) {
    e.run(e.columns(), Rows::Below);
    if (e.pivots().size() < e.columns()) return 0;
    Scale product = e.scale();
    for (std::size_t i = 0; i < e.columns(); ++i) product.multiply(e.at(i, i), 1);
    return e.written(e.field().rationalize(product.value(e.field())));
}

// The kernel vector in which free column j is 1, cleared of denominators and common factors.
ExprVector kernel_vector(const Elimination& e, std::size_t j) {
    const Field& field = e.field();
    const Polynomial one(field.ring(), 1);
    std::vector<Fraction> x(e.columns(), field.number(0));
    x[j] = field.number(1);
    for (std::size_t i = 0; i < e.pivots().size(); ++i)
        x[e.pivots()[i]] = field.rationalize(e.ratio(-e.at(i, j), e.at(i, e.pivots()[i])));
    Polynomial common = one;
    for (const Fraction& f : x) common = common * divide_exactly(f.den, gcd(common, f.den));
    std::vector<Polynomial> entries;
    Polynomial content(field.ring());
    for (const Fraction& f : x) {
        entries.push_back(field.reduce(f.num * divide_exactly(common, f.den)));
        content = gcd(content, entries.back());
    }
    ExprVector result;
    for (const Polynomial& p : entries) result.push_back(e.written(divide_exactly(p, content)));
    return result;
}

}  // namespace

std::size_t rank(const ExprMatrix& a, const Limits& limits) {
    Elimination e(a, limits);
    e.run(e.columns(), Rows::Below);
    return e.pivots().size();
}

std::vector<std::size_t> independent_rows(const ExprMatrix& a, const Limits& limits) {
    std::vector<std::size_t> all(a.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (has_full_rank_somewhere(a)) return all;
    try {
        Elimination e(transposed(a), limits);
        e.run(e.columns(), Rows::Below);
        return e.pivots();
    } catch (const TooLarge&) {
        if (const auto certified = certified_independent_rows(a)) return *certified;
        throw;
    }
}

ExprMatrix kernel(const ExprMatrix& a, const Limits& limits) {
    Elimination e(a, limits);
    e.run(e.columns(), Rows::All);
    ExprMatrix basis;
    for (std::size_t j = 0; j < e.columns(); ++j)
        if (std::ranges::find(e.pivots(), j) == e.pivots().end())
            basis.push_back(kernel_vector(e, j));
    return basis;
}

Expr determinant(const ExprMatrix& a, const Limits& limits) {
    return determinant(Elimination(a, limits));
}

ExprVector minors(const ExprMatrix& a, const Limits& limits) {
    const Elimination whole(a, limits);
    const std::size_t k = a.size(), n = whole.columns();
    std::vector<std::size_t> columns(k);
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    ExprVector result;
    while (true) {
        result.push_back(determinant(Elimination(whole, columns)));
        std::size_t i = k;
        while (i-- > 0 && columns[i] + k == n + i) {
        }
        if (i >= k) return result;
        ++columns[i];
        for (std::size_t j = i + 1; j < k; ++j) columns[j] = columns[j - 1] + 1;
    }
}

std::optional<ExprVector> solve(const ExprMatrix& a, const ExprVector& b, const Limits& limits) {
    ExprMatrix augmented = a;
    for (std::size_t i = 0; i < a.size(); ++i) augmented[i].push_back(b[i]);
    Elimination e(augmented, limits);
    e.run(a.size(), Rows::All);
    if (e.pivots().size() < a.size()) return {};
    ExprVector x;
    for (std::size_t i = 0; i < a.size(); ++i)
        x.push_back(e.written(e.field().rationalize(e.ratio(e.at(i, a.size()), e.at(i, i)))));
    return x;
}

}  // namespace rattleback
