// All code of a motion across jumps and kinks: by letters, for any number of runs and threads.
//
// The phases that runs come to are compiled when the first run comes there, once for all. Where the
// values of a run decide otherwise than those for which a phase was compiled (motion_code.hpp), that
// phase is compiled once more, and kept beside the other.
#pragma once

#include <map>

#include "trajectory/phase_code.hpp"
#include "trajectory/switching.hpp"

namespace rattleback {

class PhasesCode {
public:
    // Nothing where the equations do not switch with these values, and no input is a table.
    static std::optional<SwitchedMotion> switched(const System& system, const Equations& equations,
                                                  ParametersAs parameters);

    explicit PhasesCode(SwitchedMotion motion);
    PhasesCode(const PhasesCode&) = delete;
    PhasesCode& operator=(const PhasesCode&) = delete;

    // Whether another motion is this one but for the values of its parameters.
    bool serves(const SwitchedMotion& other) const;

    const SwitchedMotion& motion() const { return motion_; }
    const SwitchingCode& switching() const { return switching_; }
    // Null where the law of sliding does not follow from the equations.
    std::shared_ptr<const PhaseCode> phase(const std::vector<Side>& sides, const KeptAt& kept,
                                           const System& run) const;

    // Where there are norms: the motion whose directions are zero, and what is measured along it.
    struct WithoutFriction {
        std::shared_ptr<const MotionCode> code;
        NormValues norms;
    };
    std::shared_ptr<const WithoutFriction> without_friction(const System& run) const;

    // The switched system with the values of a run.
    System values(const System& run) const;

private:
    SwitchedMotion motion_;
    SwitchingCode switching_;
    mutable std::mutex mutex_;
    mutable std::map<std::vector<Side>, std::vector<std::shared_ptr<const PhaseCode>>> phases_;
    mutable std::vector<std::shared_ptr<const WithoutFriction>> without_friction_;
};

}  // namespace rattleback
