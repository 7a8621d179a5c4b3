#include "programs/export_motion.hpp"

#include <filesystem>

#include "rattleback/api.hpp"
#include "study/changed_model.hpp"
#include "study/derive_motion.hpp"
#include "trajectory/regular_form.hpp"

namespace rattleback {

ExportedMotion export_motion(const Description& description, const std::string& form,
                             const std::string& command) {
    const DerivedMotion motion = derive_motion(description, form);
    const auto [used, why] = form.empty() ? regular_form(motion.system, motion.equations)
                                          : RegularForm{{motion.system, motion.equations}, {}};
    ExportProgram program = export_program(used.system, used.equations,
                                           {.name = std::filesystem::path(description.file).stem(),
                                            .writer = std::string("Rattleback ") + version(),
                                            .command = command});
    program.title = title_of(description);
    program.notes.insert(program.notes.end(), motion.notes.begin(), motion.notes.end());
    if (!why.empty()) program.notes.push_back(why);
    return {std::move(program), why};
}

}  // namespace rattleback
