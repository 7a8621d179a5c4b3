#include "trajectory/watched_margins.hpp"

#include <algorithm>

#include "compiled/linear_solve.hpp"
#include "equations/formulations.hpp"
#include "expr/flattened.hpp"
#include "expr/graph.hpp"
#include "expr/occurrence.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"
#include "geometry/denominators.hpp"
#include "geometry/range.hpp"
#include "trajectory/chart_margins.hpp"

namespace rattleback {
namespace {

// Variables are changed well before they fail: errors grow by the reciprocal.
constexpr double least_chart_margin = 1e-2;

bool is_periodic(const Expr& node) {
    return is_call(node, FunctionId::Sin) || is_call(node, FunctionId::Cos) ||
           is_call(node, FunctionId::Tan);
}

class Builder {
public:
    Builder(const System& system, const Equations& equations, const KnownOfMargins& known)
        : system_(system),
          equations_(equations),
          known_(known),
          variables_(equations.q),
          code_(inputs()),
          result_{.decisions = Decisions(system)} {
        variables_.insert(variables_.end(), equations.speeds.begin(), equations.speeds.end());
        variables_.push_back(system.t);
        for (std::size_t i = 0; i < system.size(); ++i)
            at_state_.emplace_back(system.v[i], equations.velocities[i]);
    }

    WatchedMargins build() {
        const Decisions::Keeping scope(&result_.decisions);
        const CoreSystem core = core_system(with_cleared_constraints(system_));
        const ExprMatrix mass = here(core.mass), a = here(core.a), n = here(core.n);
        watch_mass_and_constraints(mass, {a, n, core.independent});
        watch_form();
        watch_higher();
        ExprVector of_motion = core.force;
        append(of_motion, {core.beta});
        for (const ExprMatrix* rows : {&core.mass, &core.a, &core.n}) append(of_motion, *rows);
        watch_denominators(mass, of_motion);
        finish();
        return std::move(result_);
    }

private:
    struct Rows {
        const ExprMatrix& a;
        const ExprMatrix& n;
        const std::vector<std::size_t>& independent;
    };

    ExprVector inputs() const {
        ExprVector result = equations_.q;
        result.insert(result.end(), equations_.speeds.begin(), equations_.speeds.end());
        result.push_back(system_.t);
        for (const Parameter& p : system_.parameters) result.push_back(p.symbol);
        return result;
    }

    ExprMatrix here(const ExprMatrix& rows) const {
        ExprMatrix result;
        for (const ExprVector& row : rows) result.push_back(substitute(row, at_state_));
        return result;
    }

    static bool varies_with(const ExprVector& symbols, const ExprMatrix& rows) {
        return std::ranges::any_of(rows, [&](const ExprVector& row) {
            return std::ranges::any_of(row,
                                       [&](const Expr& e) { return depends_on_any(e, symbols); });
        });
    }

    bool varies(const ExprMatrix& rows) const { return varies_with(variables_, rows); }

    bool varies_with_speeds(const ExprMatrix& rows) const {
        return varies_with(equations_.speeds, rows);
    }

    bool never_vanishes(const Expr& e) const { return range_of(e, system_.parameters).nonzero; }

    void add_scalar(Value value, Margin meaning) {
        scalars_.push_back(value);
        meanings_.push_back(std::move(meaning));
    }

    void add_matrix(const ExprVector& entries, std::size_t size, const Margin& meaning) {
        see(entries);
        add_matrix(code_.append(entries), size, {meaning}, false);
    }

    void add_matrix(const std::vector<Value>& entries, std::size_t size,
                    const std::vector<Margin>& meanings, bool by_rows) {
        entries_.insert(entries_.end(), entries.begin(), entries.end());
        result_.matrices.push_back({size, by_rows, matrix_meanings_.size()});
        matrix_meanings_.insert(matrix_meanings_.end(), meanings.begin(), meanings.end());
    }

    // What goes around within a step must be looked at often enough.
    void see(const ExprVector& expressions) {
        const Graph graph(expressions);
        for (std::size_t i = 0; i < graph.size(); ++i) {
            if (!is_periodic(graph.node(i))) continue;
            const Expr& phase = graph.node(i).args()[0];
            if (depends_on_any(phase, variables_) &&
                std::ranges::find(phases_, phase) == phases_.end())
                phases_.push_back(phase);
        }
    }

    void see(const ExprMatrix& rows) {
        for (const ExprVector& row : rows) see(row);
    }

