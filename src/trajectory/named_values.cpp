#include "trajectory/named_values.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

#include "equations/named_quantities.hpp"
#include "expr/flattened.hpp"
#include "expr/graph.hpp"
#include "geometry/core_system.hpp"
#include "start/equilibrated.hpp"

namespace rattleback {
namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
// Below this a pivot is rounding.
constexpr double dependent = 1e-10;

// Systems of this size live on the stack.
constexpr int without_allocation = 12;

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

// Nᵀ x = right, with N by rows; false where these are dependent.
template <int Most>
bool solve_least_squares(std::span<const double> rows, std::span<const double> right,
                         std::span<double> x) {
    using Columns =
        Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, Most, Most>;
    using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, Most, 1>;
    const Eigen::Index n = index(right.size()), k = index(x.size());
    const Columns columns = Eigen::Map<const RowMajor>(rows.data(), k, n).transpose();
    if (!columns.allFinite()) return false;
    const Equilibrated<Columns> scaled(columns);
    Eigen::ColPivHouseholderQR<Columns> factors;
    factors.setThreshold(dependent);
    factors.compute(scaled.matrix());
    if (factors.rank() < k) return false;
    const Vector of = scaled.right(Eigen::Map<const Eigen::VectorXd>(right.data(), n));
    const Vector solution = factors.solve(of);
    Eigen::Map<Eigen::VectorXd>(x.data(), k) = scaled.solution(solution);
    return true;
}

double largest(std::span<const double> values) {
    double result = 0;
    for (const double x : values) result = std::max(result, std::abs(x));
    return result;
}

}  // namespace

NamedValues::NamedValues(const System& system, const EquationsOfMotion& motion,
                         std::span<const Expr> formulas, const CompileOptions& options)
    : n_(system.size()) {
    choose_sources(system, formulas);
    if (!symbols_.empty()) prepare(system, motion, options);
}

void NamedValues::choose_sources(const System& system, std::span<const Expr> formulas) {
    const auto add = [&](const Expr& symbol, const Source& source) {
        symbols_.push_back(symbol);
        sources_.push_back(source);
    };
    const std::vector<Expr> symbols = symbols_of(formulas);
    for (std::size_t i = 0; i < n_; ++i)
        if (std::ranges::find(symbols, system.a[i]) != symbols.end())
            add(system.a[i], {From::Solved, i});
    for (const Quantity& q : quantities_in(system, formulas)) switch (q.kind) {
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

void NamedValues::prepare(const System& system, const EquationsOfMotion& motion,
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

bool NamedValues::wants(From from) const {
    return std::ranges::find(sources_, from, &Source::from) != sources_.end();
}

void NamedValues::operator()(const double* in, double* values) {
    if (!solved_) return;
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
    for (std::size_t i = 0; i < sources_.size(); ++i)
        values[i] = is_determined ? number(sources_[i]) : no_value;
}

// R less what the state itself exerts, which is among the forces.
std::vector<double> NamedValues::unknown_reaction() const {
    const double* const exerted = matrix_values_.data() + n_ * rows_;
    std::vector<double> result(out_.data() + n_, out_.data() + 2 * n_);
    for (std::size_t i = 0; i < exerted_; ++i) result[i] -= exerted[i];
    return result;
}

// That is Nᵀ μ, with rows of unit length.
void NamedValues::find_multipliers() {
    if (rows_ == 0) return;
    const std::vector<double> unknown = unknown_reaction();
    const std::span<const double> rows(matrix_values_.data(), rows_ * n_);
    const bool found = std::max(rows_, n_) <= std::size_t{without_allocation}
                           ? solve_least_squares<without_allocation>(rows, unknown, multipliers_)
                           : solve_least_squares<Eigen::Dynamic>(rows, unknown, multipliers_);
    if (!found) std::ranges::fill(multipliers_, no_value);
}

void NamedValues::find_gauss() {
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
    const Eigen::VectorXd apart =
        scaled.solution(Eigen::VectorXd(factors.solve(Eigen::VectorXd(scaled.right(reaction)))));
    gauss_ = apart.dot(reaction) / 2;
}

double NamedValues::number(const Source& source) const {
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

double NamedValues::scale(std::size_t i) const {
    const Source& source = sources_[i];
    switch (source.from) {
        case From::Solved: return std::abs(out_[source.place]);
        case From::Multipliers: return largest(multipliers_);
        case From::Contacts: return largest(contacts_);
        case From::Normals:
        case From::Frictions: return loads_[source.place].size;
        case From::Gauss: break;
    }
    return std::abs(gauss_);
}

std::vector<const Tape*> NamedValues::formulas() const {
    std::vector<const Tape*> result;
    if (solved_) result = {&solved_->equations(), &solved_->results()};
    if (matrices_) result.push_back(&matrices_->tape());
    if (!contact_forces_) return result;
    const std::vector<const Tape*> more = contact_forces_->formulas();
    result.insert(result.end(), more.begin(), more.end());
    return result;
}

}  // namespace rattleback
