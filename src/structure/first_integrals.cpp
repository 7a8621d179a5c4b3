#include "structure/first_integrals.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "exact/antiderivative.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/reading_cost.hpp"
#include "exact/simplify.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/completed_squares.hpp"

namespace rattleback {
namespace {

void simplify_entries(ExprVector& form) {
    for (Expr& e : form) e = simplify(e);
}

ExprVector scaled(const ExprVector& form, const Expr& factor) {
    ExprVector result = form;
    for (Expr& e : result)
        if (!e.is_zero()) e = simplify(e * factor);
    return result;
}

// |u| is constant where u is, on a leaf where it does not vanish.
Expr without_bars(const Expr& u) { return is_call(u, FunctionId::Abs) ? u.args()[0] : u; }

// log|u| as log u: in integrating factors, which may have either sign.
Expr with_plain_logarithms(const Expr& e) {
    std::vector<Replacement> plain;
    const Graph graph(e);
    for (std::size_t i = 0; i < graph.size(); ++i)
        if (is_call(graph.node(i), FunctionId::Log))
            plain.emplace_back(graph.node(i), log(without_bars(graph.node(i).args()[0])));
    return substitute(e, plain);
}

// log|x| − log|y| is constant where x/y is.
Expr exponential_of_logarithms(const Expr& f) {
    if (f.kind() != Kind::Sum || !f.number().is_zero()) return f;
    ProductBuilder product;
    for (std::size_t i = 0; i < f.args().size(); ++i) {
        const Expr& term = f.args()[i];
        const auto power = f.coefficients()[i].to_int64();
        if (!is_call(term, FunctionId::Log) || !power) return f;
        product.multiply(without_bars(term.args()[0]), *power);
    }
    return product.build();
}

// x²y² is constant where xy is.
Expr without_common_power(const Expr& f) {
    if (f.kind() != Kind::Product) return f;
    std::int32_t common = 0;
    for (const auto e : f.exponents()) common = std::gcd(common, e);
    ProductBuilder product;
    for (std::size_t i = 0; i < f.args().size(); ++i)
        product.multiply(f.args()[i], f.exponents()[i] / common);
    return product.build();
}

// A constant factor or term is no part of an integral.
Expr tidied(Expr f) {
    f = exponential_of_logarithms(f);
    if (f.kind() == Kind::Sum) f -= Expr(f.number());
    if (f.kind() == Kind::Sum && f.args().size() == 1) f = f.args()[0];
    if (f.kind() == Kind::Sum &&
        std::ranges::all_of(f.coefficients(), [](const Number& c) { return c.sign() < 0; }))
        f = -f;
    return without_common_power(f);
}

class Search {
public:
    Search(const Distribution& d, const Limits& limits)
        : all_(d),
          fields_(fields_of(d, limits)),
          limits_(limits),
          coordinates_(d.coordinates),
          forms_(d.forms) {}

    ExprVector run() {
        while (!forms_.empty()) {
            const auto f = next_integral();
            if (!f || !pass_to_leaf(*f)) break;
        }
        return found_;
    }

private:
    // An integral of the remaining forms on the leaf, in the remaining coordinates.
    std::optional<Expr> next_integral() {
        for (const auto& form : candidates())
            if (const auto f = of_form(form)) {
                const Expr whole = readable(tidied(simplify(in_all_coordinates(*f))));
                if (!is_integral(whole)) continue;
                found_.push_back(whole);
                return f;
            }
        return {};
    }

    // A quadratic integral reads best as a sum of squares.
    Expr readable(const Expr& f) const {
        const auto squares = completed_squares(f, all_.coordinates, limits_);
        if (!squares) return f;
        const Expr sum = squares->expression();
        return reading_cost(sum) < reading_cost(f) ? sum : f;
    }

    // The forms as they are, and solved for each choice of the simplest coordinates: simplest first.
    ExprMatrix candidates() const {
        ExprMatrix result = forms_;
        const ExprMatrix columns = transposed(forms_);
        const auto order = simplest_first({coordinates_, forms_});
        for (std::size_t shift = 0; shift < order.size(); ++shift) {
            ExprMatrix reordered;
            std::vector<std::size_t> turned = order;
            std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(shift),
                        turned.end());
            for (const auto j : turned) reordered.push_back(columns[j]);
            ExprMatrix square;
            for (const auto i : independent_rows(reordered, limits_))
                square.push_back(reordered[i]);
            if (square.size() < forms_.size()) continue;
            for (auto& row : solved(transposed(square))) result.push_back(std::move(row));
        }
        std::ranges::stable_sort(result, {}, [](const ExprVector& form) {
            double cost = 0;
            for (const Expr& e : form) cost += e.is_zero() ? 0 : 1 + reading_cost(e);
            return cost;
        });
        return result;
    }

