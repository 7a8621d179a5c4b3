#include "app/progress_bar.hpp"

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

ProgressBar::ProgressBar(double from)
    : from_(from),
      is_seen_(::isatty(STDERR_FILENO) == 1 && !is_quiet()),
      began_(std::chrono::steady_clock::now()) {}

ProgressBar::~ProgressBar() {
    if (is_drawn_) fmt::print(stderr, "{}", clear_line);
}

void ProgressBar::operator()(const Progress& progress) const {
    const double share = std::clamp((progress.time - from_) / (progress.until - from_), 0.0, 1.0);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - began_;
    std::string left;
    if (share > 0)
        left = fmt::format(", about {} left", duration(elapsed.count() * (1 - share) / share));
    fmt::print(stderr, "{}{:3.0f} % [{}] t = {:.6g} of {:.6g}{}", clear_line,
               std::floor(100 * share), bar(share), progress.time, progress.until, left);
    std::fflush(stderr);
    is_drawn_ = true;
}

}  // namespace rattleback
