// The rules of linear equations: see jet_program.hpp.
#include "compiled/jet_lowering.hpp"
#include "compiled/linear_solve.hpp"

namespace rattleback {
namespace {

class Solution {
public:
    Solution(JetLowering& lowering, std::span<const Jet> equations, std::size_t size)
        : to_(lowering), start_(lowering.start()), equations_(equations), n_(size) {}

    std::vector<Jet> eliminated(const std::vector<int>& signs);
    std::vector<Jet> in_numbers(Tape equations);

private:
    const Jet& entry(std::size_t i, std::size_t j) const { return equations_[i * n_ + j]; }
    const Jet& right(std::size_t i) const { return equations_[n_ * n_ + i]; }
    bool is_fixed(std::size_t row) const {
        for (std::size_t j = 0; j < n_; ++j)
            if (!entry(row, j).is_fixed()) return false;
        return right(row).is_fixed();
    }
    bool is_zero(Value value) const { return start_.is_constant(value, 0); }

    // rₖ − Mₖ x₀ − Σ S(Mᵢⱼ, xⱼ), into terms and sums.
    void add_residual(std::size_t row) {
        terms_.clear();
        sums_.clear();
        if (!right(row).is_fixed()) terms_.push_back(to_.term(right(row)));
        for (std::size_t j = 0; j < n_; ++j) {
            const Jet& m = entry(row, j);
            if (m.is_fixed()) continue;
            if (!is_zero(x_[j].start)) terms_.push_back(to_.term(m, -1, x_[j].start));
            if (!x_[j].is_fixed()) sums_.push_back(to_.sum(m, x_[j], -1));
        }
    }
    // For a series that has no value at t₀, and no rule where nothing was added.
    std::optional<Jet> made(const Jet& series, JetScale factor = {}) {
        if (terms_.empty() && sums_.empty()) return {};
        to_.rule(series, terms_, sums_, factor);
        return series;
    }
    Jet passed_on() { return to_.series(start_.constant(0)); }

    std::vector<char> moving_parts(const Elimination& factors) const;

    JetLowering& to_;
    TapeBuilder& start_;
    std::span<const Jet> equations_;
    std::size_t n_;
    std::vector<Jet> x_;
    std::vector<JetTerm> terms_;
    std::vector<JetSumTerm> sums_;
};

// Unknowns that are coupled to an equation that moves, by entries of L.
std::vector<char> Solution::moving_parts(const Elimination& factors) const {
    std::vector<char> moves(n_);
    for (std::size_t i = 0; i < n_; ++i) moves[i] = is_fixed(i) ? 0 : 1;
    const auto pass = [&](std::size_t i) {
        for (std::size_t j = 0; j < i; ++j)
            if (!is_zero(factors.lower(i)[j]) && moves[i] != moves[j]) moves[i] = moves[j] = 1;
    };
    // Upward to the last of a part, then downward to all of it.
    for (std::size_t i = 0; i < n_; ++i) pass(i);
    for (std::size_t i = n_; i-- > 0;) pass(i);
    return moves;
}

// L D Lᵀ y = ρ with x = signs·y: z = ρ − (L D) z below the diagonal, over D; then y = z − Lᵀ y above it.
std::vector<Jet> Solution::eliminated(const std::vector<int>& signs) {
    std::vector<Value> matrix, right_side;
    for (std::size_t i = 0; i < n_ * n_; ++i) matrix.push_back(equations_[i].start);
    for (std::size_t i = 0; i < n_; ++i) right_side.push_back(right(i).start);
    const Elimination factors(start_, matrix, signs);
    const std::vector<Value> values = factors.solve(start_, right_side);
    const std::vector<char> moves = moving_parts(factors);
    for (std::size_t i = 0; i < n_; ++i) {
        const Jet fixed{values[i]};
        if (moves[i] == 0)
            x_.push_back(fixed);
        else if (signs[i] > 0)
            x_.push_back(to_.series(values[i]));
        else
            x_.push_back(
                to_.multiple(values[i], to_.series(start_.negate(values[i])), start_.constant(-1)));
    }
    const auto y = [&](std::size_t i) { return Jet{x_[i].start, x_[i].series}; };
    const auto is_last = [&](std::size_t i) {
        for (std::size_t j = i + 1; j < n_; ++j)
            if (!is_zero(factors.lower(j)[i])) return false;
        return true;
    };
    std::vector<std::optional<Jet>> z(n_);
    for (std::size_t i = 0; i < n_; ++i) {
        if (moves[i] == 0) continue;
        add_residual(i);
        for (std::size_t j = 0; j < i; ++j)
            if (z[j] && !is_zero(factors.products(i)[j]))
                terms_.push_back(to_.term(*z[j], -1, factors.products(i)[j]));
        const JetScale inverse = to_.scale(start_.divide(start_.constant(1), factors.pivots()[i]));
        z[i] = made(is_last(i) ? y(i) : passed_on(), inverse);
    }
    for (std::size_t i = n_; i-- > 0;) {
        if (moves[i] == 0 || is_last(i)) continue;
        terms_.clear();
        sums_.clear();
        if (z[i]) terms_.push_back(to_.term(*z[i]));
        for (std::size_t j = i + 1; j < n_; ++j)
            if (!is_zero(factors.lower(j)[i]))
                terms_.push_back(to_.term(y(j), -1, factors.lower(j)[i]));
        made(y(i));
    }
    return x_;
}

std::vector<Jet> Solution::in_numbers(Tape equations) {
    for (std::size_t i = 0; i < n_; ++i) x_.push_back(to_.unknown(i));
    JetSolve solve{std::move(equations), {}, {}};
    for (std::size_t i = 0; i < n_; ++i) {
        add_residual(i);
        const bool is_given = sums_.empty() && terms_.size() == 1 && terms_[0].scale.is_one();
        const std::optional<Jet> residual =
            is_given ? Jet{{}, terms_[0].series} : made(passed_on());
        solve.right.push_back(residual ? *residual->series : JetScale::nowhere);
        solve.unknowns.push_back(*x_[i].series);
    }
    to_.solve(std::move(solve));
    return x_;
}

}  // namespace

std::vector<Jet> jets_of_solution(JetLowering& lowering, std::span<const Jet> equations,
                                  const RateFormulas& f) {
    Solution solution(lowering, equations, f.unknowns);
    return f.signs ? solution.eliminated(*f.signs) : solution.in_numbers(f.equations);
}

}  // namespace rattleback
