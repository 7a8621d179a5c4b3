#include "trajectory/mechanics_of_samples.hpp"

#include <Eigen/QR>
#include <cmath>
#include <limits>

#include "expr/print_text.hpp"
#include "geometry/core_system.hpp"

namespace rattleback {
namespace {

// Forces at the contacts of a system with ideal constraints.
class ContactForces {
public:
    ContactForces(const System& system, const EquationsOfMotion& motion)
        : contacts_(system.contacts), n_(system.size()), k_(system.constraints.size()) {
        ExprVector wanted;
        for (const ExprVector& row : all_constraint_rows(system).a)
            wanted.insert(wanted.end(), row.begin(), row.end());
        for (const Contact& contact : contacts_)
            for (const Contact::Part& part : contact.parts)
                wanted.insert(wanted.end(), part.direction.begin(), part.direction.end());
        for (const Contact& contact : contacts_)
            if (contact.unknown)
                wanted.insert(wanted.end(), contact.unknown->begin(), contact.unknown->end());
        values_.resize(wanted.size());
        code_.emplace(motion.observed(wanted));
    }

    std::vector<double> operator()(const double* in, std::span<const double> reaction) {
        using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        (*code_)(in, values_.data());
        const auto n = static_cast<Eigen::Index>(n_), k = static_cast<Eigen::Index>(k_);
        const Eigen::Map<const RowMajor> a(values_.data(), k, n);
        const Eigen::Map<const Eigen::VectorXd> r(reaction.data(), n);
        const Eigen::VectorXd mu = a.transpose().completeOrthogonalDecomposition().solve(r);
        const double* direction = values_.data() + n_ * k_;
        std::vector<double> forces;
        for (const Contact& contact : contacts_) {
            forces.resize(forces.size() + 3);
            for (const Contact::Part& part : contact.parts)
                for (std::size_t i = 0; i < 3; ++i)
                    forces[forces.size() - 3 + i] +=
                        mu(static_cast<Eigen::Index>(part.constraint)) * *direction++;
        }
        for (std::size_t c = 0; c < contacts_.size(); ++c)
            for (std::size_t i = 0; i < 3 && contacts_[c].unknown; ++i)
                if (std::abs(*direction++) > 1e-12)
                    forces[3 * c + i] = std::numeric_limits<double>::quiet_NaN();
        return forces;
    }

private:
    const std::vector<Contact>& contacts_;
    std::size_t n_, k_;
    std::optional<CompiledFunction> code_;
    std::vector<double> values_;
};

void name_columns(const System& system, const Equations& equations, Trajectory& trajectory) {
    for (std::size_t i = equations.speeds.size(); i < equations.unknowns.size(); ++i)
        trajectory.multiplier_names.push_back(to_text(equations.unknowns[i]));
    for (const Expr& q : system.q) trajectory.reaction_names.push_back("R_" + to_text(q));
    for (const Contact& contact : system.contacts)
        for (const char* axis : {"x", "y", "z"})
            trajectory.contact_names.push_back(contact.name + ", " + axis);
    trajectory.multipliers = Rows(trajectory.multiplier_names.size());
    trajectory.reactions = Rows(trajectory.reaction_names.size());
    trajectory.contacts = Rows(trajectory.contact_names.size());
}

}  // namespace

void add_mechanics(const System& system, const Equations& equations,
                   const EquationsOfMotion& motion, Trajectory& trajectory) {
    const std::size_t n = system.size(), speeds = equations.speeds.size();
    name_columns(system, equations, trajectory);
    const SolvedFunction forces = motion.forces();
    std::optional<ContactForces> contact_forces;
    const bool has_forces = system.principle == Principle::Nonholonomic && !is_generalized(system);
    if (!system.contacts.empty() && has_forces) contact_forces.emplace(system, motion);
    std::vector<double> out(forces.outputs());
    for (std::size_t i = 0; i < trajectory.times.size(); ++i) {
        const std::vector<double> in = motion.input(trajectory.states[i], trajectory.times[i]);
        forces(in.data(), out.data());
        trajectory.reactions.append({out.data() + n, n});
        trajectory.multipliers.append(
            {out.data() + 2 * n + speeds, trajectory.multiplier_names.size()});
        if (contact_forces)
            trajectory.contacts.append((*contact_forces)(in.data(), {out.data() + n, n}));
    }
}

}  // namespace rattleback
