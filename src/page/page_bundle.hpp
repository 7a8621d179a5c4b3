// The script and the style of the report's page, as they were built from web/ and put into the library.
//
// They are there when Rattleback was built where Node and npm were; else both are empty, and the page
// has the plain style of html_page.cpp and says what it lacks.
#pragma once

#include <string_view>

namespace rattleback {

std::string_view page_script();
std::string_view page_style();

}  // namespace rattleback
