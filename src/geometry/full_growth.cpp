#include "geometry/full_growth.hpp"

#include <algorithm>

#include "exact/factor.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/matrices.hpp"
#include "geometry/denominators.hpp"
#include "geometry/range.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr std::size_t most_fields = 24;

// The field times its divisors, which has values everywhere and lies in D as before.
ExprVector cleared(const ExprVector& field, const ExprVector& coordinates) {
    Expr factor = 1;
    for (const Expr& d : denominators(field, coordinates)) factor *= d;
    ExprVector result;
    for (const Expr& e : field) result.push_back(simplify(e * factor));
    return result;
}

bool is_zero_field(const ExprVector& field) { return std::ranges::all_of(field, &Expr::is_zero); }

// Fields of D and their brackets, [D, D], [D, [D, D]], …; none where there are too many.
ExprMatrix fields_and_brackets(const Distribution& d, std::size_t levels, const Limits& limits) {
    ExprMatrix fields;
    for (const auto& field : fields_of(d, limits)) fields.push_back(cleared(field, d.coordinates));
    ExprMatrix all = fields, fresh = fields;
    for (std::size_t level = 1; level < levels; ++level) {
        ExprMatrix next;
        for (std::size_t i = 0; i < fields.size(); ++i)
            for (std::size_t j = level == 1 ? i + 1 : 0; j < fresh.size(); ++j) {
                ExprVector bracket = lie_bracket(fields[i], fresh[j], d.coordinates);
                for (Expr& e : bracket) e = simplify(e);
                if (!is_zero_field(bracket)) next.push_back(std::move(bracket));
            }
        if (all.size() + next.size() > most_fields) break;
        all.insert(all.end(), next.begin(), next.end());
        fresh = std::move(next);
    }
    return all;
}

bool never_vanishes(const Expr& e, const ExprVector& coordinates,
                    const std::vector<Parameter>& parameters) {
    return denominators({e}, coordinates).empty() && range_of(e, parameters).nonzero;
}

}  // namespace

bool grows_fully_everywhere(const Distribution& d, const LieFlag& generic,
                            const std::vector<Parameter>& parameters, const Limits& limits) {
    if (!generic.is_exact() || !generic.reaches_everything()) return false;
    try {
        for (const std::size_t levels : {generic.growth.size(), generic.growth.size() + 1}) {
            const ExprMatrix m = fields_and_brackets(d, levels, limits);
            for (const auto& field : m)
                if (!denominators(field, d.coordinates).empty()) return false;
            const Expr gram = determinant(product(transposed(m), m), limits);
            Factorization factors = factor(gram, d.coordinates, limits);
            if (factors.unit.is_zero()) continue;
            factors.unit = 1;
            for (const Expr& form : {simplify(gram), factors.product()})
                if (never_vanishes(form, d.coordinates, parameters)) return true;
        }
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    return false;
}

}  // namespace rattleback
