// The growth vector at one point, by brackets of fields that are a basis of D there.
#include <algorithm>
#include <numeric>

#include "exact/ball.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/distribution.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

ExprVector simplified(ExprVector entries) {
    for (Expr& e : entries) e = simplify(e);
    return entries;
}

bool is_identically_zero(const ExprVector& field) {
    return std::ranges::all_of(field, &Expr::is_zero);
}

class PointFlag {
public:
    PointFlag(const Distribution& d, std::span<const Replacement> point,
              const PointGrowthOptions& options)
        : point_(point.begin(), point.end()), options_(options), coordinates_(d.coordinates) {
        fields_ = local_basis(d);
        for (const auto& field : fields_) add(field);
    }

    PointGrowth run(const LieFlag& generic) {
        PointGrowth result{.growth = {fields_.size()}, .complete = false, .log_probability = 0};
        ExprMatrix fresh = fields_;
        for (std::size_t s = 1; s < options_.longest; ++s) {
            const std::size_t expected = generic.growth[std::min(s, generic.growth.size() - 1)];
            if (result.growth.back() == generic.growth.back()) break;
            const std::size_t before = values_.size();
            fresh = add_brackets(fresh);
            result.growth.push_back(rank_of_values(expected));
            // Where the rank is the generic one, D^{s+1} is a bundle: a basis of it is enough.
            if (regular_ && result.growth.back() == expected)
                fresh = keep_independent(fresh, before);
            else
                regular_ = false;
            if (values_.size() * fields_.size() > options_.most_brackets) break;
        }
        result.complete = result.growth.back() == generic.growth.back();
        return result;
    }

private:
    // A basis of ker ω near the point: what is expressed by the rest can be expressed there too.
    ExprMatrix local_basis(const Distribution& given) const {
        Distribution d = given;
        for (auto& form : d.forms) form = simplified(substitute(form, parameters()));
        std::vector<std::size_t> order = simplest_first(d);
        ExprMatrix columns;
        for (const auto j : order) columns.push_back(transposed(at_point(d.forms))[j]);
        const auto pivots = independent_rows(columns, options_.limits);
        if (pivots.size() < d.forms.size())
            throw NumericalError("the constraints are dependent at this state");
        std::stable_partition(order.begin(), order.end(),
                              [&, k = std::size_t{0}](std::size_t) mutable {
                                  return std::ranges::find(pivots, k++) != pivots.end();
                              });
        ExprMatrix basis = fields_of(d, order, options_.limits);
        for (auto& field : basis) field = simplified(std::move(field));
        if (rank(at_point(basis), options_.limits) < basis.size())
            throw NumericalError("no basis of the admissible directions was found near this state");
        return basis;
    }

    // What the point says of symbols that are not coordinates; put in once, before any bracket.
    std::vector<Replacement> parameters() const {
        std::vector<Replacement> result;
        for (const auto& [what, value] : point_)
            if (std::ranges::find(coordinates_, what) == coordinates_.end())
                result.emplace_back(what, value);
        return result;
    }

    ExprMatrix at_point(const ExprMatrix& rows) const {
        ExprMatrix result;
        for (const auto& row : rows) result.push_back(substitute(row, point_));
        return result;
    }

    void add(const ExprVector& field) { values_.push_back(substitute(field, point_)); }

    ExprMatrix add_brackets(const ExprMatrix& fresh) {
        ExprMatrix result;
        for (std::size_t i = 0; i < fields_.size(); ++i)
            for (std::size_t j = fresh == fields_ ? i + 1 : 0; j < fresh.size(); ++j) {
                ExprVector bracket = lie_bracket(fields_[i], fresh[j], coordinates_);
                if (is_identically_zero(bracket)) continue;
                add(bracket);
                result.push_back(std::move(bracket));
            }
        return result;
    }

    // A rank that is bounded from below by `expected` needs no exact algebra.
    std::size_t rank_of_values(std::size_t expected) const {
        if (rank_at(values_, {}) == expected) return expected;
        return rank(values_, options_.limits);
    }

    // Of the brackets whose values begin at `first`, those that are independent of what came before.
    ExprMatrix keep_independent(const ExprMatrix& fresh, std::size_t first) {
        ExprMatrix kept,
            values(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(first));
        for (std::size_t i = 0; i < fresh.size(); ++i) {
            values.push_back(values_[first + i]);
            if (rank_at(values, {}) == values.size())
                kept.push_back(fresh[i]);
            else
                values.pop_back();
        }
        values_ = std::move(values);
        return kept;
    }

    std::vector<Replacement> point_;
    PointGrowthOptions options_;
    ExprVector coordinates_;
    ExprMatrix fields_;
    ExprMatrix values_;  // of all generators at the point
    bool regular_ = true;
};

}  // namespace

PointGrowth growth_at(const Distribution& d, const LieFlag& generic,
                      std::span<const Replacement> point, const PointGrowthOptions& options) {
    return PointFlag(d, point, options).run(generic);
}

}  // namespace rattleback
