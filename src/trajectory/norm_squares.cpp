#include "trajectory/norm_squares.hpp"

#include <algorithm>

#include "exact/is_zero.hpp"
#include "exact/simplify.hpp"
#include "expr/derivative.hpp"
#include "expr/graph.hpp"
#include "expr/occurrence.hpp"
#include "expr/substitute.hpp"
#include "geometry/range.hpp"

namespace rattleback {
namespace {

// Whether the variables stand in sums and products only.
bool is_polynomial(const Expr& e, const ExprVector& variables) {
    const Graph graph(e);
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (node.args().empty() || !depends_on_any(node, variables)) continue;
        if (node.kind() == Kind::Sum) continue;
        if (node.kind() != Kind::Product) return false;
        for (std::size_t j = 0; j < node.args().size(); ++j)
            if (node.exponents()[j] < 0 && depends_on_any(node.args()[j], variables)) return false;
    }
    return true;
}

class Completion {
public:
    Completion(const Expr& q, const ExprVector& variables, const std::vector<Parameter>& parameters)
        : variables_(variables), parameters_(parameters), n_(variables.size()) {
        is_quadratic_ = is_polynomial(q, variables);
        if (!is_quadratic_) return;
        std::vector<Replacement> at_rest;
        for (const Expr& v : variables) at_rest.emplace_back(v, 0);
        for (const Expr& slope : gradient(q, variables)) {
            ExprVector row = gradient(slope, variables);
            for (Expr& e : row) {
                e = simplify(e / 2);
                is_quadratic_ = is_quadratic_ && !depends_on_any(e, variables);
            }
            a_.push_back(std::move(row));
            a_.back().push_back(simplify(substitute(slope, at_rest) / 2));
        }
        rest_ = substitute(q, at_rest);
    }

    std::optional<NormSquares> squares() {
        if (!is_quadratic_) return {};
        while (const auto leader = next())
            if (!complete(*leader)) return {};
        for (const ExprVector& row : a_)
            if (!std::ranges::all_of(row, vanishes_quickly)) return {};
        if (result_.parts.empty() || !vanishes_quickly(rest_)) return {};
        return std::move(result_);
    }

private:
    // One whose square is there; rather one that surely never vanishes.
    std::optional<std::size_t> next() const {
        std::optional<std::size_t> found;
        for (std::size_t j = 0; j < n_; ++j) {
            if (vanishes_quickly(a_[j][j])) continue;
            if (range_of(a_[j][j], parameters_).is_positive()) return j;
            if (!found) found = j;
        }
        return found;
    }

    bool complete(std::size_t j) {
        const Expr weight = a_[j][j];
        if (range_of(weight, parameters_).is_nonpositive()) return false;
        const ExprVector row = a_[j];
        ExprVector slope;
        for (const Expr& e : row) slope.push_back(simplify(e / weight));
        Expr part = slope[n_];
        for (std::size_t k = 0; k < n_; ++k) part += slope[k] * variables_[k];
        for (std::size_t k = 0; k < n_; ++k)
            for (std::size_t l = 0; l <= n_; ++l) a_[k][l] = simplify(a_[k][l] - row[k] * slope[l]);
        rest_ = simplify(rest_ - row[n_] * slope[n_]);
        slope.pop_back();
        result_.parts.push_back(part);
        result_.weights.push_back(weight);
        result_.leaders.push_back(j);
        result_.slopes.push_back(std::move(slope));
        return true;
    }

    const ExprVector& variables_;
    const std::vector<Parameter>& parameters_;
    std::size_t n_;
    ExprMatrix a_;  // of what is left of Q; the last column is of the linear terms
    Expr rest_;
    bool is_quadratic_;
    NormSquares result_;
};

}  // namespace

ExprVector NormSquares::combination(const ExprVector& of) const {
    ExprVector result;
    for (std::size_t a = 0; a < parts.size(); ++a) {
        Expr left = of[leaders[a]];
        for (std::size_t b = 0; b < a; ++b) left -= result[b] * slopes[b][leaders[a]];
        result.push_back(simplify(left));
    }
    return result;
}

std::optional<NormSquares> squares_of(const Expr& q, const ExprVector& variables,
                                      const std::vector<Parameter>& parameters) {
    return Completion(q, variables, parameters).squares();
}

bool vanishes_quickly(const Expr& e) {
    const ZeroTestOptions quick{.limits = {.terms = 10'000, .work = 100}};
    return e.is_zero() || is_zero(e, quick).proved_zero();
}

}  // namespace rattleback
