#include "base/remembered.hpp"

namespace rattleback {
namespace {

struct Open {
    int scopes = 0;
    std::vector<std::function<void()>> at_end = {};
};

Open& open() {
    thread_local Open of_thread;
    return of_thread;
}

}  // namespace

RememberScope::RememberScope() { ++open().scopes; }

RememberScope::~RememberScope() {
    if (--open().scopes > 0) return;
    for (const auto& forget : std::exchange(open().at_end, {})) forget();
}

bool RememberScope::is_open() { return open().scopes > 0; }

void RememberScope::at_end(std::function<void()> forget) {
    open().at_end.push_back(std::move(forget));
}

}  // namespace rattleback
