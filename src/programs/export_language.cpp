#include "programs/export_language.hpp"

#include <array>

namespace rattleback {

std::span<const ExportLanguage* const> export_languages() {
    static constexpr std::array<const ExportLanguage*, 5> table{
        &export_c, &export_cpp, &export_python, &export_julia, &export_matlab};
    return table;
}

}  // namespace rattleback
