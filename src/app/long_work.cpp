#include "app/long_work.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <system_error>

#include "app/command_line.hpp"
#include "app/message.hpp"

namespace rattleback {
namespace {

constexpr int width = 20;
constexpr const char* clear_line = "\r\033[K";
constexpr std::chrono::milliseconds at_once{300}, between{50};

// A signal handler may do little but write a byte: what follows from it is done by a thread that reads.
constexpr char interrupt_byte = 'i';
std::array<int, 2> pipe_ends{-1, -1};

void send(char byte) {
    const int before = errno;
    while (::write(pipe_ends[1], &byte, 1) < 0 && errno == EINTR) {
    }
    errno = before;
}

constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t noted = SIGINT;

// The next one, whichever it is, ends the program as usual.
extern "C" void take_note(int number) {
    noted = number;
    for (const int each : signals) std::signal(each, SIG_DFL);
    send(interrupt_byte);
}

void listen(std::stop_source stop) {
    while (true) {
        char byte = 0;
        const ssize_t count = ::read(pipe_ends[0], &byte, 1);
        if (count == 0 || (count < 0 && errno != EINTR)) return;
        if (count == 1 && byte == interrupt_byte) stop.request_stop();
    }
}

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

int interrupted() { return 128 + static_cast<int>(noted); }

LongWork::LongWork()
    : heeds_(std::in_place, stop_.get_token()),
      began_(std::chrono::steady_clock::now()),
      shown_(began_) {
    if (::pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return;
    try {
        listener_ = std::thread(listen, stop_);
    } catch (const std::system_error&) {  // no thread, or no memory for its stack
        for (const int end : pipe_ends) ::close(end);
        return;
    }
    struct sigaction action = {};
    action.sa_handler = take_note;
    for (std::size_t i = 0; i < signals.size(); ++i) {
        sigaction(signals[i], nullptr, &before_[i]);
        if (before_[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, nullptr);
    }
}

LongWork::~LongWork() {
    clear();
    if (!listener_.joinable()) return;
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before_[i], nullptr);
    ::close(pipe_ends[1]);  // whoever reads hears that nothing comes any more
    listener_.join();
    ::close(pipe_ends[0]);
}

Attention LongWork::attention() {
    Attention result{.stop = stop_.get_token()};
    if (::isatty(STDERR_FILENO) == 1 && !is_quiet())
        result.progress = [this](double share, const std::string& what) { show(share, what); };
    return result;
}

// Not for what is done at once, nor more often than one can see.
void LongWork::show(double share, const std::string& what) {
    const auto now = std::chrono::steady_clock::now();
    if (now - began_ < at_once || (is_drawn_ && now - shown_ < between)) return;
    const std::chrono::duration<double> elapsed = now - began_;
    const std::string left =
        share > 0 ? fmt::format(", about {} left", duration(elapsed.count() * (1 - share) / share))
                  : "";
    std::fputs(clear_line, stderr);
    tell("{:3.0f} % [{}] {}{}", std::floor(100 * share), bar(share), what, left);
    std::fflush(stderr);
    is_drawn_ = true;
    shown_ = now;
}

void LongWork::clear() {
    if (is_drawn_) std::fputs(clear_line, stderr);
    is_drawn_ = false;
    heeds_.reset();
}

}  // namespace rattleback
