#include "study/compiled_model.hpp"

#include <mutex>

#include "base/interruption.hpp"
#include "equations/same_equations.hpp"
#include "model/same_formulas.hpp"

namespace rattleback {

struct CompiledMotions::Kept {
    std::mutex mutex;
    std::vector<std::shared_ptr<const CompiledMotion>> motions;
};

CompiledMotions::CompiledMotions() : kept_(std::make_shared<Kept>()) {}

std::shared_ptr<const CompiledMotion> CompiledMotions::of(const DerivedMotion& motion) const {
    const std::lock_guard lock(kept_->mutex);
    for (const auto& known : kept_->motions)
        if (same_formulas(known->system(), motion.system) &&
            same_formulas(known->equations(), motion.equations))
            return known;
    return kept_->motions.emplace_back(
        std::make_shared<const CompiledMotion>(motion.system, motion.equations));
}

CompiledModel compile_model(Description description, std::string form, const Attention& attention) {
    const StopScope scope(attention.stop);
    CompiledModel result{std::move(description), std::move(form), {}};
    if (result.description.functions.empty())
        result.motions.of(derive_motion(result.description, result.form));
    return result;
}

Run run_motion(const CompiledModel& model, std::span<const NewValue> values,
               const RunRequest& request, const Attention& attention) {
    RunRequest with_form = request;
    with_form.form = model.form;
    return run_motion(with_values(model.description, values), with_form, attention, &model.motions);
}

}  // namespace rattleback
