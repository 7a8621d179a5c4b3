#include "app/long_work.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/command_line.hpp"

namespace rattleback {
namespace {

constexpr int width = 20;
constexpr const char* clear_line = "\r\033[K";
constexpr std::chrono::milliseconds at_once{300}, between{50};

std::atomic<bool> was_wished{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void take_note(int) { was_wished.store(true, std::memory_order_relaxed); }

std::string duration(double seconds) {
    const auto whole = static_cast<long>(std::ceil(std::min(seconds, 1e8)));
    if (whole < 100) return fmt::format("{} s", whole);
    if (whole < 6000) return fmt::format("{} min", (whole + 59) / 60);
    return fmt::format("{} h", (whole + 3599) / 3600);
}

std::string bar(double share) {
    const int full = static_cast<int>(share * width);
    std::string text;
    for (int i = 0; i < width; ++i) text += i < full ? "█" : " ";
    return text;
}

}  // namespace

LongWork::LongWork()
    : is_seen_(::isatty(STDERR_FILENO) == 1 && !is_quiet()),
      began_(std::chrono::steady_clock::now()),
      shown_(began_) {
    was_wished = false;
    struct sigaction action = {};
    action.sa_handler = take_note;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &action, &before_);
}

LongWork::~LongWork() {
    clear();
    sigaction(SIGINT, &before_, nullptr);
}

bool LongWork::is_interrupted() const { return was_wished; }

KeepGoing LongWork::keep_going() {
    return [this](double share, const std::string& what) {
        show(share, what);
        return !is_interrupted();
    };
}

void LongWork::attend(IntegrationOptions& options) {
    options.interrupt = &was_wished;
    if (!is_seen_) return;
    on_progress_ = [this, from = options.from](const Progress& progress) {
        const double share = (progress.time - from) / (progress.until - from);
        show(std::clamp(share, 0.0, 1.0),
             fmt::format("t = {:.6g} of {:.6g}", progress.time, progress.until));
    };
    options.progress = on_progress_;
}

// Not for what is done at once, nor more often than one can see.
void LongWork::show(double share, const std::string& what) {
    const auto now = std::chrono::steady_clock::now();
    if (!is_seen_ || now - began_ < at_once || (is_drawn_ && now - shown_ < between)) return;
    const std::chrono::duration<double> elapsed = now - began_;
    const std::string left =
        share > 0 ? fmt::format(", about {} left", duration(elapsed.count() * (1 - share) / share))
                  : "";
    fmt::print(stderr, "{}{:3.0f} % [{}] {}{}", clear_line, std::floor(100 * share), bar(share),
               what, left);
    std::fflush(stderr);
    is_drawn_ = true;
    shown_ = now;
}

void LongWork::clear() {
    if (is_drawn_) fmt::print(stderr, "{}", clear_line);
    is_drawn_ = false;
}

}  // namespace rattleback
