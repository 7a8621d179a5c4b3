#include "rattleback/api.hpp"

namespace rattleback {

const char* version() { return RATTLEBACK_VERSION; }

}  // namespace rattleback
