// Motion across jumps and kinks of the equations, in phases.
//
// Between two switches (switches.hpp) the equations are smooth: any method integrates them, and never
// learns that they switch. A phase ends where the run meets the next surface, or where a surface that
// held it lets go; both are events, located on the dense output of the method. What then follows is
// decided from the rates on all sides (switching.hpp): the motion goes through, is held on the
// surface, leaves it, or has no continuation that is determined, which ends the run with a sentence.
//
// The equations are derived once more, with the sides as parameters, and compiled for each set of
// sides that the motion comes to (phases_code.hpp). The parts are joined to one trajectory, which knows
// its phases. Where forces depend on the direction of a velocity (norms.hpp), a phase ends where that
// becomes slow, and one of slow motion, which is stiff, where it falls to zero.
//
// Inputs that are tables (model/input_table.hpp) make phases too: between two times of a table its pieces are
// polynomials, whose letters are parameters of the run. A phase ends where a piece does, at a whole step,
// and the next begins with the same code and other values.
//
// This is what one run owns. The code is shared by all.
#pragma once

#include "trajectory/integration_options.hpp"
#include "trajectory/motion_problem.hpp"
#include "trajectory/phases_code.hpp"
#include "trajectory/phases_so_far.hpp"

namespace rattleback {

class Phases {
public:
    // The system has the values of the run.
    Phases(std::shared_ptr<const PhasesCode> code, const System& run,
           const MotionSettings& settings);
    ~Phases();

    // What is known so far is changed where the run pauses.
    Trajectory run(std::span<const double> state, const IntegrationOptions& options,
                   PhasesSoFar& so_far);
    // Whether the run ended where forces switch and no continuation is determined.
    bool has_no_continuation() const { return has_no_continuation_; }
    // The problem that the run ended with.
    const MotionProblem& last() const;
    Extreme largest_projection() const;
    Extreme worst_condition() const;
    // What a run that began at the time `from` asked of contacts.
    std::vector<ContactFinding> contact_findings(double from) const;
    // The problem of a phase of this run.
    const MotionProblem& problem_of(const SmoothMotion& phase) const;

private:
    class Phase;
    class Run;

    // Null where the law of sliding does not follow from the equations.
    Phase* phase(const std::vector<Side>& sides, const KeptAt& kept);
    // From this time on; until when they hold.
    double set_pieces(double t, int direction);
    void keep_extremes();
    PhaseKey key(const std::vector<Side>& sides, const KeptAt& kept) const;

    std::shared_ptr<const PhasesCode> code_;
    System run_;                             // of the model, with the values of the run
    System switched_;                        // the same with sides and directions
    std::unique_ptr<NormSizes> norm_sizes_;  // where there are norms
    MotionSettings settings_;
    std::map<PhaseKey, std::unique_ptr<Phase>> phases_;  // of the pieces of now
    std::map<PhaseKey, std::shared_ptr<const SmoothMotion>> motions_;
    std::unique_ptr<Phase> before_;  // that ended with the pieces before
    double began_ = 0;
    Extreme projection_, condition_{1, 0};  // of phases that are no more
    std::vector<ContactFinding> findings_;
    const Phase* last_ = nullptr;
    bool has_no_continuation_ = false;
};

}  // namespace rattleback
