// Motion across jumps and kinks of the equations, in phases.
//
// Between two switches (switches.hpp) the equations are smooth: any method integrates them, and never
// learns that they switch. A phase ends where the run meets the next surface, or where a surface that
// held it lets go; both are events, located on the dense output of the method. What then follows is
// decided from the rates on all sides (switching.hpp): the motion goes through, is held on the
// surface, leaves it, or has no continuation that is determined, which ends the run with a sentence.
//
// The equations are derived once more, with the sides as parameters, and compiled for each set of
// sides that the motion comes to. The parts are joined to one trajectory, which knows its phases. Where
// forces depend on the direction of a velocity (norms.hpp), a phase ends where that falls to zero.
#pragma once

#include <map>
#include <memory>

#include "trajectory/integration_options.hpp"
#include "trajectory/motion_problem.hpp"
#include "trajectory/switching.hpp"

namespace rattleback {

class Phases {
public:
    // What a stop says where forces switch and no continuation is determined.
    static constexpr const char* no_continuation = "switch";

    // Nothing where the equations do not switch.
    static std::unique_ptr<Phases> of(const System& system, const Equations& equations,
                                      const MotionSettings& settings);
    ~Phases();

    Trajectory run(std::span<const double> state, const IntegrationOptions& options);
    // The problem that the run ended with.
    const MotionProblem& last() const;
    Extreme largest_projection() const;
    Extreme worst_condition() const;
    // What a run that began at the time `from` asked of contacts.
    std::vector<ContactFinding> contact_findings(double from) const;

private:
    class Phase;
    class Run;

    Phases(const SwitchedSystem& switched, const Equations& equations,
           const MotionSettings& settings);
    // The system of a phase as it was derived from, without roots that go on beyond their end.
    System inside(const SmoothMotion& motion) const;
    void measure_norms(std::span<const double> state, const IntegrationOptions& options);
    // Null where the law of sliding does not follow from the equations.
    Phase* phase(const std::vector<Side>& sides);

    System derived_from_;
    SwitchedSystem switched_;  // with continued roots, as are the equations
    Equations equations_;      // with sides
    std::vector<Surface> surfaces_;
    std::vector<NormAtState> norms_;
    // Of each norm: what counts as zero, and where it is no longer slow.
    std::vector<double> least_, fast_;
    std::vector<double> sizes_;  // of the state, where there are norms
    MotionSettings settings_;
    std::map<std::vector<Side>, std::unique_ptr<Phase>> phases_;
    const Phase* last_ = nullptr;
};

}  // namespace rattleback
