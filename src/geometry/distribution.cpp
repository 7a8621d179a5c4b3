#include "geometry/distribution.hpp"

#include <algorithm>
#include <numeric>

#include "exact/linear_algebra.hpp"
#include "exact/reading_cost.hpp"
#include "exact/simplify.hpp"
#include "expr/matrices.hpp"

namespace rattleback {
namespace {

ExprVector derivative_along_field(const ExprVector& e, const ExprVector& field,
                                  const ExprVector& coordinates) {
    std::vector<Replacement> directions;
    for (std::size_t i = 0; i < coordinates.size(); ++i)
        directions.emplace_back(coordinates[i], field[i]);
    return derivative_along(e, directions);
}

void simplify_entries(ExprMatrix& rows) {
    for (auto& row : rows)
        for (Expr& e : row) e = simplify(e);
}

// −dω(X, Y) for every pair X ∈ D, Y new in D^s: one row per pair, one column per ω ∈ I^s.
ExprMatrix bracket_pairings(const Distribution& d, const ExprMatrix& forms,
                            const ExprMatrix& fields, const ExprMatrix& fresh) {
    ExprMatrix pairings;
    for (std::size_t i = 0; i < fields.size(); ++i)
        for (std::size_t j = fields == fresh ? i + 1 : 0; j < fresh.size(); ++j) {
            ExprVector row;
            for (const auto& form : forms)
                row.push_back(
                    simplify(-exterior_derivative(form, fields[i], fresh[j], d.coordinates)));
            pairings.push_back(std::move(row));
        }
    return pairings;
}

// Fields of D^{s+1} that complete D^s: on them the forms I^s take independent values.
ExprMatrix completing_fields(const ExprMatrix& larger, const ExprMatrix& forms,
                             const Limits& limits) {
    ExprMatrix values;
    for (const auto& field : larger) values.push_back(product(forms, field));
    ExprMatrix fresh;
    for (const auto i : independent_rows(values, limits)) fresh.push_back(larger[i]);
    return fresh;
}

}  // namespace

ExprVector lie_bracket(const ExprVector& x, const ExprVector& y, const ExprVector& coordinates) {
    return difference(derivative_along_field(y, x, coordinates),
                      derivative_along_field(x, y, coordinates));
}

Expr exterior_derivative(const ExprVector& form, const ExprVector& x, const ExprVector& y,
                         const ExprVector& coordinates) {
    return dot(y, derivative_along_field(form, x, coordinates)) -
           dot(x, derivative_along_field(form, y, coordinates));
}

std::vector<std::size_t> simplest_first(const Distribution& d) {
    const std::size_t n = d.coordinates.size();
    std::vector<double> cost(n, 1e300);
    for (const auto& form : d.forms)
        for (std::size_t j = 0; j < n; ++j)
            if (!form[j].is_zero()) cost[j] = std::min(cost[j], reading_cost(form[j]));
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t j) { return cost[j]; });
    return order;
}

ExprMatrix fields_of(const Distribution& d, const std::vector<std::size_t>& order,
                     const Limits& limits) {
    if (d.forms.empty()) return identity(order.size());
    ExprMatrix reordered(d.forms.size());
    for (std::size_t i = 0; i < d.forms.size(); ++i)
        for (const auto j : order) reordered[i].push_back(d.forms[i][j]);
    ExprMatrix fields;
    for (const auto& vector : kernel(reordered, limits)) {
        ExprVector field(order.size());
        for (std::size_t k = 0; k < order.size(); ++k) field[order[k]] = vector[k];
        fields.push_back(std::move(field));
    }
    return fields;
}

ExprMatrix fields_of(const Distribution& d, const Limits& limits) {
    return fields_of(d, simplest_first(d), limits);
}

LieFlag lie_flag(const Distribution& d, const Limits& limits) {
    LieFlag flag{.growth = {},
                 .integrable = d.forms,
                 .manifold = d.coordinates.size(),
                 .log_probability = 0};
    simplify_entries(flag.integrable);
    const ExprMatrix fields = fields_of({d.coordinates, flag.integrable}, limits);
    flag.growth.push_back(fields.size());
    ExprMatrix fresh = fields;
    while (!flag.integrable.empty()) {
        const ExprMatrix pairings = bracket_pairings(d, flag.integrable, fields, fresh);
        const auto independent = independent_rows(pairings, limits);
        if (independent.empty()) break;
        flag.growth.push_back(flag.growth.back() + independent.size());
        if (flag.reaches_everything()) {
            flag.integrable.clear();
            break;
        }
        ExprMatrix smaller = product(kernel(pairings, limits), flag.integrable);
        simplify_entries(smaller);
        fresh =
            completing_fields(fields_of({d.coordinates, smaller}, limits), flag.integrable, limits);
        flag.integrable = std::move(smaller);
    }
    return flag;
}

}  // namespace rattleback
