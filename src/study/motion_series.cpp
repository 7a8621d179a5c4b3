#include "study/motion_series.hpp"

#include <algorithm>

#include "base/interruption.hpp"
#include "equations/form_choice.hpp"
#include "exact/exact_series.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/flattened.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"
#include "rattleback/errors.hpp"
#include "start/exact_start.hpp"
#include "structure/run_branch.hpp"
#include "study/changed_model.hpp"

namespace rattleback {
namespace {

// W u = r and q̇, order by order.
class OrderByOrder {
public:
    explicit OrderByOrder(const Equations& equations)
        : equations_(equations), series_(expressions(equations), symbols(equations)) {}

    // From the coefficients of q and the speeds at one order those at the next but for the factor k + 1.
    ExprVector next(const ExprVector& state) {
        ExprVector now = state;
        now.insert(now.begin(), Expr(w_.size() == 1 ? 1 : 0));  // of t itself
        const ExprVector values = series_.next(now);
        auto value = values.begin();
        ExprVector rates(value, value + size(equations_.velocities));
        value += size(equations_.velocities);
        ExprVector right(value, value + size(equations_.right));
        value += size(equations_.right);
        w_.emplace_back();
        for (std::size_t i = 0; i < right.size(); ++i, value += size(right))
            w_.back().emplace_back(value, value + size(right));
        const ExprVector u = solved(std::move(right));
        rates.insert(rates.end(), u.begin(), u.begin() + size(equations_.speeds));
        return rates;
    }

private:
    static std::ptrdiff_t size(const ExprVector& v) { return std::ssize(v); }

    static ExprVector expressions(const Equations& equations) {
        return joined({equations.velocities, equations.right, flattened(equations.matrix)});
    }

    static ExprVector symbols(const Equations& equations) {
        ExprVector all{symbol("t")};
        all.insert(all.end(), equations.q.begin(), equations.q.end());
        all.insert(all.end(), equations.speeds.begin(), equations.speeds.end());
        return all;
    }

    ExprVector solved(ExprVector right) {
        const std::size_t k = u_.size();
        for (std::size_t j = 1; j <= k; ++j) right = difference(right, product(w_[j], u_[k - j]));
        right = simplified(std::move(right));
        if (k == 0) inverse_ = inverted(w_[0]);
        u_.push_back(simplified(product(inverse_, right)));
        return u_.back();
    }

    static ExprVector simplified(ExprVector entries) {
        for (Expr& e : entries) e = simplify(e);
        return entries;
    }

    static ExprMatrix inverted(const ExprMatrix& matrix) {
        ExprMatrix columns;
        for (const ExprVector& unit : identity(matrix.size())) {
            auto column = solve(matrix, unit);
            if (!column) throw NumericalError("the equations of motion are singular at the start");
            columns.push_back(simplified(std::move(*column)));
        }
        return transposed(columns);
    }

    const Equations& equations_;
    ExactSeries series_;
    std::vector<ExprMatrix> w_;  // coefficients of the matrix
    ExprMatrix inverse_;         // of the first
    std::vector<ExprVector> u_;
};

// Letters serve a reader. Numbers can be long.
bool is_unreadable(const Expr& coefficient) {
    return tree_size(coefficient) > 2000 && !symbols_of(coefficient).empty();
}

MotionSeries series_of_system(const System& system, std::size_t order) {
    const Equations equations = derive(system, form_of_series(system).name);
    const std::vector<Replacement> start = exact_start(system, equations);
    MotionSeries result{.t = system.t, .variables = equations.q, .coefficients = {}};
    if (system.principle == Principle::Vakonomic || !system.higher.empty())
        result.variables.insert(result.variables.end(),
                                equations.speeds.begin() + std::ssize(system.v),
                                equations.speeds.end());
    ExprVector state;
    const auto add = [&](const Expr& variable) { state.push_back(substitute(variable, start)); };
    std::ranges::for_each(equations.q, add);
    std::ranges::for_each(equations.speeds, add);
    OrderByOrder rates(equations);
    result.coefficients.resize(result.variables.size());
    const auto keep = [&] {
        for (std::size_t i = 0; i < result.variables.size(); ++i) {
            const std::size_t place = i < system.size() ? i : i + system.size();
            result.coefficients[i].push_back(state[place]);
        }
    };
    keep();
    for (std::size_t k = 1; k <= order; ++k) {
        state = rates.next(state);
        for (Expr& e : state) e = simplify(e / Expr(static_cast<std::int64_t>(k)));
        if (std::ranges::any_of(state, is_unreadable)) throw TooLarge();
        keep();
    }
    return result;
}

}  // namespace

MotionSeries series_of(const Description& description, const SeriesRequest& request,
                       const Attention& attention) {
    require_functions(description);
    require_no_tables(description);
    const StopScope scope(attention.stop);
    const System built = build(description);
    BranchChoice reading = understood(built);
    System& system = reading.system;
    system.initial = built.initial;  // those that are not named are completed exactly
    FixedParameters fixed(system.parameters.size());
    for (std::size_t i = 0; i < fixed.size(); ++i)
        fixed[i] = std::ranges::find(request.numbers, system.parameters[i].symbol.name()) !=
                   request.numbers.end();
    const auto series = [&] { return series_of_system(specialized(system, fixed), request.order); };
    const auto with_numbers = [&] {
        if (fixed == all_fixed(system)) throw;
        fixed = all_fixed(system);
        return series();
    };
    MotionSeries result;
    try {
        result = series();
    } catch (const NumericalError&) {
        result = with_numbers();
    } catch (const TooLarge&) {
        result = with_numbers();
    }
    result.scope = scope_of(system, fixed);
    result.notes = std::move(reading.notes);
    return result;
}

}  // namespace rattleback
