#include "trajectory/contact_forces.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"
#include "geometry/newton_force.hpp"
#include "start/decompositions.hpp"

namespace rattleback {
namespace {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<double, 3> no_force{not_known, not_known, not_known};
// Below this a pivot of the constraints is rounding: they are redundant.
constexpr double redundant = 1e-10;

// See newton_force.hpp.
class OnlyContact {
public:
    OnlyContact(const System& system, const EquationsOfMotion& motion) : n_(system.size()) {
        const NewtonForce newton = newton_force(system);
        const std::vector<Replacement> without_accelerations = [&] {
            std::vector<Replacement> result;
            for (const Expr& a : system.a) result.emplace_back(a, 0);
            return result;
        }();
        ExprVector wanted;
        for (std::size_t i = 0; i < 3; ++i) {
            const ExprVector by_velocities = gradient(newton.momentum[i], system.v);
            wanted.insert(wanted.end(), by_velocities.begin(), by_velocities.end());
            wanted.push_back(substitute(newton.force[i], without_accelerations));
        }
        values_.resize(wanted.size());
        code_.emplace(motion.observed(wanted));
    }

    std::array<double, 3> operator()(const double* in, std::span<const double> accelerations) {
        (*code_)(in, values_.data());
        std::array<double, 3> force{};
        if (directions_of_centre() < 2) {
            force.fill(not_known);
            return force;
        }
        const double* next = values_.data();
        size_ = 0;
        const auto add = [&](double part, double& component) {
            component += part;
            size_ = std::max(size_, std::abs(part));
        };
        for (double& component : force) {
            for (std::size_t j = 0; j < n_; ++j) add(*next++ * accelerations[j], component);
            add(*next++, component);
        }
        return force;
    }

    double size() const { return size_; }  // of the largest term
    const Tape& formulas() const { return code_->tape(); }

private:
    // The rank of ∂(momentum)/∂v.
    Eigen::Index directions_of_centre() const {
        Eigen::MatrixXd slopes(3, static_cast<Eigen::Index>(n_));
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < n_; ++j)
                slopes(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
                    values_[i * (n_ + 1) + j];
        return slopes.colPivHouseholderQr().rank();
    }

    std::size_t n_;
    std::optional<CompiledFunction> code_;
    std::vector<double> values_;
    double size_ = 0;
};

// The rows of the constraints as columns, in units in which velocities, and constraints that say
// something, have sizes near 1.
struct UnitFree {
    // Below this a column is what rounding leaves of a constraint that says nothing.
    static constexpr double nothing = 1e-13;

    explicit UnitFree(const Eigen::MatrixXd& given)
        : matrix(given), velocities(given.rows()), constraints(given.cols()) {
        const auto reciprocal = [](double size) { return size > 0 ? 1 / size : 1; };
        for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
            velocities(i) = reciprocal(matrix.row(i).cwiseAbs().maxCoeff());
            matrix.row(i) *= velocities(i);
        }
        const Eigen::VectorXd sizes = matrix.colwise().norm();
        for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
            const bool says_something = sizes(j) > nothing * sizes.maxCoeff();
            constraints(j) = says_something ? reciprocal(sizes(j)) : 1;
            matrix.col(j) *= constraints(j);
        }
    }

    Eigen::MatrixXd matrix;
    Eigen::VectorXd velocities, constraints;  // the factors
};

