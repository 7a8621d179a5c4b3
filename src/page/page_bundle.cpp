#include "page/page_bundle.hpp"

#include <cstddef>

// The assembler copies the files into the object, where they cost no compilation. The name of the
// folder comes from cmake/web.cmake; an empty file there means that the bundle could not be built.
#ifdef RATTLEBACK_BUNDLE

asm(".section .rodata\n"
    ".hidden rattleback_report_js\n"
    "rattleback_report_js:\n"
    ".incbin \"" RATTLEBACK_BUNDLE
    "/report.js\"\n"
    ".hidden rattleback_report_js_end\n"
    "rattleback_report_js_end:\n"
    ".hidden rattleback_report_css\n"
    "rattleback_report_css:\n"
    ".incbin \"" RATTLEBACK_BUNDLE
    "/report.css\"\n"
    ".hidden rattleback_report_css_end\n"
    "rattleback_report_css_end:\n"
    ".previous\n");

extern "C" {
extern const char rattleback_report_js[], rattleback_report_js_end[];
extern const char rattleback_report_css[], rattleback_report_css_end[];
}

namespace rattleback {
namespace {

std::string_view between(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::string_view page_script() { return between(rattleback_report_js, rattleback_report_js_end); }
std::string_view page_style() { return between(rattleback_report_css, rattleback_report_css_end); }

}  // namespace rattleback

#else

namespace rattleback {

std::string_view page_script() { return {}; }
std::string_view page_style() { return {}; }

}  // namespace rattleback

#endif
