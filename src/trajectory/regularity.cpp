#include "trajectory/regularity.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "compiled/linear_solve.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"
#include "geometry/denominators.hpp"

namespace rattleback {
namespace {

void append(ExprVector& to, const ExprMatrix& rows) {
    for (const ExprVector& row : rows) to.insert(to.end(), row.begin(), row.end());
}

bool depends_on_any(const Expr& e, const ExprVector& symbols) {
    return std::ranges::any_of(symbols_of(e), [&](const Expr& s) {
        return std::ranges::find(symbols, s) != symbols.end();
    });
}

// The inverse of a matrix of numbers has no value where the matrix is singular.
double of_inverse(double size, bool is_of_numbers) {
    return std::isnan(size) && is_of_numbers ? 0 : 1 / size;
}

}  // namespace

class RegularityBuilder {
public:
    RegularityBuilder(const System& system, const Equations& equations, Regularity& result)
        : system_(system), equations_(equations), result_(result), variables_(equations.q) {
        variables_.insert(variables_.end(), equations.speeds.begin(), equations.speeds.end());
        inputs_ = variables_;
        inputs_.push_back(system.t);
        for (const Parameter& p : system.parameters) inputs_.push_back(p.symbol);
        variables_.push_back(system.t);
        for (std::size_t i = 0; i < system.size(); ++i)
            at_state_.emplace_back(system.v[i], equations.velocities[i]);
    }

    void build() {
        TapeBuilder builder(inputs_);
        const CoreSystem core = core_system(with_cleared_constraints(system_));
        const ExprMatrix mass = here(core.mass), a = here(core.a), n = here(core.n);
        watch_mass_and_constraints(builder, mass, {a, n, core.independent});
        watch_form(builder);
        ExprVector of_motion = core.force;
        append(of_motion, {core.beta});
        for (const ExprMatrix* rows : {&core.mass, &core.a, &core.n}) append(of_motion, *rows);
        watch_denominators(builder, of_motion);
        finish(builder);
    }

private:
    struct Rows {
        const ExprMatrix& a;
        const ExprMatrix& n;
        const std::vector<std::size_t>& independent;
    };

    ExprMatrix here(const ExprMatrix& rows) const {
        ExprMatrix result;
        for (const ExprVector& row : rows) result.push_back(substitute(row, at_state_));
        return result;
    }

    bool varies(const ExprMatrix& rows) const {
        return std::ranges::any_of(rows, [&](const ExprVector& row) {
            return std::ranges::any_of(
                row, [&](const Expr& e) { return depends_on_any(e, variables_); });
        });
    }

    void add_scalar(Value value, Margin meaning) {
        scalars_.push_back(value);
        meanings_.push_back(std::move(meaning));
    }

    void add_dense(std::vector<Value> entries, std::size_t size, std::vector<Margin> meanings) {
        dense_entries_.insert(dense_entries_.end(), entries.begin(), entries.end());
        result_.dense_.push_back(
            {size, meanings.size() == size && size > 1, dense_meanings_.size()});
        dense_meanings_.insert(dense_meanings_.end(), meanings.begin(), meanings.end());
    }

    void watch_mass_and_constraints(TapeBuilder& builder, const ExprMatrix& mass,
                                    const Rows& rows) {
        if (mass.empty() || !Elimination::applies(mass)) return watch_bordered(builder, mass, rows);
        const Elimination factors(builder, mass);
        if (varies(mass)) {
            for (std::size_t i = 0; i < mass.size(); ++i)
                add_scalar(factors.pivots()[i], mass_meaning(i));
        }
        const std::size_t k = rows.a.size();
        if (k == 0 || (!varies(rows.a) && !varies(rows.n) && !varies(mass))) return;
        std::vector<Value> entries;
        std::vector<std::vector<Value>> lifted;  // M⁻¹Nᵀ, by columns
        for (const ExprVector& row : rows.n)
            lifted.push_back(factors.solve(builder, builder.append(row)));
        for (const ExprVector& row : rows.a) {
            const std::vector<Value> values = builder.append(row);
            for (const auto& column : lifted) entries.push_back(dot(builder, values, column));
        }
        if (k == 1) return add_scalar(entries[0], constraint_meaning(rows.independent[0]));
        std::vector<Margin> meanings;
        for (const auto i : rows.independent) meanings.push_back(constraint_meaning(i));
        add_dense(entries, k, meanings);
    }

