// A model that is run many times: compiled once, by letters.
//
//     const CompiledModel skate = compile_model(read_model("models/skate.toml"));
//     const Run a = run_motion(skate, {{{"g", "9.81"}}}), b = run_motion(skate, {{{"g", "5"}}});
//
// The second run compiles and derives nothing, where its values decide as those of a run before
// (model/decisions.hpp): on which branch the motion begins, which velocities the constraints are solved
// for, what vanishes nowhere. Then its equations are those of that run, and only the start is completed
// anew. Where they decide otherwise, the motion is derived once more and kept too; code is made for it
// where its equations are others. Any number of threads may run one model at once.
#pragma once

#include <memory>

#include "study/changed_model.hpp"
#include "study/derive_motion.hpp"
#include "study/run_motion.hpp"
#include "trajectory/compiled_motion.hpp"

namespace rattleback {

struct MotionWithCode {
    DerivedMotion motion;
    std::shared_ptr<const CompiledMotion> code;
};

// Motions that were derived, and their code. A copy shares them.
class CompiledMotions {
public:
    CompiledMotions();
    // That of a description, in the form that is named or the default. Throws what derive_motion throws.
    MotionWithCode of(const Description& description, const std::string& form) const;
    std::size_t derived() const;  // how many were, so far

private:
    struct Kept;
    std::shared_ptr<Kept> kept_;
};

struct CompiledModel {
    Description description;
    std::string form;  // empty: the default
    CompiledMotions motions;
};

CompiledModel compile_model(Description description, std::string form = {},
                            const Attention& attention = {});

// With these values in the place of the model's; the form is that of the compiled model. Throws what
// run_motion throws.
Run run_motion(const CompiledModel& model, std::span<const NewValue> values,
               const RunRequest& request = {}, const Attention& attention = {});

}  // namespace rattleback
