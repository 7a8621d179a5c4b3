// Files as the system knows them, for those who write files safely.
//
//     Opened file(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0666);
//     if (!file.is_open()) fail();                 // a std::system_error of errno
//     write_all(file.number(), bytes);
//
// A lock tells other processes that a file is in use, and ends with the process, however it ends. A file
// system without locks has everything unlocked.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace rattleback {

// A descriptor that closes itself; its owner may have closed it before.
class Opened {
public:
    Opened(const std::string& path, int flags, mode_t mode = 0);
    Opened(Opened&& other) noexcept;
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    ~Opened();

    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }
    void close();

private:
    int number_;
};

[[noreturn]] void fail();

// In words for a sentence: "permission is denied".
std::string reason_of(int error);

void write_all(int file, std::string_view bytes);

bool is_ordinary(int file);

enum class Wait : std::uint8_t { No, Yes };

// Takes the lock; whether it has it, and the file still has a name.
bool is_locked(int file, Wait wait);

}  // namespace rattleback
