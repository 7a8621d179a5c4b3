// How to get this page again: command, versions, and the hash of the model file.
#include <fmt/format.h>

#include <filesystem>

#include "compiled/compiled_function.hpp"
#include "page/html_sections.hpp"
#include "page/page_bundle.hpp"
#include "page/sha256.hpp"
#include "rattleback/api.hpp"
#include "writing/html_text.hpp"

namespace rattleback {
namespace {

std::string compiler() {
#if defined(__clang__)
    return "clang " __clang_version__;
#elif defined(__GNUC__)
    return "g++ " __VERSION__;
#else
    return "unknown";
#endif
}

std::string machine_code() {
#ifdef RATTLEBACK_LLVM_VERSION
    return has_machine_code() ? "LLVM " RATTLEBACK_LLVM_VERSION : "none: equations are interpreted";
#else
    return has_machine_code() ? "LLVM" : "none: equations are interpreted";
#endif
}

}  // namespace

std::string html_reproduce(const Report& report) {
    const std::string file =
        std::filesystem::path(report.system.description.file).filename().string();
    std::vector<std::vector<std::string>> rows{{"What", "Which"},
                                               {"Rattleback", html(version())},
                                               {"Compiler", html(compiler())},
                                               {"Machine code by", html(machine_code())}};
    if (!report.model_text.empty()) {
        rows.push_back({"Model file", html(file)});
        rows.push_back(
            {"SHA-256 of it", fmt::format("<code>{}</code>", sha256(report.model_text))});
    }
    std::string text = "<section id=\"reproduce\">\n<h2>Get this page again</h2>\n";
    if (!report.command.empty())
        text += fmt::format("<pre><code>{}</code></pre>\n", html(report.command));
    text += html_table(rows);
    if (page_script().empty())
        text +=
            "<p>This Rattleback was built without Node: the page has no animation, its plots do "
            "not zoom, and its style is plain. All formulas, tables and plots are here.</p>\n";
    return text + "</section>\n";
}

}  // namespace rattleback
