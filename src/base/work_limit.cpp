#include "base/work_limit.hpp"

#include <limits>

namespace rattleback {
namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

thread_local std::uint64_t done = 0, last = none;

}  // namespace

WorkLimit::WorkLimit(std::uint64_t units) : before_(last) { last = done + units; }

WorkLimit::~WorkLimit() { last = before_; }

void count_work(std::uint64_t units) {
    done += units;
    if (done > last) throw TooMuchWork();
}

}  // namespace rattleback