    // The pivots of a matrix, but for those that stand alone and vanish nowhere.
    void add_pivots(const Elimination& factors, const ExprMatrix& matrix,
                    const std::vector<Margin>& meanings) {
        see(matrix);
        for (std::size_t i = 0; i < matrix.size(); ++i) {
            bool alone = true;
            for (std::size_t j = 0; j < matrix.size(); ++j)
                alone = alone && (i == j || (matrix[i][j].is_zero() && matrix[j][i].is_zero()));
            if (!alone || !never_vanishes(matrix[i][i]))
                add_scalar(factors.pivots()[i], meanings[i]);
        }
    }

    void watch_mass_and_constraints(const ExprMatrix& mass, const Rows& rows) {
        if (mass.empty() || !Elimination::applies(mass)) return watch_bordered(mass, rows);
        const Elimination factors(code_, mass);
        if (varies(mass)) add_pivots(factors, mass, mass_meanings());
        result_.of_mass = scalars_.size();
        const std::size_t k = rows.a.size();
        if (k == 0 || (!varies(rows.a) && !varies(rows.n) && !varies(mass))) return;
        for (const ExprMatrix* all : {&mass, &rows.a, &rows.n}) see(*all);
        std::vector<Value> entries;
        std::vector<std::vector<Value>> lifted;  // M⁻¹Nᵀ, by columns
        for (const ExprVector& row : rows.n)
            lifted.push_back(factors.solve(code_, code_.append(row)));
        const bool has_squares = is_generalized(system_);
        for (const ExprMatrix* left : {&rows.a, &rows.n}) {
            if (left == &rows.n && !has_squares) continue;
            for (const ExprVector& row : *left) {
                const std::vector<Value> values = code_.append(row);
                for (const auto& column : lifted) entries.push_back(dot(values, column));
            }
        }
        std::vector<Margin> meanings;
        for (std::size_t i = 0; i < k; ++i) {
            meanings.push_back(constraint_meaning(rows.independent[i]));
            meanings.back().is_of_speeds = varies_with_speeds({rows.a[i]});
        }
        add_matrix(entries, k, meanings, true);
        result_.matrices.back().has_squares = has_squares;
    }

    // (M Nᵀ; A 0), for mass matrices without straight-line code.
    void watch_bordered(const ExprMatrix& mass, const Rows& rows) {
        const std::size_t size = mass.size(), k = rows.a.size();
        if (size == 0 || (!varies(mass) && !varies(rows.a) && !varies(rows.n))) return;
        ExprVector entries;
        for (std::size_t i = 0; i < size; ++i) {
            entries.insert(entries.end(), mass[i].begin(), mass[i].end());
            for (std::size_t j = 0; j < k; ++j) entries.push_back(rows.n[j][i]);
        }
        for (std::size_t j = 0; j < k; ++j) {
            entries.insert(entries.end(), rows.a[j].begin(), rows.a[j].end());
            entries.resize(entries.size() + k);
        }
        add_matrix(entries, size + k,
                   {.sentence = "the constraints, the reaction law or the inertia no longer "
                                "determine the motion",
                    .what = "constraints",
                    .is_of_speeds = varies_with_speeds(rows.a)});
    }

    void watch_form() {
        const FormKind kind = kind_of(equations_);
        const ExprMatrix& matrix = equations_.matrix;
        if (kind == FormKind::Bordered || matrix.empty() || !varies(matrix)) return;
        const bool is_vakonomic = kind == FormKind::Vakonomic;
        Margin meaning{
            .sentence = is_vakonomic
                            ? "the matrix of the vakonomic equations becomes singular"
                            : "the matrix of the form '" + equations_.form + "' becomes singular",
            .what = equations_.form,
            .is_of_form = !is_vakonomic};
        if (is_vakonomic || !Elimination::applies(matrix)) {
            ExprVector entries;
            append(entries, matrix);
            return add_matrix(entries, matrix.size(), meaning);
        }
        std::vector<Margin> meanings;
        for (std::size_t i = 0; i < matrix.size(); ++i) {
            meaning.what = to_text(equations_.unknowns[i]);
            meanings.push_back(meaning);
        }
        add_pivots(Elimination(code_, matrix), matrix, meanings);
    }