    // (M Nᵀ; A 0), for mass matrices without straight-line code.
    void watch_bordered(TapeBuilder& builder, const ExprMatrix& mass, const Rows& rows) {
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
        add_dense(builder.append(entries), size + k,
                  {{.sentence =
                        "the constraints, the reaction law or the inertia no longer determine the "
                        "motion",
                    .what = "constraints"}});
    }

    void watch_form(TapeBuilder& builder) {
        const bool is_core = equations_.form == "lagrange_multipliers" ||
                             equations_.form == "udwadia_kalaba" || equations_.form == "gauss";
        const ExprMatrix& matrix = equations_.matrix;
        if (is_core || matrix.empty() || !varies(matrix)) return;
        const bool is_vakonomic = equations_.form == "vakonomic";
        const std::string sentence =
            is_vakonomic ? "the matrix of the vakonomic equations becomes singular"
                         : "the matrix of the form '" + equations_.form + "' becomes singular";
        if (!is_vakonomic && Elimination::applies(matrix)) {
            const std::vector<Value> pivots = Elimination(builder, matrix).pivots();
            for (std::size_t i = 0; i < matrix.size(); ++i)
                add_scalar(pivots[i], {.sentence = sentence,
                                       .what = to_text(equations_.unknowns[i]),
                                       .is_of_form = true});
            return;
        }
        ExprVector entries;
        append(entries, matrix);
        add_dense(builder.append(entries), matrix.size(),
                  {{.sentence = sentence, .what = equations_.form, .is_of_form = !is_vakonomic}});
    }

    void watch_denominators(TapeBuilder& builder, const ExprVector& of_motion) {
        ExprVector of_form = equations_.velocities;
        append(of_form, {equations_.right});
        append(of_form, equations_.matrix);
        ExprVector of_state = variables_;
        of_state.insert(of_state.end(), system_.v.begin(), system_.v.end());
        // Found before the form's velocities are put in, which have denominators of their own.
        const ExprVector core = substitute(denominators(of_motion, of_state), at_state_);
        ExprVector all = core;
        for (const Expr& e : denominators(of_form, variables_))
            if (std::ranges::find(all, e) == all.end()) all.push_back(e);
        const std::vector<Value> values = builder.append(all);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const bool is_short = tree_size(all[i]) < 100;
            const std::string text = is_short ? to_text(all[i]) : "of the form " + equations_.form;
            // Variables are changed well before they fail.
            const bool is_of_form = i >= core.size();
            add_scalar(values[i], {.sentence = "the denominator " + text +
                                               (is_of_form ? " comes close to zero" : " vanishes"),
                                   .what = text,
                                   .is_of_form = is_of_form,
                                   .least = is_of_form ? 1e-2 : least_margin});
        }
    }

    void finish(TapeBuilder& builder) {
        if (meanings_.empty() && dense_meanings_.empty()) return;
        result_.scalars_ = scalars_.size();
        for (auto& dense : result_.dense_) dense.first_part += scalars_.size();
        result_.parts_ = std::move(meanings_);
        result_.parts_.insert(result_.parts_.end(), dense_meanings_.begin(), dense_meanings_.end());
        std::vector<Value> outputs = scalars_;
        outputs.insert(outputs.end(), dense_entries_.begin(), dense_entries_.end());
        result_.values_ = compile(builder.finish(outputs));
    }

    static Value dot(TapeBuilder& builder, const std::vector<Value>& a,
                     const std::vector<Value>& b) {
        Value sum = builder.constant(0);
        for (std::size_t i = 0; i < a.size(); ++i)
            sum = builder.add(sum, builder.multiply(a[i], b[i]));
        return sum;
    }

