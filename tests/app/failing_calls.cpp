// Loaded before the program, it makes one call fail: the n-th that asks for memory or writes a file.
//
//     RATTLEBACK_FAIL=memory:17      new, malloc, calloc and realloc: the 17th gets nothing
//     RATTLEBACK_FAIL=memory:17-     the 17th and all after it
//     RATTLEBACK_FAIL=files:3        open for writing, write, fsync, fchmod and rename of files: the 3rd
//     RATTLEBACK_FAIL_COUNT=FILE     writes at the end how many there were
//     RATTLEBACK_FAIL_EACH=5:10 RATTLEBACK_FAIL_TOLD=FILE
//     RATTLEBACK_FAIL_EACH=callers:2 RATTLEBACK_FAIL_TOLD=FILE
//
// The last two are many runs for the price of little more than what differs between them: at every 10th call
// of memory from the 5th on, and "5:10-" likewise, the process forks. In the child the call fails, and
// those after it where there is a minus sign; the parent waits, and goes on as if nothing had happened. With callers, it forks at the first 2 calls of each
// chain of callers, whose addresses tell it from others.
// A line of FILE tells of a child: the number of the call, the exit code or minus the signal, hash and
// size of its standard output, and its standard error with \\n for a line break. A child has one thread:
// others are not there to be waited for. One that lasts a minute ends by SIGALRM.
//
// What is counted begins with main: what a process takes before is no affair of the program. Descriptors
// up to 2 belong to whoever called it.
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

std::atomic<long> calls_of_memory = 0, calls_of_files = 0;
long first_of_memory = 0, first_of_files = 0;  // 0: none fails
bool all_after = false;
std::atomic<bool> has_begun = false;

template <typename Function>
Function next(const char* name) {
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

bool fails(std::atomic<long>& calls, long first) {
    if (!has_begun) return false;
    const long call = ++calls;
    return first > 0 && (call == first || (all_after && call > first));
}

constexpr int most_callers = 64;

// What is forked, and where it is told.
long first_fork = 0, forks_apart = 0, forks_of_callers = 0;  // of the last, 0: not by callers
pid_t main_process = 0;
bool is_child = false;
int told = -1, child_out = -1, child_err = -1;

void tell(const char* text, std::size_t size) {
    while (size > 0) {
        const ssize_t done = next<ssize_t (*)(int, const void*, size_t)>("write")(told, text, size);
        if (done < 0) std::abort();
        text += done;
        size -= static_cast<std::size_t>(done);
    }
}

// What a child wrote, in pieces.
template <typename Take>
void read_all(int file, const Take& take) {
    char bytes[4096];
    ::off_t at = 0;
    for (ssize_t count = 0; (count = ::pread(file, bytes, sizeof bytes, at)) > 0; at += count)
        for (ssize_t i = 0; i < count; ++i) take(bytes[i]);
}

void tell_of_child(long call, int status) {
    std::uint64_t hash = 14695981039346656037U;  // FNV-1a
    std::size_t size = 0;
    read_all(child_out, [&](char c) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
        ++size;
    });
    char line[128];
    const int code = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    const int begin = std::snprintf(line, sizeof line, "%ld %d %016llx %zu ", call, code,
                                    static_cast<unsigned long long>(hash), size);
    tell(line, static_cast<std::size_t>(begin));
    read_all(child_err, [](char c) { c == '\n' ? tell("\\n", 2) : tell(&c, 1); });
    tell("\n", 1);
}

// Whether the chain of callers has been met less often than is wished; each is noted in a table with
// open places.
bool has_new_callers() {
    struct Met {
        std::uint64_t chain;
        long times;
    };
    constexpr std::size_t size = std::size_t{1} << 20;
    static Met met[size];
    void* callers[most_callers];
    const int count = ::backtrace(callers, most_callers);
    std::uint64_t chain = 1;
    for (int i = 0; i < count; ++i)
        chain = (chain ^ reinterpret_cast<std::uintptr_t>(callers[i])) * 1099511628211U;
    std::size_t place = chain % size;
    while (met[place].times > 0 && met[place].chain != chain) place = (place + 1) % size;
    met[place].chain = chain;
    return met[place].times++ < forks_of_callers;
}

bool is_wished(long call) {
    if (told < 0 || ::gettid() != main_process) return false;
    if (forks_of_callers > 0) return has_new_callers();
    return call >= first_fork && (call - first_fork) % forks_apart == 0;
}

bool is_ordinary(int file) {
    struct stat about = {};
    return ::fstat(file, &about) == 0 && S_ISREG(about.st_mode);
}

// A child reads on where its parent stands, and must not move it: what is open is opened anew.
void open_anew() {
    for (int file = STDERR_FILENO + 1; file < 64; ++file) {
        const int flags = ::fcntl(file, F_GETFL);
        if (flags < 0 || !is_ordinary(file)) continue;
        char path[64];
        std::snprintf(path, sizeof path, "/proc/self/fd/%d", file);
        const int own =
            next<int (*)(const char*, int, ...)>("open")(path, flags & ~(O_CREAT | O_EXCL));
        if (own < 0 || ::lseek(own, ::lseek(file, 0, SEEK_CUR), SEEK_SET) < 0) std::abort();
        ::dup2(own, file);
        ::close(own);
    }
}

