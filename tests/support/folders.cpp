#include "support/folders.hpp"

namespace rattleback::testing {

std::filesystem::path tests_folder() { return RATTLEBACK_TESTS_DIR; }
std::filesystem::path models_folder() { return tests_folder().parent_path() / "models"; }

}  // namespace rattleback::testing