    Margin mass_meaning(std::size_t i) const {
        const std::string name = to_text(system_.v[i]);
        return {.sentence = "the mass matrix becomes singular: a velocity with " + name +
                            " in it has no inertia",
                .what = name};
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
    Regularity& result_;
    ExprVector variables_, inputs_;
    std::vector<Replacement> at_state_;
    std::vector<Value> scalars_, dense_entries_;
    std::vector<Margin> meanings_, dense_meanings_;
};

Regularity::Regularity(const System& system, const Equations& equations,
                       std::span<const double> parameters)
    : state_size_(equations.q.size() + equations.speeds.size()) {
    RegularityBuilder(system, equations, *this).build();
    in_.resize(state_size_ + 1);
    in_.insert(in_.end(), parameters.begin(), parameters.end());
    margins_.resize(parts_.size());
    largest_.resize(parts_.size());
    if (values_) out_.resize(values_->outputs());
    std::size_t rows = 0;
    for (const Dense& dense : dense_) rows += dense.size;
    row_sizes_.resize(rows);
}

double Regularity::operator()(double t, const double* state) const {
    if (parts_.empty()) return 1;
    evaluate(t, state);
    double smallest = 1;
    for (std::size_t i = 0; i < margins_.size(); ++i) {
        const double margin = margins_[i] / largest_[i];
        if (!(margin >= parts_[i].least)) return 0;
        smallest = std::min(smallest, margin);
    }
    return smallest;
}

Margin Regularity::smallest(double t, const double* state) const {
    if (parts_.empty()) return {};
    evaluate(t, state);
    Margin of_motion, of_form;
    for (std::size_t i = 0; i < margins_.size(); ++i) {
        const bool has_value = !std::isnan(margins_[i]);
        const double margin = has_value && margins_[i] != 0 ? margins_[i] / largest_[i] : 0;
        Margin& smallest_so_far = parts_[i].is_of_form ? of_form : of_motion;
        // What vanishes is the cause of whatever else has no value, and denominators before all.
        const bool is_worse =
            margin * smallest_so_far.least < smallest_so_far.value * parts_[i].least ||
            (margin == 0 && parts_[i].least > smallest_so_far.least) ||
            (margin == 0 && has_value && !smallest_so_far.has_value);
        if (!is_worse) continue;
        smallest_so_far = parts_[i];
        smallest_so_far.value = margin;
        smallest_so_far.has_value = has_value;
    }
    // Where the form's velocities have no value, nothing can be said of the motion. Otherwise, where
    // the motion is in trouble its form is too, and may be worse.
    if (of_form.value < of_form.least && of_form.least > least_margin) return of_form;
    const bool motion_fails = of_motion.value < 1e-4;
    return motion_fails || of_motion.value <= of_form.value ? of_motion : of_form;
}

void Regularity::evaluate(double t, const double* state) const {
    std::copy_n(state, state_size_, in_.begin());
    in_[state_size_] = t;
    (*values_)(in_.data(), out_.data());
    for (std::size_t i = 0; i < scalars_; ++i) margins_[i] = std::abs(out_[i]);
    const double* entries = out_.data() + scalars_;
    for (const Dense& dense : dense_) {
        invert(dense, entries);
        entries += dense.size * dense.size;
    }
    for (std::size_t i = 0; i < margins_.size(); ++i)
        if (std::isfinite(margins_[i])) largest_[i] = std::max(largest_[i], margins_[i]);
}

void Regularity::invert(const Dense& dense, const double* entries) const {
    using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const auto n = static_cast<Eigen::Index>(dense.size);
    Matrix matrix = Eigen::Map<const Matrix>(entries, n, n);
    double* const margin = margins_.data() + dense.first_part;
    if (dense.by_rows) {
        const Matrix inverse = matrix.inverse();
        for (Eigen::Index i = 0; i < n; ++i)
            margin[i] = of_inverse(std::abs(inverse(i, i)), matrix.allFinite());
        return;
    }
    double* sizes = row_sizes_.data();
    for (const Dense& other : dense_) {
        if (&other == &dense) break;
        sizes += other.size;
    }
    for (Eigen::Index i = 0; i < n; ++i) {
        sizes[i] = std::max(sizes[i], matrix.row(i).norm());
        if (sizes[i] > 0) matrix.row(i) /= sizes[i];
    }
    margin[0] = of_inverse(matrix.inverse().norm(), matrix.allFinite());
}

}  // namespace rattleback
