// Loaded before the program, it makes one call fail: the n-th that asks for memory or writes a file.
//
//     RATTLEBACK_FAIL=memory:17      new, malloc, calloc and realloc: the 17th gets nothing
//     RATTLEBACK_FAIL=memory:17-     the 17th and all after it
//     RATTLEBACK_FAIL=files:3        open for writing, write, fsync, fchmod and rename of files: the 3rd
//     RATTLEBACK_FAIL_COUNT=FILE     writes at the end how many there were
//
// What is counted begins with main: what a process takes before is no affair of the program. Descriptors
// up to 2 belong to whoever called it.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
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

// As malloc does, so that who fails for want of memory can tell.
bool memory_fails() {
    if (!fails(calls_of_memory, first_of_memory)) return false;
    errno = ENOMEM;
    return true;
}

bool is_ordinary(int file) {
    struct stat about = {};
    return ::fstat(file, &about) == 0 && S_ISREG(about.st_mode);
}

bool file_fails(int error) {
    if (!fails(calls_of_files, first_of_files)) return false;
    errno = error;
    return true;
}

void tell_count() {
    has_begun = false;
    const char* const file = std::getenv("RATTLEBACK_FAIL_COUNT");
    if (file == nullptr) return;
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

void read_wish() {
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
