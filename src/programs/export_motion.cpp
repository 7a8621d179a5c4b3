#include "programs/export_motion.hpp"

#include <filesystem>

#include "base/interruption.hpp"
#include "programs/open_inputs.hpp"
#include "rattleback/api.hpp"
#include "study/changed_model.hpp"
#include "study/derive_motion.hpp"
#include "trajectory/regular_form.hpp"

namespace rattleback {

ExportedMotion export_motion(const Description& description, const std::string& form,
                             const std::string& command, const Attention& attention) {
    const StopScope scope(attention.stop);
    const bool is_open = has_open_inputs(build(description));
    const DerivedMotion motion =
        is_open ? derive_by_name(description, form) : derive_motion(description, form);
    const auto [used, choice] = form.empty() ? regular_form(motion.system, motion.equations)
                                             : RegularForm{{motion.system, motion.equations}};
    const Sentence why = choice ? choice->sentence() : Sentence();
    const auto [system, equations] = is_open ? with_open_inputs(used.system, used.equations)
                                             : MotionOfProgram{used.system, used.equations};
    ExportProgram program = export_program(system, equations,
                                           {.name = std::filesystem::path(description.file).stem(),
                                            .writer = std::string("Rattleback ") + version(),
                                            .command = command});
    program.title = title_of(description);
    for (const Sentence& note : motion.notes) program.notes.push_back(to_text(note));
    if (!why.empty()) program.notes.push_back(to_text(why));
    return {std::move(program), to_text(why)};
}

}  // namespace rattleback
