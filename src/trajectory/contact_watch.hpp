// Contacts along a run: when they would pull, when they would slip, and what friction they need.
//
// For every contact whose normal force the model tells there is an event where N falls through zero,
// which stops the run if the contact is unilateral; where the model gives μ there is one where |T|
// comes to μ N, which does so always. These are functions of the state that solve for the reaction, as
// the right-hand side does for the accelerations, and change as fast as these: a grid as fine as the
// polynomial of the step tells what they do. The largest |T|/N is looked for in every step.
#pragma once

#include "trajectory/contact_finding.hpp"
#include "trajectory/contact_forces.hpp"
#include "trajectory/dense_output.hpp"
#include "trajectory/ode_problem.hpp"

namespace rattleback {

class ContactWatch {
public:
    // It has no numbers yet, and any run may take a copy. The system must live as long as copies do.
    ContactWatch(const System& system, const EquationsOfMotion& motion);
    // For a run with these values of the parameters; behind t the functions of the motion take these
    // numbers.
    ContactWatch with(const System& values, std::span<const double> numbers) const;

    // Empty where the model tells no normal force: then there is nothing to observe.
    const std::vector<EventKind>& events() const { return events_; }
    // One for each of these events, at a state and time.
    void values(const double* in, double* values);
    // A step of the run, of which only the part up to the time `until` was gone.
    void observe(const Segment& segment, double until);
    const std::vector<ContactFinding>& findings() const { return findings_; }

private:
    struct Limit {
        std::size_t contact;
        std::optional<Expr> friction;   // none: the limit is N = 0
        std::optional<double> mu = {};  // its value
    };
    struct Known {
        std::vector<double> in;
        std::vector<ContactLoad> loads;
    };
    struct Grid {
        std::vector<std::vector<ContactLoad>> loads;
        double width;  // of a cell, in θ
        bool ends;     // the run does, within the step
    };

    const std::vector<ContactLoad>& loads_at(const double* in);
    const ContactLoad& load_at(const Segment& segment, double theta, std::size_t contact);
    void observe(std::size_t which, const Segment& segment, const Grid& grid);
    void look_for_loss(std::size_t which, const Segment& segment, double from, double until);
    void look_for_most(std::size_t which, const Segment& segment, double from, double until);

    std::optional<ContactLoads> loads_;
    std::vector<std::size_t> contacts_;  // those with a surface; findings are about these
    std::vector<Limit> limits_;
    std::vector<EventKind> events_;
    std::vector<ContactFinding> findings_;
    std::vector<double> in_;
    std::vector<Known> known_;  // in this step: several events ask at the same points
    std::size_t used_ = 0;      // of these
};

}  // namespace rattleback
