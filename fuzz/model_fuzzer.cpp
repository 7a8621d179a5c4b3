// Any bytes are a model or an error that names its place; nothing crashes and nothing hangs.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "model/system.hpp"
#include "rattleback/errors.hpp"

namespace {

using namespace rattleback;

void check(const std::string& text) {
    try {
        const System system = build(read_model_text(text, "fuzz.toml"));
        const std::size_t n = system.size();
        const bool complete =
            n > 0 && system.v.size() == n && system.a.size() == n && system.force.size() == n;
        if (complete) return;
        std::fprintf(stderr, "a system was built that is not complete\n");
        std::abort();
    } catch (const ModelError& error) {
        const std::string message = error.what();
        if (message.starts_with("fuzz.toml:") && !error.message().empty()) return;
        std::fprintf(stderr, "an error without its place: %s\n", message.c_str());
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    check({reinterpret_cast<const char*>(data), size});
    return 0;
}
