// Contacts along a run: when they would pull, when they would slip, and what friction they need.
//
// For every contact whose normal force the model tells there is an event where N falls through zero,
// which stops the run if the contact is unilateral; where the model gives μ there is one where |T|
// comes to μ N, which does so always. N and the components of T are quantities of the run
// (quantities_along_step.hpp), and the events are formulas of them. So is (|T|/N)², of which the largest
// value is looked for in every step by its bounds over parts of the step.
#pragma once

#include "trajectory/contact_finding.hpp"
#include "trajectory/contact_forces.hpp"
#include "trajectory/event_search.hpp"

namespace rattleback {

class ContactWatch {
public:
    // It has no numbers yet, and any run may take a copy. The system must live as long as copies do.
    // So many other quantities come before its own.
    ContactWatch(const System& system, const EquationsOfMotion& motion, std::size_t before);
    // For a run with these values of the parameters; behind t the functions of the motion take these
    // numbers.
    ContactWatch with(const System& values, std::span<const double> numbers) const;

    // Empty where the model tells no normal force: then there is nothing to observe. Their formulas are
    // those of this watch.
    std::vector<EventKind> events() const;
    // Where these begin among all events of the run.
    void begin_events_at(std::size_t event) { first_event_ = event; }
    // N, shifted up by its rounding, and the components of T, for each contact with events.
    std::size_t quantities() const { return 4 * watched_.size(); }
    void look(const double* in, double* values, double* scales);
    std::vector<const Tape*> formulas() const;  // behind them

    void observe(const ObservedStep& step);
    const std::vector<ContactFinding>& findings() const { return findings_; }

private:
    struct Watched {
        std::size_t finding, contact;
        std::string name;
        bool is_unilateral;
        std::optional<Expr> friction = {};  // μ
        std::optional<double> mu = {};      // its value
        // Of the state, the time and the quantities: N, what friction there is to spare, (|T|/N)².
        Tape lifts_off = {}, slips = {}, square = {};
    };

    void make_formulas();
    std::size_t quantity(std::size_t watched) const { return before_ + 4 * watched; }
    void observe(std::size_t watched, std::size_t event, const ObservedStep& step);
    void look_for_most(std::size_t watched, const ObservedStep& step, double end);
    double needed(std::size_t watched, const ObservedStep& step, double theta) const;
    void note_friction(std::size_t watched, double friction, double t);

    std::size_t size_, before_;  // of the state; other quantities
    std::optional<ContactLoads> loads_;
    std::vector<Watched> watched_;
    std::vector<ContactFinding> findings_;  // of those with a surface
    std::size_t first_event_ = 0;
    std::vector<double> in_;
};

}  // namespace rattleback
