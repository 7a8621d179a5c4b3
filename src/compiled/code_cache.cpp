#include "compiled/code_cache.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <string>
#include <unordered_map>

#include "compiled/interpreter.hpp"
#include "rattleback/errors.hpp"
#ifdef RATTLEBACK_LLVM
#include "compiled/llvm_jit.hpp"
#endif

namespace rattleback {
namespace {

constexpr unsigned largest_width = 64;

std::atomic<std::size_t> made_so_far = 0;

template <unsigned width>
void interpreted(const Tape* tape, const double* in, double* out) {
    interpret_batch(*tape, width, in, out);
}

// One function per width, since a kernel is not told its width.
template <unsigned width = 1>
Kernel interpreter_kernel(unsigned wanted) {
    if constexpr (width < largest_width)
        if (wanted > width) return interpreter_kernel<2 * width>(wanted);
    return interpreted<width>;
}

CodePiece made(const Tape& tape, const CompileOptions& options) {
    if (options.backend == Backend::Interpreter) return {interpreter_kernel(options.width), {}};
#ifdef RATTLEBACK_LLVM
    count_machine_code();
    const auto code = std::make_shared<const TapeCode>(tape, options);
    return {code->kernel, code};
#else
    static_cast<void>(tape);
    throw NumericalError("machine code cannot be made: Rattleback was built without LLVM");
#endif
}

// Tapes are kept beside the code, as hashes may collide.
struct Cached {
    Tape tape;
    CompileOptions options;
    std::weak_ptr<const CodePiece> code;
};

// Code that was made with more effort serves as well.
bool serves(const CompileOptions& known, CompileOptions wanted) {
    if (known.effort == Effort::Full) wanted.effort = Effort::Full;
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
                                          const CompileOptions& options, CodePiece piece) {
        const std::lock_guard lock(mutex_);
        if (auto known = find_locked(hash, tape, options)) return known;
        std::erase_if(cached_, [](const auto& entry) { return entry.second.code.expired(); });
        auto code = std::make_shared<const CodePiece>(std::move(piece));
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
    return cache().keep(hash, tape, options, made(tape, options));
}

std::size_t live_code() { return cache().live(); }

std::size_t machine_code_made() { return made_so_far; }
void count_machine_code() { ++made_so_far; }

}  // namespace rattleback
