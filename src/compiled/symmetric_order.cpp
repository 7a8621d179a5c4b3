#include "compiled/symmetric_order.hpp"

#include <optional>

#include "compiled/linear_solve.hpp"

namespace rattleback {
namespace {

// Which unknowns are coupled, by what has been eliminated so far too.
class Coupling {
public:
    explicit Coupling(const ExprMatrix& matrix)
        : size_(matrix.size()), coupled_(size_ * size_), degree_(size_), is_left_(size_, 1) {
        for (std::size_t i = 0; i < size_; ++i)
            for (std::size_t j = 0; j < size_; ++j)
                if (!matrix[i][j].is_zero()) couple(i, j);
    }

    bool has_diagonal(std::size_t i) const { return coupled_[i * size_ + i] != 0; }

    // The one of these that is coupled to the fewest, the first of several.
    std::size_t fewest(const std::vector<std::size_t>& among) const {
        std::size_t best = size_;
        for (const auto i : among)
            if (is_left_[i] != 0 && (best == size_ || degree_[i] < degree_[best])) best = i;
        return best;
    }

    void eliminate(std::size_t k) {
        is_left_[k] = 0;
        std::vector<std::size_t> others;
        for (std::size_t i = 0; i < size_; ++i)
            if (is_left_[i] != 0 && coupled_[k * size_ + i] != 0) others.push_back(i);
        for (const auto i : others) --degree_[i];
        for (const auto i : others)
            for (const auto j : others) couple(i, j);
    }

private:
    void couple(std::size_t i, std::size_t j) {
        char& entry = coupled_[i * size_ + j];
        if (entry == 0 && i != j) ++degree_[i];
        entry = 1;
    }

    std::size_t size_;
    std::vector<char> coupled_;
    std::vector<std::size_t> degree_;
    std::vector<char> is_left_;
};

// Nothing where a pivot is zero in every state.
std::optional<std::vector<std::size_t>> order_of(const ExprMatrix& matrix) {
    Coupling coupling(matrix);
    std::vector<std::size_t> with_diagonal, without, result;
    for (std::size_t i = 0; i < matrix.size(); ++i)
        (coupling.has_diagonal(i) ? with_diagonal : without).push_back(i);
    for (const auto* group : {&with_diagonal, &without})
        for (std::size_t count = 0; count < group->size(); ++count) {
            const std::size_t next = coupling.fewest(*group);
            if (!coupling.has_diagonal(next)) return {};
            coupling.eliminate(next);
            result.push_back(next);
        }
    return result;
}

class Reordering {
public:
    Reordering(std::vector<std::size_t> order, std::vector<int> signs)
        : order_(std::move(order)), signs_(std::move(signs)) {}

    ExprVector unknowns(const ExprVector& given) const {
        ExprVector result;
        for (const auto i : order_) result.push_back(given[i]);
        return result;
    }
    ExprVector equations(const ExprVector& given) const {
        ExprVector result;
        for (const auto i : order_) result.push_back(signs_[i] < 0 ? -given[i] : given[i]);
        return result;
    }
    ExprMatrix matrix(const ExprMatrix& given) const {
        ExprMatrix result;
        for (const auto i : order_) {
            ExprVector& row = result.emplace_back(unknowns(given[i]));
            if (signs_[i] > 0) continue;
            for (Expr& entry : row) entry = -entry;
        }
        return result;
    }

private:
    std::vector<std::size_t> order_;
    std::vector<int> signs_;
};

}  // namespace

LinearProblem in_symmetric_order(LinearProblem problem) {
    auto signs = symmetrizing_signs(problem.matrix);
    if (!signs) return problem;
    auto order = order_of(problem.matrix);
    if (!order) return problem;
    const Reordering reordering(*std::move(order), *std::move(signs));
    problem.matrix = reordering.matrix(problem.matrix);
    problem.right = reordering.equations(problem.right);
    problem.unknowns = reordering.unknowns(problem.unknowns);
    for (ExprVector& right : problem.later_rights) right = reordering.equations(right);
    for (ExprVector& later : problem.later_unknowns) later = reordering.unknowns(later);
    return problem;
}

}  // namespace rattleback
