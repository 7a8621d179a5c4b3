#include "programs/write_program.hpp"
#include "rattleback/derivation.hpp"

namespace rattleback {

std::vector<std::string> export_program(const Model& model, const std::string& language,
                                        const std::string& folder, const std::string& form,
                                        const Attention& attention) {
    return write_program(model.description(),
                         {.language = language, .folder = folder, .form = form}, attention)
        .files;
}

}  // namespace rattleback
