#include "base/loaded_part.hpp"

#include <dlfcn.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

namespace rattleback {
namespace {

[[noreturn]] void refuse(const std::string& file) {
    const char* const given = ::dlerror();
    const std::string why = given == nullptr ? "no reason is given" : given;
    if (why == "out of memory" || why.find(std::strerror(ENOMEM)) != std::string::npos)
        throw std::bad_alloc();
    throw std::runtime_error("A part of Rattleback, the file " + file +
                             ", could not be loaded: " + why + ".");
}

}  // namespace

// The linker looks where the program or the library that asks says (its RUNPATH): in the build folder, or
// in the folder `rattleback` beside the installed library.
void* address_in_part(const char* part) {
    const std::string name = std::string("rattleback_") + part;
    const std::string file = name + "-" RATTLEBACK_VERSION ".so";
    void* const loaded = ::dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (loaded == nullptr) refuse(file);
    void* const address = ::dlsym(loaded, name.c_str());
    if (address == nullptr) refuse(file);
    return address;
}

}  // namespace rattleback
