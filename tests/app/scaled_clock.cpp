// Clocks that run faster or slower by the factor RATTLEBACK_CLOCK, for clocks_test.py to preload.
//
// Counting from the first look at each clock, so that its readings stay near the true ones.

#include <dlfcn.h>
#include <sys/resource.h>
#include <sys/time.h>

#include <cstdlib>
#include <ctime>
#include <initializer_list>

namespace {

double factor() {
    const char* const text = std::getenv("RATTLEBACK_CLOCK");
    return text == nullptr ? 1 : std::atof(text);
}

template <typename Function>
Function* original(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

constexpr double billion = 1e9;

}  // namespace

extern "C" int clock_gettime(clockid_t id, timespec* time) noexcept {
    static const auto real = original<int(clockid_t, timespec*)>("clock_gettime");
    const int result = real(id, time);
    if (result != 0 || id < 0 || id > 15) return result;
    static double first[16];  // in nanoseconds, modulo what a double keeps
    const double now =
        static_cast<double>(time->tv_sec) * billion + static_cast<double>(time->tv_nsec);
    if (first[id] == 0) first[id] = now;
    const double scaled = first[id] + factor() * (now - first[id]);
    time->tv_sec = static_cast<time_t>(scaled / billion);
    time->tv_nsec = static_cast<long>(scaled - static_cast<double>(time->tv_sec) * billion);
    if (time->tv_nsec < 0) time->tv_nsec = 0;
    if (time->tv_nsec > 999'999'999) time->tv_nsec = 999'999'999;
    return result;
}

extern "C" clock_t clock() noexcept {
    timespec time = {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<clock_t>(time.tv_sec) * CLOCKS_PER_SEC +
           static_cast<clock_t>(time.tv_nsec / 1000);
}

extern "C" int getrusage(__rusage_who_t who, rusage* usage) noexcept {
    static const auto real = original<int(__rusage_who_t, rusage*)>("getrusage");
    const int result = real(who, usage);
    for (timeval* part : {&usage->ru_utime, &usage->ru_stime}) {
        const double scaled = factor() * (static_cast<double>(part->tv_sec) * 1e6 +
                                          static_cast<double>(part->tv_usec));
        part->tv_sec = static_cast<time_t>(scaled / 1e6);
        part->tv_usec = static_cast<suseconds_t>(scaled - static_cast<double>(part->tv_sec) * 1e6);
    }
    return result;
}
