#include "compiled/lanes.hpp"

namespace rattleback {

unsigned lanes_of_this_machine() {
#if defined(__x86_64__) || defined(__i386__)
    if (__builtin_cpu_supports("avx512f")) return 8;
    if (__builtin_cpu_supports("avx")) return 4;
#endif
    return 2;
}

}  // namespace rattleback
