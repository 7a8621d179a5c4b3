// Where the files are that tests read.
#pragma once

#include <filesystem>

namespace rattleback::testing {

std::filesystem::path tests_folder();
std::filesystem::path models_folder();

}  // namespace rattleback::testing
