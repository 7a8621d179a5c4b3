#include "start/latent_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "equations/higher_motion.hpp"
#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/evaluate.hpp"
#include "expr/sentence_error.hpp"
#include "expr/short_decimal.hpp"
#include "expr/substitute.hpp"
#include "model/initial_values.hpp"
#include "rattleback/errors.hpp"
#include "start/decompositions.hpp"

namespace rattleback {
namespace {

constexpr int most_steps = 50;
constexpr double converged = 1e-13, satisfied = 1e-9;

const Expr* named(const System& system, const Expr& variable) {
    const auto found = std::ranges::find(system.initial, variable, &Replacement::first);
    return found == system.initial.end() ? nullptr : &found->second;
}

// What the model names of q'', q''', …, and what it has to be equal to.
struct Conditions {
    ExprVector named, derivatives, values;
    ExprVector open;  // multipliers that are not named
};

Conditions conditions_of(const System& system, const HigherMotion& motion) {
    Conditions result;
    for (std::size_t k = 0; k < motion.derivatives.size(); ++k) {
        const ExprVector symbols = system.derivatives(static_cast<int>(k) + 2);
        for (std::size_t i = 0; i < symbols.size(); ++i)
            if (const Expr* value = named(system, symbols[i])) {
                result.named.push_back(symbols[i]);
                result.derivatives.push_back(motion.derivatives[k][i]);
                result.values.push_back(*value);
            }
    }
    for (const Expr& mu : motion.latent)
        if (named(system, mu) == nullptr) result.open.push_back(mu);
    return result;
}

Values numbers(const System& system) {
    Values result;
    for (const auto& [symbol, value] : initial_values(system)) result[symbol] = evaluate(value, {});
    return result;
}

Eigen::VectorXd vector(const std::vector<double>& x) {
    return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

Eigen::MatrixXd values_of(const ExprMatrix& rows, std::size_t columns, const Values& at) {
    Eigen::MatrixXd result(static_cast<Eigen::Index>(rows.size()),
                           static_cast<Eigen::Index>(columns));
    for (std::size_t i = 0; i < rows.size(); ++i)
        result.row(static_cast<Eigen::Index>(i)) = vector(evaluate(rows[i], at)).transpose();
    return result;
}

Sentence valued_list(const ExprVector& symbols, const Eigen::VectorXd& values) {
    Sentences list;
    for (std::size_t i = 0; i < symbols.size(); ++i)
        list.emplace_back(valued(symbols[i], values[static_cast<Eigen::Index>(i)]));
    return listed(list, ", ", ", ");
}

class Newton {
public:
    Newton(const System& system, const Conditions& on)
        : on_(on), at_(numbers(system)), slopes_(jacobian(on.derivatives, on.open)) {
        std::vector<Replacement> parameters = parameter_values(system);
        wanted_ = vector(evaluate(substitute(on.values, parameters), {}));
    }

    // Of what is open; nothing where the named values cannot be had.
    bool run() {
        for (int step = 0; step < most_steps && !on_.open.empty(); ++step) {
            const Eigen::VectorXd change = step_here();
            if (!change.allFinite()) return false;
            double size = 0;
            for (std::size_t i = 0; i < on_.open.size(); ++i) {
                double& mu = at_[on_.open[i]];
                mu += change[static_cast<Eigen::Index>(i)];
                size = std::max(size, std::abs(mu));
            }
            if (change.cwiseAbs().maxCoeff() <= converged * size) break;
        }
        const Eigen::VectorXd reached = derivatives();
        const double size = std::max(wanted_.cwiseAbs().maxCoeff(), reached.cwiseAbs().maxCoeff());
        return reached.allFinite() && (reached - wanted_).cwiseAbs().maxCoeff() <= satisfied * size;
    }

    Eigen::VectorXd derivatives() const { return vector(evaluate(on_.derivatives, at_)); }
    const Eigen::VectorXd& wanted() const { return wanted_; }
    Eigen::VectorXd open() const {
        std::vector<double> result;
        for (const Expr& mu : on_.open) result.push_back(at_.at(mu));
        return vector(result);
    }

private:
    Eigen::VectorXd step_here() const {
        const Eigen::MatrixXd slopes = values_of(slopes_, on_.open.size(), at_);
        if (!slopes.allFinite()) return Eigen::VectorXd::Constant(slopes.cols(), std::nan(""));
        return solution(slopes.completeOrthogonalDecomposition(), wanted_ - derivatives());
    }

    const Conditions& on_;
    Values at_;
    ExprMatrix slopes_;
    Eigen::VectorXd wanted_;
};

std::string constraint_names(const System& system) {
    std::string text;
    for (const HigherConstraint& h : system.higher)
        text += (text.empty() ? "'" : ", '") + h.constraint.name + "'";
    return text;
}

// The shortest μ with E μ = r, by the independent rows of E: Eᵀ(E Eᵀ)⁻¹ r.
ExprVector shortest_solution(const ExprMatrix& rows, const ExprVector& right, std::size_t size) {
    ExprMatrix kept;
    ExprVector its_right;
    if (size > 0)
        for (const auto i : independent_rows(rows)) {
            kept.push_back(rows[i]);
            its_right.push_back(right[i]);
        }
    if (kept.empty()) return ExprVector(size);
    return product(transposed(kept), *solve(product(kept, transposed(kept)), its_right));
}

// The k-th derivatives of the multipliers that are not named.
std::vector<Replacement> exact_reactions_of_order(const System& system, const HigherMotion& motion,
                                                  std::size_t k,
                                                  const std::vector<Replacement>& start) {
    ExprVector open;
    for (const HigherConstraint& h : system.higher)
        if (named(system, h.latent[k]) == nullptr) open.push_back(h.latent[k]);
    std::vector<Replacement> without = start;
    for (const Expr& mu : open) without.emplace_back(mu, 0);
    ExprMatrix rows;
    ExprVector right;
    const ExprVector symbols = system.derivatives(static_cast<int>(k) + 2);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        const Expr* value = named(system, symbols[i]);
        if (value == nullptr) continue;
        rows.push_back(substitute(gradient(motion.derivatives[k][i], open), start));
        for (Expr& e : rows.back()) e = simplify(e);
        right.push_back(simplify(*value - substitute(motion.derivatives[k][i], without)));
    }
    const ExprVector mu = shortest_solution(rows, right, open.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!is_zero(dot(rows[i], mu) - right[i]).holds())
            throw NumericalError(
                fmt::format("no reaction of {} gives the initial accelerations exactly",
                            constraint_names(system)));
    std::vector<Replacement> result;
    for (std::size_t i = 0; i < open.size(); ++i) result.emplace_back(open[i], simplify(mu[i]));
    return result;
}

// With the numbers of a model no constraint of higher order may be left.
void leave_out_accelerations(System& system, Sentences& notes) {
    const auto is_one = [](const Replacement& entry) { return entry.first.order() > 1; };
    Sentences names;
    for (const auto& entry : system.initial)
        if (is_one(entry)) names.emplace_back(entry.first);
    if (names.empty()) return;
    std::erase_if(system.initial, is_one);
    notes.push_back(sentence(
        "The initial value of {} is not used: no constraint of order three or more is left.",
        listed(names)));
}

}  // namespace

void complete_reactions(System& system, Sentences& notes) {
    if (system.higher.empty()) return leave_out_accelerations(system, notes);
    if (!system.functions.empty()) return;
    const HigherMotion motion = higher_motion(system);
    const Conditions on = conditions_of(system, motion);
    if (on.named.empty()) return;
    Newton newton(system, on);
    if (!newton.run())
        throw SentenceError<NumericalError>(
            sentence("No reaction of {} gives the initial {}. The nearest that it can give are {}.",
                     constraint_names(system), valued_list(on.named, newton.wanted()),
                     valued_list(on.named, newton.derivatives())));
    if (on.open.empty()) return;
    const Eigen::VectorXd found = newton.open();
    for (std::size_t i = 0; i < on.open.size(); ++i)
        system.initial.emplace_back(on.open[i],
                                    decimal_number(found[static_cast<Eigen::Index>(i)]));
    notes.push_back(sentence("With the initial {} the reactions begin with {}.",
                             valued_list(on.named, newton.wanted()), valued_list(on.open, found)));
}

std::vector<Replacement> exact_reactions(const System& system, std::vector<Replacement> start) {
    std::vector<Replacement> result;
    if (system.higher.empty()) return result;
    const HigherMotion motion = higher_motion(system);
    for (const Expr& mu : motion.latent)
        if (const Expr* value = named(system, mu)) start.emplace_back(mu, *value);
    // Each derivative is linear in the multipliers of its own order, and knows none of higher order.
    for (std::size_t k = 0; k < motion.derivatives.size(); ++k)
        for (auto& entry : exact_reactions_of_order(system, motion, k, start)) {
            start.push_back(entry);
            result.push_back(std::move(entry));
        }
    return result;
}

}  // namespace rattleback