// True in the child, in which the call fails.
bool is_child_of(long call) {
    if (!is_wished(call)) return false;
    for (const int file : {child_out, child_err})
        if (::ftruncate(file, 0) != 0 || ::lseek(file, 0, SEEK_SET) != 0) std::abort();
    const pid_t child = ::fork();
    if (child < 0) std::abort();
    if (child > 0) {
        int status = 0;
        while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        tell_of_child(call, status);
        return false;
    }
    is_child = true;
    ::close(told);
    told = -1;
    ::dup2(child_out, STDOUT_FILENO);
    ::dup2(child_err, STDERR_FILENO);
    open_anew();
    ::alarm(60);
    first_of_memory = call;
    return true;
}

// A mutex that may be locked again by whoever holds it knows the thread by its number, which is another
// one in a child.
void inherit(pthread_mutex_t* mutex) {
    if (is_child && mutex->__data.__owner == main_process) mutex->__data.__owner = ::gettid();
}

// As malloc does, so that who fails for want of memory can tell.
bool memory_fails() {
    if (!fails(calls_of_memory, first_of_memory) && !(has_begun && is_child_of(calls_of_memory)))
        return false;
    errno = ENOMEM;
    return true;
}

bool file_fails(int error) {
    if (!fails(calls_of_files, first_of_files)) return false;
    errno = error;
    return true;
}

void tell_count() {
    has_begun = false;
    const char* const file = std::getenv("RATTLEBACK_FAIL_COUNT");
    if (file == nullptr || is_child) return;
    char text[64];
    const int size = std::snprintf(text, sizeof text, "%ld %ld\n", calls_of_memory.load(),
                                   calls_of_files.load());
    const int number = ::open(file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (number >= 0 && next<ssize_t (*)(int, const void*, size_t)>("write")(
                           number, text, static_cast<size_t>(size)) < 0)
        std::abort();
}

int (*real_main)(int, char**, char**) = nullptr;

int counted_main(int count, char** words, char** environment) {
    std::atexit(tell_count);
    has_begun = true;
    return real_main(count, words, environment);
}

void read_wish_of_forks() {
    main_process = ::getpid();
    const char* const each = std::getenv("RATTLEBACK_FAIL_EACH");
    const char* const file = std::getenv("RATTLEBACK_FAIL_TOLD");
    if (each == nullptr || file == nullptr) return;
    const char* const colon = std::strchr(each, ':');
    const long number = colon == nullptr ? 1 : std::max(1L, std::atol(colon + 1));
    first_fork = std::atol(each);
    (first_fork > 0 ? forks_apart : forks_of_callers) = number;
    void* callers[most_callers];
    ::backtrace(callers, most_callers);  // the first time it loads a library
    all_after = each[std::strlen(each) - 1] == '-';
    child_out = ::memfd_create("out", MFD_CLOEXEC);
    child_err = ::memfd_create("err", MFD_CLOEXEC);
    told = ::open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (child_out < 0 || child_err < 0 || told < 0) std::abort();
}

void read_wish() {
    read_wish_of_forks();
    const char* const wish = std::getenv("RATTLEBACK_FAIL");
    if (wish == nullptr) return;
    const char* const colon = std::strchr(wish, ':');
    if (colon == nullptr) return;
    const long number = std::atol(colon + 1);
    (wish[0] == 'm' ? first_of_memory : first_of_files) = number;
    all_after = wish[std::strlen(wish) - 1] == '-';
}

}  // namespace

extern "C" {

int __libc_start_main(int (*main)(int, char**, char**), int count, char** words,
                      int (*init)(int, char**, char**), void (*fini)(), void (*linker)(),
                      void* stack) {
    read_wish();
    real_main = main;
    return next<decltype(&__libc_start_main)>("__libc_start_main")(counted_main, count, words, init,
                                                                   fini, linker, stack);
}

int pthread_join(pthread_t thread, void** result) {
    static const auto real = next<decltype(&pthread_join)>("pthread_join");
    return is_child ? 0 : real(thread, result);
}

int pthread_mutex_lock(pthread_mutex_t* mutex) {
    static const auto real = next<decltype(&pthread_mutex_lock)>("pthread_mutex_lock");
    inherit(mutex);
    return real(mutex);
}
int pthread_mutex_unlock(pthread_mutex_t* mutex) {
    static const auto real = next<decltype(&pthread_mutex_unlock)>("pthread_mutex_unlock");
    inherit(mutex);
    return real(mutex);
}

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);

void* malloc(size_t size) { return memory_fails() ? nullptr : __libc_malloc(size); }
void* calloc(size_t count, size_t size) {
    return memory_fails() ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
    return memory_fails() ? nullptr : __libc_realloc(old, size);
}

ssize_t write(int file, const void* bytes, size_t size) {
    if (file > STDERR_FILENO && is_ordinary(file) && file_fails(ENOSPC)) return -1;
    return next<decltype(&write)>("write")(file, bytes, size);
}
int fsync(int file) { return file_fails(EIO) ? -1 : next<decltype(&fsync)>("fsync")(file); }
int fchmod(int file, mode_t mode) {
    return file_fails(EPERM) ? -1 : next<decltype(&fchmod)>("fchmod")(file, mode);
}
int rename(const char* from, const char* to) {
    return file_fails(EACCES) ? -1 : next<decltype(&rename)>("rename")(from, to);
}
int open(const char* path, int flags, ...) {
    std::va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if ((flags & (O_WRONLY | O_RDWR)) != 0 && file_fails(EMFILE)) return -1;
    return next<int (*)(const char*, int, ...)>("open")(path, flags, mode);
}
}
