// All code of one phase of a motion across jumps and kinks: by letters, for any number of runs.
//
// A phase is a set of sides (phases.hpp). It ends at guards, functions of the state that come to zero:
// u of every surface that the motion is not held on, the small and the slow size of every norm, whose
// numbers a run measures (norm_sizes.hpp), and the margin of whatever holds.
#pragma once

#include "trajectory/motion_code.hpp"
#include "trajectory/smooth_motion.hpp"

namespace rattleback {

// A motion whose forces switch: its equations are derived with the sides and directions as parameters.
struct SwitchedMotion {
    System derived_from;      // without roots that go on beyond their end
    SwitchedSystem switched;  // with continued roots, as are the equations
    Equations equations;
    std::vector<Surface> surfaces;
    std::vector<NormAtState> norms;
    std::size_t letters;  // parameters of the model, the first ones; sides and directions follow
    ParametersAs parameters = ParametersAs::Numbers;
};

class PhaseCode {
public:
    // What a guard of a norm is compared with, times what a run measured; a surface has no size.
    enum class Size : std::uint8_t { None, Least, Slow };

    struct Guard {
        std::size_t number;  // of the switch or norm
        int side;            // from which it is met
        RunTape formula;     // of the state, and then of the square of the size where there is one
        Size size = Size::None;
        double times = 1;
        std::optional<Side> becomes = {};  // of a norm that is not zero
    };

    PhaseCode(const SwitchedMotion& of, std::vector<Side> sides, KeptAt kept, SmoothMotion motion);

    const std::vector<Side>& sides() const { return sides_; }
    const KeptAt& kept() const { return kept_; }
    const SmoothMotion& motion() const { return motion_; }
    const std::shared_ptr<const MotionCode>& code() const { return code_; }
    const std::vector<Guard>& guards() const { return guards_; }
    // Of each surface that holds: its margin, and then where it lets go to.
    const std::vector<SolvedFunction>& holding() const { return holding_; }
    // A norm is small: the equations are stiff.
    bool is_slow() const { return is_slow_; }
    // u where a root or logarithm ends at a surface u = 0: there are no series then.
    const std::optional<Expr>& end_of_root() const { return end_of_root_; }

    // The system of the phase with the values of a run.
    System values(const System& run) const;

private:
    void guard_surfaces(const SwitchedMotion& of);
    void guard_norms(const SwitchedMotion& of);
    void guard_held();

    std::vector<Side> sides_;
    KeptAt kept_;
    std::size_t letters_;
    SmoothMotion motion_;
    std::shared_ptr<const MotionCode> code_;
    std::vector<Guard> guards_;
    std::vector<SolvedFunction> holding_;
    bool is_slow_ = false;
    std::optional<Expr> end_of_root_;
};

}  // namespace rattleback
