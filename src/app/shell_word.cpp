#include "app/shell_word.hpp"

namespace rattleback {

std::string shell_word(const std::string& word) {
    constexpr const char* plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,/:";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    if (word.find_first_of("\"$`\\!") == std::string::npos) return "\"" + word + "\"";
    std::string text;
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return "'" + text + "'";
}

std::string shell_file(const std::string& name) {
    return shell_word(name.starts_with('-') ? "./" + name : name);
}

}  // namespace rattleback
