#include "support/model_file.hpp"

namespace rattleback::testing {

System model_file(const std::string& name) {
    return build(read_model(std::string(RATTLEBACK_TESTS_DIR) + "/../models/" + name + ".toml"));
}

}  // namespace rattleback::testing
