#include "programs/export_language.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/suggest.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {

std::span<const ExportLanguage* const> export_languages() {
    static constexpr std::array<const ExportLanguage*, 5> table{
        &export_c, &export_cpp, &export_python, &export_julia, &export_matlab};
    return table;
}

std::vector<std::string_view> export_language_names() {
    std::vector<std::string_view> names;
    for (const ExportLanguage* language : export_languages())
        names.push_back(syntax_of(language->language).name);
    return names;
}

const ExportLanguage& export_language(std::string_view name) {
    const auto known = export_language_names();
    const auto found = std::ranges::find(known, name);
    if (found != known.end())
        return *export_languages()[static_cast<std::size_t>(found - known.begin())];
    const std::vector<std::string> names(known.begin(), known.end());
    throw RequestError("language", "there is no language '" + std::string(name) + "'" +
                                       did_you_mean_or_all(name, names, "languages"));
}

}  // namespace rattleback
