#include "trajectory/quantity_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "equations/named_quantities.hpp"
#include "expr/flattened.hpp"
#include "expr/graph.hpp"
#include "geometry/core_system.hpp"
#include "start/decompositions.hpp"
#include "start/equilibrated.hpp"

namespace rattleback {
namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
// Below this a pivot is rounding.
constexpr double dependent = 1e-10;

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

}  // namespace

QuantityValues::QuantityValues(const System& system, const Equations& equations,
                               const EquationsOfMotion& motion, std::span<const Expr> expressions,
                               const CompileOptions& options)
    : n_(system.size()), inputs_(motion.inputs().size()) {
    const ExprVector formulas = with_own_speeds(system, equations, expressions);
    choose_sources(system, formulas);
    if (!named_.empty()) prepare(system, motion, options);
    formulas_ = compile(joined({motion.inputs(), named_}), motion.at_state(formulas), options);
    in_.resize(inputs_ + named_.size());
}

void QuantityValues::choose_sources(const System& system, std::span<const Expr> expressions) {
    const auto add = [&](const Expr& symbol, const Source& source) {
        named_.push_back(symbol);
        sources_.push_back(source);
    };
    const std::vector<Expr> symbols = symbols_of(expressions);
    for (std::size_t i = 0; i < n_; ++i)
        if (std::ranges::find(symbols, system.a[i]) != symbols.end())
            add(system.a[i], {From::Solved, i});
    for (const Quantity& q : quantities_in(system, expressions)) switch (q.kind) {
            case QuantityKind::Reaction: add(q.symbol, {From::Solved, n_ + q.of}); break;
            case QuantityKind::Multiplier: add(q.symbol, {From::Multipliers, q.of}); break;
            case QuantityKind::Speed:           // one of the form's
            case QuantityKind::GaussSlope:      // spelled out
            case QuantityKind::GaussCurvature:  // likewise
            case QuantityKind::GaussPart: break;
            case QuantityKind::Force: add(q.symbol, {From::Contacts, 3 * q.of + q.axis}); break;
            case QuantityKind::Normal: add(q.symbol, {From::Normals, q.of}); break;
            case QuantityKind::Friction: add(q.symbol, {From::Frictions, q.of}); break;
            case QuantityKind::Gauss: add(q.symbol, {From::Gauss}); break;
        }
}

void QuantityValues::prepare(const System& system, const EquationsOfMotion& motion,
                             const CompileOptions& options) {
    solved_ = motion.forces();
    out_.resize(solved_->outputs());
    ExprVector wanted;
    if (wants(From::Multipliers)) {
        const ExprMatrix rows = multiplier_rows(system);
        rows_ = rows.size();
        append(wanted, rows);
    }
    if (wants(From::Multipliers) || wants(From::Gauss)) {
        const ExprVector exerted = latent_reaction(system);
        exerted_ = exerted.size();
        append(wanted, exerted);
    }
    if (wants(From::Gauss)) append(wanted, free_motion(system).mass);
    if (!wanted.empty()) {
        matrices_ = compile(motion.inputs(), motion.at_state(wanted), options);
        matrix_values_.resize(wanted.size());
    }
    multipliers_.resize(rows_);
    if (wants(From::Contacts) || wants(From::Normals) || wants(From::Frictions))
        contact_forces_.emplace(system, motion);
}

bool QuantityValues::wants(From from) const {
    return std::ranges::find(sources_, from, &Source::from) != sources_.end();
}

void QuantityValues::operator()(const double* in, double* out) {
    if (named_.empty()) {
        (*formulas_)(in, out);
        return;
    }
    const bool is_determined = (*solved_)(in, out_.data()) != 0;
    if (!is_determined) std::ranges::fill(out_, no_value);
    if (contact_forces_) {
        const auto forces = (*contact_forces_)(in, {out_.data(), n_}, {out_.data() + n_, n_});
        contacts_.assign(forces.begin(), forces.end());
        loads_ = contact_forces_->loads();
    }
    if (matrices_) {
        (*matrices_)(in, matrix_values_.data());
        find_multipliers();
        if (wants(From::Gauss)) find_gauss();
    }
    std::copy_n(in, inputs_, in_.begin());
    for (std::size_t i = 0; i < sources_.size(); ++i) {
        const double value = number(sources_[i]);
        in_[inputs_ + i] = is_determined ? value : no_value;
    }
    (*formulas_)(in_.data(), out);
}

// R less what the state itself exerts, which is among the forces.
std::vector<double> QuantityValues::unknown_reaction() const {
    const double* const exerted = matrix_values_.data() + n_ * rows_;
    std::vector<double> result(out_.data() + n_, out_.data() + 2 * n_);
    for (std::size_t i = 0; i < exerted_; ++i) result[i] -= exerted[i];
    return result;
}

// That is Nᵀ μ, with rows of unit length.
void QuantityValues::find_multipliers() {
    if (rows_ == 0) return;
    const auto n = index(n_), k = index(rows_);
    Eigen::MatrixXd columns = Eigen::Map<const RowMajor>(matrix_values_.data(), k, n).transpose();
    const std::vector<double> unknown = unknown_reaction();
    const Eigen::VectorXd reaction = Eigen::Map<const Eigen::VectorXd>(unknown.data(), n);
    const Equilibrated<Eigen::MatrixXd> scaled(columns);
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors;
    factors.setThreshold(dependent);
    factors.compute(scaled.matrix());
    if (!columns.allFinite() || factors.rank() < k) {
        std::ranges::fill(multipliers_, no_value);
        return;
    }
    const Eigen::VectorXd mu = scaled.solution(solution(factors, scaled.right(reaction)));
    std::ranges::copy(mu, multipliers_.begin());
}

void QuantityValues::find_gauss() {
    const auto n = index(n_);
    const double* const mass = matrix_values_.data() + n_ * rows_ + exerted_;
    const Eigen::MatrixXd m = Eigen::Map<const RowMajor>(mass, n, n);
    const std::vector<double> unknown = unknown_reaction();
    const Eigen::VectorXd reaction = Eigen::Map<const Eigen::VectorXd>(unknown.data(), n);
    gauss_ = no_value;
    if (!m.allFinite()) return;
    const Equilibrated<Eigen::MatrixXd> scaled(m);
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors(scaled.matrix());
    if (factors.rank() < n) return;
    const Eigen::VectorXd apart = scaled.solution(solution(factors, scaled.right(reaction)));
    gauss_ = apart.dot(reaction) / 2;
}

double QuantityValues::number(const Source& source) const {
    switch (source.from) {
        case From::Solved: return out_[source.place];
        case From::Multipliers: return multipliers_[source.place];
        case From::Contacts: return contacts_[source.place];
        case From::Normals: return loads_[source.place].normal;
        case From::Frictions: return loads_[source.place].tangential;
        case From::Gauss: return gauss_;
    }
    return no_value;
}

}  // namespace rattleback
