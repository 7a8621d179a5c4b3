#include "trajectory/mechanics_of_samples.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "expr/print_text.hpp"
#include "geometry/core_system.hpp"
#include "trajectory/smooth_motion.hpp"

namespace rattleback {
namespace {

// The force at the only support of a single body by Newton's law, F = m d v/dt − m g: also where
// coordinates keep the body on the plane, and no constraint tells the force. Nothing but weight must
// act beside it, and the coordinates must leave the centre two directions: else they hold it too.
class OnlyContact {
public:
    static bool applies(const System& system) {
        const Description& written = system.description;
        return system.contacts.size() == 1 && system.bodies.size() == 1 &&
               system.bodies[0].frame == system.contacts[0].frame && written.particles.empty() &&
               written.constraints.empty() && written.knife_edges.empty() &&
               written.rollings.size() == 1 && written.springs.empty() && written.forces.empty() &&
               written.lagrangian.empty() && written.kinetic.empty() && written.potential.empty();
    }

    OnlyContact(const System& system, const EquationsOfMotion& motion) : n_(system.size()) {
        Vector3 momentum{}, weight{};
        for (const Body& body : system.bodies) {
            momentum = momentum + body.mass * velocity(system.frames[body.frame], body.centre);
            weight = weight + body.mass * system.gravity;
        }
        ExprVector wanted;
        for (std::size_t i = 0; i < 3; ++i) {
            const ExprVector by_velocities = gradient(momentum[i], system.v);
            wanted.insert(wanted.end(), by_velocities.begin(), by_velocities.end());
            wanted.push_back(derivative_along(momentum[i], system.by_time_without_accelerations()) -
                             weight[i]);
        }
        values_.resize(wanted.size());
        code_.emplace(motion.observed(wanted));
    }

    std::array<double, 3> operator()(const double* in, std::span<const double> accelerations) {
        (*code_)(in, values_.data());
        std::array<double, 3> force{};
        if (directions_of_centre() < 2) {
            force.fill(std::numeric_limits<double>::quiet_NaN());
            return force;
        }
        const double* next = values_.data();
        for (double& component : force) {
            for (std::size_t j = 0; j < n_; ++j) component += *next++ * accelerations[j];
            component += *next++;
        }
        return force;
    }

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
};

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
        if (OnlyContact::applies(system)) only_.emplace(system, motion);
    }

    std::vector<double> operator()(const double* in, std::span<const double> accelerations,
                                   std::span<const double> reaction) {
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
        if (!only_) return forces;
        const auto by_newton = (*only_)(in, accelerations);
        for (std::size_t i = 0; i < 3; ++i)
            if (std::isnan(forces[i])) forces[i] = by_newton[i];
        return forces;
    }

private:
    const std::vector<Contact>& contacts_;
    std::size_t n_, k_;
    std::optional<CompiledFunction> code_;
    std::vector<double> values_;
    std::optional<OnlyContact> only_;
};

// Whether all velocities are speeds of the form.
bool has_velocities(const Equations& equations, const System& system) {
    return std::ranges::all_of(system.v, [&](const Expr& v) {
        return std::ranges::find(equations.speeds, v) != equations.speeds.end();
    });
}

void name_columns(const System& system, const Equations& equations, Trajectory& trajectory) {
    for (std::size_t i = equations.speeds.size(); i < equations.unknowns.size(); ++i)
        trajectory.multiplier_names.push_back(to_text(equations.unknowns[i]));
    for (const Expr& q : system.q) trajectory.reaction_names.push_back("R_" + to_text(q));
    for (const Contact& contact : system.contacts)
        for (const char* axis : {"x", "y", "z"})
            trajectory.contact_names.push_back(contact.name + " " + axis);
    if (!has_velocities(equations, system))
        for (const Expr& v : system.v) trajectory.velocity_names.push_back(to_text(v));
    trajectory.velocities = Rows(trajectory.velocity_names.size());
    trajectory.multipliers = Rows(trajectory.multiplier_names.size());
    trajectory.reactions = Rows(trajectory.reaction_names.size());
    trajectory.contacts = Rows(trajectory.contact_names.size());
}

struct SampleRange {
    std::size_t first, end;
};

void append_mechanics(const System& system, const Equations& equations,
                      const EquationsOfMotion& motion, SampleRange samples,
                      Trajectory& trajectory) {
    const std::size_t n = system.size(), speeds = equations.speeds.size();
    const SolvedFunction forces = motion.forces();
    std::optional<ContactForces> contact_forces;
    const bool has_forces = system.principle == Principle::Nonholonomic && !is_generalized(system);
    if (!system.contacts.empty() && has_forces) contact_forces.emplace(system, motion);
    std::vector<double> out(forces.outputs()), velocities(trajectory.velocity_names.size());
    std::optional<CompiledFunction> velocity;
    if (!velocities.empty()) velocity.emplace(motion.observed(system.v));
    for (std::size_t i = samples.first; i < samples.end; ++i) {
        const std::vector<double> in = motion.input(trajectory.states[i], trajectory.times[i]);
        forces(in.data(), out.data());
        trajectory.reactions.append({out.data() + n, n});
        if (velocity) (*velocity)(in.data(), velocities.data());
        trajectory.velocities.append(velocities);
        trajectory.multipliers.append(
            {out.data() + 2 * n + speeds, trajectory.multiplier_names.size()});
        if (contact_forces)
            trajectory.contacts.append(
                (*contact_forces)(in.data(), {out.data(), n}, {out.data() + n, n}));
    }
}

void reserve_mechanics(Trajectory& trajectory) {
    for (Rows* rows : {&trajectory.reactions, &trajectory.velocities, &trajectory.multipliers,
                       &trajectory.contacts})
        rows->reserve(trajectory.times.size());
}

}  // namespace

void add_mechanics(const System& system, const Equations& equations,
                   const EquationsOfMotion& motion, Trajectory& trajectory) {
    name_columns(system, equations, trajectory);
    reserve_mechanics(trajectory);
    append_mechanics(system, equations, motion, {0, trajectory.times.size()}, trajectory);
}

void add_mechanics_of_phases(const System& system, const Equations& equations,
                             Trajectory& trajectory) {
    name_columns(system, equations, trajectory);
    reserve_mechanics(trajectory);
    const auto& phases = trajectory.phases;
    std::map<const SmoothMotion*, EquationsOfMotion> motions;
    for (std::size_t p = 0; p < phases.size(); ++p) {
        const std::size_t end =
            p + 1 < phases.size() ? phases[p + 1].first_sample : trajectory.times.size();
        const std::size_t first = std::min(phases[p].first_sample, trajectory.times.size());
        if (first >= end) continue;
        const SmoothMotion& of = *phases[p].motion;
        const auto known = motions.try_emplace(&of, of.system, of.equations,
                                               MotionOptions{.fixed_parameters = true});
        append_mechanics(of.system, of.equations, known.first->second,
                         {first, std::min(end, trajectory.times.size())}, trajectory);
    }
}

}  // namespace rattleback
