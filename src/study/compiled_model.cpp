#include "study/compiled_model.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/interruption.hpp"
#include "base/last_kept.hpp"
#include "equations/same_equations.hpp"
#include "model/branch_wish.hpp"
#include "model/decisions.hpp"
#include "model/input_table.hpp"
#include "model/same_formulas.hpp"
#include "study/derive_forms.hpp"

namespace rattleback {
namespace {

struct KnownMotion {
    System written;
    std::string form;
    Decisions decisions;
    MotionWithCode motion;
};

// The variables that are given, and the branches that are wished for.
bool same_start(const System& a, const System& b) {
    return std::ranges::equal(a.initial, b.initial, [](const auto& x, const auto& y) {
        const bool is_branch = constraint_of_branch(std::string(x.first.name())).has_value();
        return x.first == y.first && (!is_branch || x.second == y.second);
    });
}

bool same_but_numbers(const System& a, const System& b) {
    const auto is_written_alike = [](const Constraint& x, const Constraint& y) {
        return x.written.left == y.written.left && x.written.right == y.written.right;
    };
    return same_formulas(a, b) && same_start(a, b) &&
           std::ranges::equal(a.constraints, b.constraints, is_written_alike);
}

// Notes with others in the place of those that were said of the start; nothing where it was not completed
// and has to be, or the reverse.
std::optional<Sentences> with_notes_of_start(const Sentences& notes, const Sentences& old,
                                             const Sentences& now) {
    if (old.empty() != now.empty()) return {};
    const auto found = std::ranges::search(notes, old);
    Sentences result(notes.begin(), found.begin());
    result.insert(result.end(), now.begin(), now.end());
    result.insert(result.end(), found.end(), notes.end());
    return result;
}

// The motion of a model whose numbers decide alike; nothing where they do not.
std::optional<MotionWithCode> again(const KnownMotion& known, const System& written) {
    const auto now = known.decisions.alike(written);
    if (!now) return {};
    const DerivedMotion& before = known.motion.motion;
    auto notes = with_notes_of_start(before.notes, known.decisions.notes_of_start(), now->notes);
    if (!notes) return {};
    System system = now->system;
    system.initial = with_numbers_of(before.system, now->system).initial;
    system.constraints = before.system.constraints;
    system.contacts = before.system.contacts;
    system.events = before.system.events;
    return MotionWithCode{{std::move(system), before.form, before.equations, std::move(*notes)},
                          known.motion.code};
}

}  // namespace

struct CompiledMotions::Kept {
    LastKept<KnownMotion> motions;
    std::mutex mutex;  // of the code
    std::vector<std::shared_ptr<const CompiledMotion>> code;
    std::atomic<std::size_t> derived = 0;

    std::shared_ptr<const CompiledMotion> code_of(const DerivedMotion& motion) {
        const std::lock_guard lock(mutex);
        for (const auto& known : code)
            if (same_formulas(known->system(), motion.system) &&
                same_formulas(known->equations(), motion.equations))
                return known;
        return code.emplace_back(
            std::make_shared<const CompiledMotion>(motion.system, motion.equations));
    }
};

CompiledMotions::CompiledMotions() : kept_(std::make_shared<Kept>()) {}

std::size_t CompiledMotions::derived() const { return kept_->derived; }

MotionWithCode CompiledMotions::of(const Description& description, const std::string& form) const {
    require_functions(description);
    const System written = build(in_form(description, form));
    if (has_tables(written)) {  // whose numbers are others along the run
        DerivedMotion motion = derive_motion(description, form);
        auto code = std::make_shared<const CompiledMotion>(motion.system, motion.equations);
        return {std::move(motion), std::move(code)};
    }
    for (const auto& known : kept_->motions.all())
        if (known->form == form && same_but_numbers(known->written, written))
            if (auto motion = again(*known, written)) return std::move(*motion);
    Decisions decisions(written);
    MotionWithCode made{decisions.of([&] { return derive_motion(written, form); }), {}};
    ++kept_->derived;
    made.code = kept_->code_of(made.motion);
    if (decisions.may_hold_for_others())
        kept_->motions.add(
            std::make_shared<const KnownMotion>(written, form, std::move(decisions), made));
    return made;
}

CompiledModel compile_model(Description description, std::string form, const Attention& attention) {
    const StopScope scope(attention.stop);
    CompiledModel result{std::move(description), std::move(form), {}};
    if (result.description.functions.empty()) result.motions.of(result.description, result.form);
    return result;
}

Run run_motion(const CompiledModel& model, std::span<const NewValue> values,
               const RunRequest& request, const Attention& attention) {
    RunRequest with_form = request;
    with_form.form = model.form;
    return run_motion(with_values(model.description, values), with_form, attention, &model.motions);
}

}  // namespace rattleback
