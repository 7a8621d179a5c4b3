// Contacts along a run: when they would pull, when they would slip, and what friction they need.
//
// For every contact whose normal force the model tells there is an event where N falls through zero,
// which stops the run if the contact is unilateral; where the model gives μ there is one where |T|
// comes to μ N, which does so always. These are functions of the state that solve for the reaction, as
// the right-hand side does for the accelerations. In every step they are resolved into polynomials
// (sampled_event.hpp), and so is (|T|/N)², whose largest value is looked for.
#pragma once

#include "trajectory/contact_finding.hpp"
#include "trajectory/contact_forces.hpp"
#include "trajectory/dense_output.hpp"
#include "trajectory/ode_problem.hpp"
#include "trajectory/sampled_event.hpp"

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

    const std::vector<ContactLoad>& loads_at(const double* in);
    const ContactLoad& load_at(const Segment& segment, double theta, std::size_t contact);
    void observe(std::size_t which, const Segment& segment, double end);
    std::optional<double> loss(std::size_t which, const Segment& segment, double end);
    void look_for_most(std::size_t which, const Segment& segment, double end);
    void note_friction(std::size_t which, double friction, double t);

    std::optional<ContactLoads> loads_;
    std::vector<std::size_t> contacts_;  // those with a surface; findings are about these
    std::vector<Limit> limits_;
    std::vector<EventKind> events_;
    std::vector<ContactFinding> findings_;
    SampledEvent normal_;
    ResolvedFunction friction_;
    std::vector<double> in_;
    std::vector<Known> known_;  // in this step: several events ask at the same points
    std::size_t used_ = 0;      // of these
};

}  // namespace rattleback
