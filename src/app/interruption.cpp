#include "app/interruption.hpp"

namespace rattleback {
namespace {

std::atomic<bool> was_wished{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void take_note(int) { was_wished.store(true, std::memory_order_relaxed); }

}  // namespace

Interruption::Interruption() {
    was_wished = false;
    struct sigaction action = {};
    action.sa_handler = take_note;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &action, &before_);
}

Interruption::~Interruption() { sigaction(SIGINT, &before_, nullptr); }

const std::atomic<bool>& Interruption::wished() const { return was_wished; }

}  // namespace rattleback
