#include "base/interruption.hpp"

#include "base/work_limit.hpp"

namespace rattleback {
namespace {

thread_local const std::stop_token* heeded = nullptr;

}  // namespace

const char* Interrupted::what() const noexcept { return "the work was ended before its result"; }

StopScope::StopScope(std::stop_token stop) : stop_(std::move(stop)), before_(heeded) {
    heeded = &stop_;
}

StopScope::~StopScope() { heeded = before_; }

void heed_stop() {
    if (heeded != nullptr && heeded->stop_requested()) throw Interrupted();
    count_work(1);
}

}  // namespace rattleback