    // S⁻¹ times the forms, column by column.
    ExprMatrix solved(const ExprMatrix& square) const {
        ExprMatrix columns;
        for (const auto& column : transposed(forms_))
            columns.push_back(*solve(square, column, limits_));
        ExprMatrix rows = transposed(columns);
        for (auto& row : rows) simplify_entries(row);
        return rows;
    }

    std::optional<Expr> of_form(const ExprVector& form) const {
        if (const auto f = potential(form, coordinates_, limits_)) return f;
        std::vector<std::size_t> used;
        for (std::size_t i = 0; i < form.size(); ++i)
            if (!form[i].is_zero()) used.push_back(i);
        for (const auto i : used)
            if (const auto f = potential(scaled(form, 1 / form[i]), coordinates_, limits_))
                return f;
        if (used.size() != 2) return {};
        for (const auto& [i, j] : {std::pair(used[1], used[0]), std::pair(used[0], used[1])})
            if (const auto f = with_factor_of(form, i, j)) return f;
        return {};
    }

    // M dx + N dy: where (∂M/∂y − ∂N/∂x)/N is a function of x alone, exp of its integral is an
    // integrating factor.
    std::optional<Expr> with_factor_of(const ExprVector& form, std::size_t x, std::size_t y) const {
        const Expr rate =
            simplify((derivative(form[x], coordinates_[y]) - derivative(form[y], coordinates_[x])) /
                     form[y]);
        for (std::size_t k = 0; k < coordinates_.size(); ++k)
            if (k != x && depends_on(rate, coordinates_[k])) return {};
        const auto logarithm = antiderivative(rate, coordinates_[x], limits_);
        if (!logarithm) return {};
        return potential(scaled(form, simplify(exp(with_plain_logarithms(*logarithm)))),
                         coordinates_, limits_);
    }

    // Constants of earlier leaves stand for their integrals.
    Expr in_all_coordinates(Expr f) const {
        for (auto it = leaf_.rbegin(); it != leaf_.rend(); ++it) f = substitute(f, {&*it, 1});
        return f;
    }

    // dF = 0 on every field of the whole distribution, and F is no function of those found before.
    bool is_integral(const Expr& f) const {
        const ExprVector slope = gradient(f, all_.coordinates);
        for (const auto& field : fields_)
            if (vanishes(dot(slope, field), limits_) != Answer::Yes) return false;
        ExprMatrix slopes{slope};
        for (const Expr& other : found_) slopes.push_back(gradient(other, all_.coordinates));
        return independent_rows(slopes, limits_).size() == slopes.size();
    }

    // Solves F = C for a coordinate in which F is linear, and takes the other forms there.
    bool pass_to_leaf(const Expr& f) {
        const ExprVector slope = gradient(f, coordinates_);
        for (std::size_t p = 0; p < coordinates_.size(); ++p) {
            const Expr g = simplify(slope[p]);
            if (g.is_zero() || depends_on(g, coordinates_[p])) continue;
            const Expr constant = symbol("leaf " + std::to_string(found_.size()));
            const Replacement at_zero{coordinates_[p], 0};
            const Replacement on_leaf{coordinates_[p],
                                      (constant - substitute(f, {&at_zero, 1})) / g};
            ExprMatrix rows;
            for (const auto& form : forms_) {
                ExprVector row;
                for (std::size_t j = 0; j < form.size(); ++j)
                    if (j != p)
                        row.push_back(
                            simplify(substitute(form[j] - form[p] * slope[j] / g, {&on_leaf, 1})));
                rows.push_back(std::move(row));
            }
            forms_.clear();
            for (const auto i : independent_rows(rows, limits_)) forms_.push_back(rows[i]);
            coordinates_.erase(coordinates_.begin() + static_cast<std::ptrdiff_t>(p));
            leaf_.emplace_back(constant, f);
            return true;
        }
        return false;
    }

    Distribution all_;
    ExprMatrix fields_;
    Limits limits_;
    ExprVector coordinates_;         // of the leaf
    ExprMatrix forms_;               // on the leaf
    std::vector<Replacement> leaf_;  // constant → the integral it stands for
    ExprVector found_;
};

// −x² − y² is told as x² + y².
Expr without_sign(const Expr& f) {
    if (f.kind() != Kind::Sum || f.number().sign() > 0) return f;
    const auto is_negative = [](const Number& c) { return c.sign() < 0; };
    return std::ranges::all_of(f.coefficients(), is_negative) ? -f : f;
}

}  // namespace

ExprVector first_integrals(const Distribution& integrable, const Limits& limits) {
    Distribution d = integrable;
    for (auto& form : d.forms) simplify_entries(form);
    ExprVector found = Search(d, limits).run();
    for (Expr& f : found) f = without_sign(f);
    return found;
}

}  // namespace rattleback
