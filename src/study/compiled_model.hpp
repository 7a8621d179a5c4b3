// A model that is run many times: compiled once, by letters.
//
//     const CompiledModel skate = compile_model(read_model("models/skate.toml"));
//     const Run a = run_motion(skate, {{{"g", "9.81"}}}), b = run_motion(skate, {{{"g", "5"}}});
//
// The second run compiles nothing. Any number of threads may run one model at once. What a change of
// values decides is decided anew for each run, before it: the branch of the start, what of the start is
// completed, the equations of the form (trajectory/compiled_motion.hpp says what else). Where they turn
// out other equations than before, these are compiled, once, and kept too.
#pragma once

#include <memory>

#include "study/changed_model.hpp"
#include "study/derive_motion.hpp"
#include "study/run_motion.hpp"
#include "trajectory/compiled_motion.hpp"

namespace rattleback {

// Motions by their formulas. A copy shares them.
class CompiledMotions {
public:
    CompiledMotions();
    // The one that has these formulas; made where there is none.
    std::shared_ptr<const CompiledMotion> of(const DerivedMotion& motion) const;

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
