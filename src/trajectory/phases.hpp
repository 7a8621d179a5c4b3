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
// forces depend on the direction of a velocity (norms.hpp), a phase ends where that becomes slow,
// and one of slow motion, which is stiff, where it falls to zero.
#pragma once

#include <map>
#include <memory>

#include "trajectory/integration_options.hpp"
#include "trajectory/motion_problem.hpp"
#include "trajectory/norm_sizes.hpp"
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
    // Null where the law of sliding does not follow from the equations.
    Phase* phase(const std::vector<Side>& sides);

    System derived_from_;
    SwitchedSystem switched_;  // with continued roots, as are the equations
    Equations equations_;      // with sides
    std::vector<Surface> surfaces_;
    std::vector<NormAtState> norms_;
    std::unique_ptr<NormSizes> norm_sizes_;  // where there are norms
    MotionSettings settings_;
    // By the sides, and what counts as zero of norms that are not.
    using Key = std::pair<std::vector<Side>, std::vector<double>>;
    std::map<Key, std::unique_ptr<Phase>> phases_;
    const Phase* last_ = nullptr;
};

}  // namespace rattleback
