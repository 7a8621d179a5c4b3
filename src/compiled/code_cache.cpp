#include "compiled/code_cache.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <string>
#include <unordered_map>

#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

std::atomic<std::size_t> made_so_far = 0;

// Tapes are kept beside the code, as hashes may collide.
struct Cached {
    Tape tape;
    CompileOptions options;
    std::weak_ptr<const CodePiece> code;
};

// Code that was made with more effort serves as well, and machine code that is there already.
bool serves(const CompileOptions& known, CompileOptions wanted) {
    if (known.effort == Effort::Full) wanted.effort = Effort::Full;
    if (known.backend == Backend::MachineCode && wanted.backend == Backend::Gradual)
        wanted.backend = Backend::MachineCode;
    return known == wanted;
}

class Cache {
public:
    std::shared_ptr<const CodePiece> find(std::uint64_t hash, const Tape& tape,
                                          const CompileOptions& options) {
        const std::lock_guard lock(mutex_);
        return find_locked(hash, tape, options);
    }

    std::shared_ptr<const CodePiece> keep(std::uint64_t hash, const Tape& tape,
                                          const CompileOptions& options,
                                          std::shared_ptr<const CodePiece> code) {
        const std::lock_guard lock(mutex_);
        if (auto known = find_locked(hash, tape, options)) return known;
        std::erase_if(cached_, [](const auto& entry) { return entry.second.code.expired(); });
        cached_.emplace(hash, Cached{tape, options, code});
        return code;
    }

    std::size_t live() {
        const std::lock_guard lock(mutex_);
        return static_cast<std::size_t>(
            std::count_if(cached_.begin(), cached_.end(),
                          [](const auto& e) { return !e.second.code.expired(); }));
    }

private:
    std::shared_ptr<const CodePiece> find_locked(std::uint64_t hash, const Tape& tape,
                                                 const CompileOptions& options) const {
        const auto range = cached_.equal_range(hash);
        for (auto it = range.first; it != range.second; ++it) {
            const Cached& entry = it->second;
            if (!serves(entry.options, options) || !same_code(entry.tape, tape)) continue;
            if (auto code = entry.code.lock()) return code;
        }
        return nullptr;
    }

    std::mutex mutex_;
    std::unordered_multimap<std::uint64_t, Cached> cached_;
};

Cache& cache() {
    static Cache only;
    return only;
}

}  // namespace

std::shared_ptr<const CodePiece> code_for(const Tape& tape, const CompileOptions& options) {
    if (!std::has_single_bit(options.width) || options.width > largest_width)
        throw NumericalError("code for " + std::to_string(options.width) +
                             " states at a time cannot be made: the number of lanes is a power of "
                             "two, at most " +
                             std::to_string(largest_width));
    const std::uint64_t hash = code_hash(tape);
    if (auto known = cache().find(hash, tape, options)) return known;
    if (options.backend != Backend::Interpreter) count_code();
    return cache().keep(hash, tape, options, std::make_shared<const CodePiece>(tape, options));
}

std::size_t live_code() { return cache().live(); }

std::size_t code_made() { return made_so_far; }
void count_code() { ++made_so_far; }

}  // namespace rattleback