    // K of the constraints of order three and more: the last rows, in the rates of their reactions.
    void watch_higher() {
        std::size_t m = 0;
        for (const HigherConstraint& h : system_.higher) m += h.latent.size();
        ExprVector entries;
        for (std::size_t i = equations_.matrix.size() - m; i < equations_.matrix.size(); ++i)
            for (std::size_t j = equations_.speeds.size() - m; j < equations_.speeds.size(); ++j)
                entries.push_back(equations_.matrix[i][j]);
        if (!varies({entries})) return;
        add_matrix(entries, m,
                   {.sentence = "the constraints of order " +
                                std::to_string(system_.higher[0].constraint.order) +
                                " no longer determine how their reactions go on",
                    .what = "constraints of higher order"});
    }

    void watch_denominators(const ExprMatrix& mass, const ExprVector& of_motion) {
        ExprVector of_form = equations_.velocities;
        append(of_form, {equations_.right});
        append(of_form, equations_.matrix);
        ExprVector of_state = variables_;
        of_state.insert(of_state.end(), system_.v.begin(), system_.v.end());
        // Found before the form's velocities are put in, which have denominators of their own.
        const ExprVector core = substitute(denominators(of_motion, of_state), at_state_);
        for (const Expr& d : core) watch_denominator(d, nullptr);
        for (const Expr& d : denominators(of_form, variables_))
            if (std::ranges::find(core, d) == core.end()) watch_denominator(d, &mass);
    }

    // Of the form where a mass matrix is given.
    void watch_denominator(const Expr& d, const ExprMatrix* mass) {
        const ExprVector& guarded = known_.guarded;
        if (never_vanishes(d) || std::ranges::find(guarded, d) != guarded.end()) return;
        const Expr told = substitute(d, known_.meanings);
        const Sentence divisor =
            tree_size(told) < 100 ? Sentence(told) : "of the form " + equations_.form;
        const Margin vanishes{.sentence = "the denominator " + divisor + " vanishes",
                              .what = to_text(divisor),
                              .is_of_form = mass != nullptr,
                              .is_denominator = true};
        see(ExprVector{d});
        add_scalar(code_.append(ExprVector{d})[0], vanishes);
        if (mass == nullptr) return;
        const auto margin = chart_margin(system_, equations_, *mass, d);
        if (!margin) return;
        if (margin->by_bounds) result_.by_bounds.emplace_back(scalars_.size(), d);
        Margin near = vanishes;
        near.sentence = "the denominator " + divisor + " comes close to zero";
        near.least = least_chart_margin;
        add_scalar(code_.append(ExprVector{margin->value})[0], near);
    }

    void finish() {
        if (meanings_.empty() && matrix_meanings_.empty()) return;
        result_.scalars = scalars_.size();
        result_.phases = phases_.size();
        for (auto& matrix : result_.matrices) matrix.first_part += scalars_.size();
        result_.parts = std::move(meanings_);
        result_.parts.insert(result_.parts.end(), matrix_meanings_.begin(), matrix_meanings_.end());
        std::vector<Value> outputs = scalars_;
        const std::vector<Value> phases = code_.append(phases_);
        outputs.insert(outputs.end(), phases.begin(), phases.end());
        outputs.insert(outputs.end(), entries_.begin(), entries_.end());
        result_.values = compile(code_.finish(outputs), {.effort = Effort::Quick});
    }

    Value dot(const std::vector<Value>& a, const std::vector<Value>& b) {
        Value sum = code_.constant(0);
        for (std::size_t i = 0; i < a.size(); ++i) sum = code_.add(sum, code_.multiply(a[i], b[i]));
        return sum;
    }

    std::vector<Margin> mass_meanings() const {
        std::vector<Margin> result;
        for (const Expr& v : system_.v)
            result.push_back({.sentence = sentence("the mass matrix becomes singular: a velocity "
                                                   "with {} in it has no inertia",
                                                   v),
                              .what = to_text(v)});
        return result;
    }

    Margin constraint_meaning(std::size_t i) const {
        const std::string name = system_.constraints[i].name;
        return {.sentence =
                    is_generalized(system_)
                        ? "the reaction law no longer determines the reaction of the constraint '" +
                              name + "'"
                        : "the constraint '" + name + "' no longer restricts the motion by itself",
                .what = name};
    }

    const System& system_;
    const Equations& equations_;
    const KnownOfMargins& known_;
    ExprVector variables_, phases_;
    TapeBuilder code_;
    std::vector<Replacement> at_state_;
    std::vector<Value> scalars_, entries_;
    std::vector<Margin> meanings_, matrix_meanings_;
    WatchedMargins result_;
};

}  // namespace

WatchedMargins watched_margins(const System& system, const Equations& equations,
                               const KnownOfMargins& known) {
    return Builder(system, equations, known).build();
}

}  // namespace rattleback
