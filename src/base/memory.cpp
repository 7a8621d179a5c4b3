#include "base/memory.hpp"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <new>
#include <string>

namespace rattleback {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

std::uint64_t page() {
    static const auto size = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return size;
}

// "max" is no number, and no limit.
std::uint64_t number_in(const fs::path& file) {
    std::ifstream stream(file);
    std::uint64_t number = 0;
    return stream >> number ? number : unlimited;
}

// What the groups of this process may have: its own and those around it. As seen from inside a
// container the outermost is the root.
std::uint64_t memory_of_groups() {
    const fs::path root = "/sys/fs/cgroup";
    std::uint64_t least =
        std::min(number_in(root / "memory.max"), number_in(root / "memory/memory.limit_in_bytes"));
    std::ifstream groups("/proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        if (!line.starts_with("0::/")) continue;
        for (fs::path group = line.substr(4); !group.empty(); group = group.parent_path())
            least = std::min(least, number_in(root / group / "memory.max"));
    }
    return least;
}

struct Used {
    std::uint64_t mapped = 0, written = 0;  // bytes
};

Used used_now() {
    std::ifstream file("/proc/self/statm");
    std::uint64_t size = 0, resident = 0, shared = 0, text = 0, library = 0, data = 0;
    file >> size >> resident >> shared >> text >> library >> data;
    return {size * page(), data * page()};
}

std::uint64_t limit_of(decltype(RLIMIT_DATA) kind) {
    rlimit limit{};
    if (::getrlimit(kind, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
    return limit.rlim_cur;
}

std::uint64_t rest(std::uint64_t limit, std::uint64_t used) {
    return limit == unlimited ? unlimited : limit - std::min(limit, used);
}

}  // namespace

std::uint64_t share_of_machine() {
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const std::uint64_t machine =
        pages > 0 ? static_cast<std::uint64_t>(pages) * page() : unlimited;
    const std::uint64_t all = std::min(machine, memory_of_groups());
    return all == unlimited ? unlimited : all / 4 * 3;
}

void limit_memory(std::uint64_t bytes) {
    if (bytes == unlimited || used_now().written >= bytes) return;
    rlimit limit{};
    if (::getrlimit(RLIMIT_DATA, &limit) != 0) return;
    limit.rlim_cur = std::min<rlim_t>(bytes, limit.rlim_max);
    ::setrlimit(RLIMIT_DATA, &limit);
}

std::optional<MemoryLimit> memory_limit() {
    const std::uint64_t data = limit_of(RLIMIT_DATA), all = limit_of(RLIMIT_AS);
    if (data == unlimited && all == unlimited) return {};
    rlimit limit{};
    const bool may_grow = ::getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur < limit.rlim_max;
    return MemoryLimit{std::min(data, all), data <= all && may_grow};
}

void require_memory(std::uint64_t bytes) {
    const std::uint64_t data = limit_of(RLIMIT_DATA), all = limit_of(RLIMIT_AS);
    if (data == unlimited && all == unlimited) return;
    const Used used = used_now();
    const std::uint64_t left = std::min(rest(data, used.written), rest(all, used.mapped));
    if (left >= bytes) return;
    // What was given back may still be in the hands of malloc.
    if (left + static_cast<std::uint64_t>(::mallinfo2().fordblks) < bytes) throw std::bad_alloc();
}

}  // namespace rattleback