void append(ExprVector& all, std::span<const Expr> more) {
    all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

class ContactForces::Code {
public:
    Code(const System& system, const EquationsOfMotion& motion)
        : contacts_(system.contacts), n_(system.size()), k_(system.constraints.size()) {
        ExprVector wanted;
        for (const ExprVector& row : all_constraint_rows(system).a) append(wanted, row);
        for (const Contact& contact : contacts_)
            for (const Contact::Part& part : contact.parts) append(wanted, part.direction);
        for (const Contact& contact : contacts_)
            append(wanted, contact.unknown ? *contact.unknown : Vector3{});
        for (const Contact& contact : contacts_)
            append(wanted, contact.normal ? *contact.normal : Vector3{});
        values_.resize(wanted.size());
        code_.emplace(motion.observed(wanted));
        forces_.resize(3 * contacts_.size());
        if (is_only_support(system)) only_.emplace(system, motion);
    }

    std::span<const double> operator()(const double* in, std::span<const double> accelerations,
                                       std::span<const double> reaction) {
        (*code_)(in, values_.data());
        const auto n = static_cast<Eigen::Index>(n_);
        const Eigen::Map<const Eigen::VectorXd> r(reaction.data(), n);
        const UnitFree by_velocities(rows().transpose());
        Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
        factors.setThreshold(redundant);
        factors.compute(by_velocities.matrix);
        const Eigen::VectorXd mu = by_velocities.constraints.cwiseProduct(
            solution(factors, by_velocities.velocities.cwiseProduct(r)));
        forces_ = of_multipliers(mu);
        size_ = largest_part(mu);
        is_determined_.assign(contacts_.size(), true);
        if (factors.rank() < static_cast<Eigen::Index>(k_)) find_freedom(by_velocities);
        const double* const unknown = directions() + 3 * parts();
        for (std::size_t i = 0; i < forces_.size(); ++i) {
            const Eigen::Map<const Eigen::Vector3d> along(unknown + i / 3 * 3);
            if (std::abs(unknown[i]) > 1e-12 * along.norm()) forces_[i] = not_known;
        }
        if (!only_) return forces_;
        const auto by_newton = (*only_)(in, accelerations);
        size_ = std::max(size_, only_->size());
        for (std::size_t i = 0; i < 3; ++i)
            if (std::isnan(forces_[i])) forces_[i] = by_newton[i];
        return forces_;
    }

    std::vector<ContactLoad> loads() const {
        const double* normal = directions() + 3 * parts() + forces_.size();
        std::vector<ContactLoad> result;
        for (std::size_t c = 0; c < contacts_.size(); ++c, normal += 3) {
            const Eigen::Map<const Eigen::Vector3d> n(normal), f(forces_.data() + 3 * c);
            result.push_back(contacts_[c].normal && is_determined_[c]
                                 ? load(f, n.normalized())
                                 : ContactLoad{not_known, not_known, size_, no_force});
        }
        return result;
    }

    std::vector<const Tape*> formulas() const {
        std::vector<const Tape*> result{&code_->tape()};
        if (only_) result.push_back(&only_->formulas());
        return result;
    }

private:
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

    ContactLoad load(const Eigen::Vector3d& force, const Eigen::Vector3d& normal) const {
        const double along = force.dot(normal);
        const Eigen::Vector3d rest = force - along * normal;
        return {along, rest.norm(), size_, {rest(0), rest(1), rest(2)}};
    }

    Eigen::Map<const RowMajor> rows() const {
        return {values_.data(), static_cast<Eigen::Index>(k_), static_cast<Eigen::Index>(n_)};
    }
    const double* directions() const { return values_.data() + n_ * k_; }
    std::size_t parts() const {
        std::size_t count = 0;
        for (const Contact& contact : contacts_) count += contact.parts.size();
        return count;
    }

    std::vector<double> of_multipliers(const Eigen::VectorXd& mu) const {
        const double* direction = directions();
        std::vector<double> forces(3 * contacts_.size());
        for (std::size_t c = 0; c < contacts_.size(); ++c)
            for (const Contact::Part& part : contacts_[c].parts)
                for (std::size_t i = 0; i < 3; ++i)
                    forces[3 * c + i] +=
                        mu(static_cast<Eigen::Index>(part.constraint)) * *direction++;
        return forces;
    }

    double largest_part(const Eigen::VectorXd& mu) const {
        const double* direction = directions();
        double largest = 0;
        for (const Contact& contact : contacts_)
            for (const Contact::Part& part : contact.parts)
                for (std::size_t i = 0; i < 3; ++i)
                    largest = std::max(
                        largest,
                        std::abs(mu(static_cast<Eigen::Index>(part.constraint)) * *direction++));
        return largest;
    }

    // Which forces other multipliers with the same reaction would change. A constraint that says
    // nothing, as that a disc which cannot leave a vertical plane does not slip out of it, needs no
    // force: its multiplier stays zero.
    void find_freedom(const UnitFree& by_velocities) {
        const Eigen::MatrixXd& matrix = by_velocities.matrix;
        const Eigen::VectorXd sizes = matrix.colwise().norm();
        Eigen::MatrixXd rows(matrix.rows() + matrix.cols(), matrix.cols());
        rows << matrix, Eigen::MatrixXd((sizes.array() <= redundant * sizes.maxCoeff())
                                            .cast<double>()
                                            .matrix()
                                            .asDiagonal());
        FullLU factors(rows);
        factors.setThreshold(redundant);
        if (factors.dimensionOfKernel() == 0) return;
        const Eigen::MatrixXd ways = kernel(factors);
        for (Eigen::Index j = 0; j < ways.cols(); ++j) {
            const Eigen::VectorXd mu = by_velocities.constraints.cwiseProduct(ways.col(j));
            const std::vector<double> change = of_multipliers(mu);
            for (std::size_t i = 0; i < change.size(); ++i)
                if (std::abs(change[i]) > redundant * largest_part(mu))
                    is_determined_[i / 3] = false;
        }
    }

    const std::vector<Contact>& contacts_;
    std::size_t n_, k_;
    std::optional<CompiledFunction> code_;
    // Rows of the constraints, directions of the parts, unknown directions, normals.
    std::vector<double> values_;
    std::vector<double> forces_;
    double size_ = 0;  // of the largest of their parts
    std::vector<bool> is_determined_;
    std::optional<OnlyContact> only_;
};

bool ContactForces::applies(const System& system) {
    return !system.contacts.empty() && system.principle == Principle::Nonholonomic &&
           !is_generalized(system);
}

bool ContactForces::tell_normal(const System& system, const Contact& contact) {
    return contact.normal && (!contact.unknown || is_only_support(system));
}

ContactForces::ContactForces(const System& system, const EquationsOfMotion& motion)
    : code_(std::make_unique<Code>(system, motion)) {}
ContactForces::~ContactForces() = default;
ContactForces::ContactForces(const ContactForces& other)
    : code_(std::make_unique<Code>(*other.code_)) {}
ContactForces::ContactForces(ContactForces&&) noexcept = default;

std::span<const double> ContactForces::operator()(const double* in,
                                                  std::span<const double> accelerations,
                                                  std::span<const double> reaction) {
    return (*code_)(in, accelerations, reaction);
}

std::vector<ContactLoad> ContactForces::loads() const { return code_->loads(); }
std::vector<const Tape*> ContactForces::formulas() const { return code_->formulas(); }

ContactLoads::ContactLoads(const System& system, const EquationsOfMotion& motion)
    : n_(system.size()),
      solved_(motion.forces()),
      forces_(system, motion),
      out_(solved_.outputs()) {}

std::vector<ContactLoad> ContactLoads::operator()(const double* in) {
    solved_(in, out_.data());
    forces_(in, {out_.data(), n_}, {out_.data() + n_, n_});
    return forces_.loads();
}

std::vector<const Tape*> ContactLoads::formulas() const {
    std::vector<const Tape*> result = forces_.formulas();
    result.insert(result.end(), {&solved_.equations(), &solved_.results()});
    return result;
}

}  // namespace rattleback
