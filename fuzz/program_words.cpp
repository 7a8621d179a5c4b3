#include "program_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <stdexcept>

namespace rattleback::fuzzing {
namespace {

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool goes_on(char c) { return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// C and C++ join lines before anything else; ??/ is a backslash.
std::string joined_lines(std::string_view program) {
    std::string text(program);
    for (const std::string_view end : {"\\\n", "?\?/\n"})
        for (auto at = text.find(end); at != std::string::npos; at = text.find(end, at))
            text.erase(at, end.size());
    return text;
}

class Reader {
public:
    Reader(std::string_view program, Language language) : text_(program), language_(language) {}

    std::vector<std::string> words() {
        while (at_ < text_.size()) {
            if (skips_comment() || reads_line_end() || reads_text()) continue;
            const char c = text_[at_];
            if (c == ' ' || c == '\t')
                ++at_;
            else if (goes_on(c))
                read_while(
                    [&](char next) { return goes_on(next) || (is_digit(c) && next == '.'); });
            else
                read_sign();
        }
        return std::move(words_);
    }

private:
    bool is(Language one) const { return language_ == one; }
    bool is_c() const { return is(Language::C) || is(Language::Cpp); }
    bool is_here(std::string_view what) const { return text_.substr(at_).starts_with(what); }
    bool is_line_start() const { return at_ == 0 || text_[at_ - 1] == '\n'; }

    template <typename Belongs>
    void read_while(const Belongs& belongs) {
        const std::size_t begin = at_;
        while (at_ < text_.size() && belongs(text_[at_])) ++at_;
        std::string word(text_.substr(begin, at_ - begin));
        // A namespace may have the name of a variable.
        const bool is_space = !words_.empty() && words_.back() == "namespace";
        if (is(Language::Cpp) && (is_space || is_here("::"))) word += "::";
        words_.push_back(std::move(word));
    }

    void read_sign() {
        const char c = text_[at_++];
        if (c == '(' || c == '[' || c == '{') ++depth_;
        if (c == ')' || c == ']' || c == '}') --depth_;
        words_.emplace_back(1, c);
    }

    void skip_to(std::string_view end, const char* what) {
        const auto found = text_.find(end, at_);
        if (found == std::string_view::npos)
            throw std::runtime_error(std::string(what) + " does not end");
        at_ = found + end.size();
    }

    bool skips_comment() {
        if (is_c() && is_here("/*")) {
            at_ += 2;
            skip_to("*/", "a comment");
            return true;
        }
        if (is(Language::Julia) && is_here("#=")) {
            skip_nested();
            return true;
        }
        if (is(Language::Matlab) && is_here("%{\n") && is_line_start()) {
            skip_to("\n%}", "a comment");
            return true;
        }
        if (is(Language::Matlab) && is_here("...")) {
            at_ = std::min(text_.find('\n', at_), text_.size() - 1) + 1;
            return true;
        }
        const bool is_line = is_c()                 ? is_here("//")
                             : is(Language::Matlab) ? is_here("%") || is_here("#")
                                                    : is_here("#");
        if (is_line) at_ = std::min(text_.find('\n', at_), text_.size());
        return is_line;
    }

    void skip_nested() {
        int open = 0;
        do {
            if (at_ >= text_.size()) throw std::runtime_error("a comment does not end");
            const bool begins = is_here("#="), ends = is_here("=#");
            open += begins ? 1 : ends ? -1 : 0;
            at_ += begins || ends ? 2 : 1;
        } while (open > 0);
    }

    // Of the languages in which a line is a statement, the last one before the next statement; brackets
    // go on. In Python what it is indented by says to what it belongs.
    bool reads_line_end() {
        if (text_[at_] != '\n' && text_[at_] != '\r') return false;
        ++at_;
        if (is_c() || depth_ > 0 || words_.empty()) return true;
        const std::size_t next = std::min(text_.find_first_not_of(" \t", at_), text_.size());
        const bool is_empty = next == text_.size() || text_[next] == '\n' || text_[next] == '\r' ||
                              text_[next] == '#' || (is(Language::Matlab) && text_[next] == '%');
        if (!is_empty)
            words_.push_back("\n" + std::string(is(Language::Python) ? next - at_ : 0, ' '));
        return true;
    }

    bool follows_value() const {
        if (at_ == 0 || words_.empty()) return false;
        const char c = text_[at_ - 1];
        return goes_on(c) || c == ')' || c == ']' || c == '}' || c == '\'' || c == '.';
    }

    bool reads_text() {
        const bool transposes = is(Language::Matlab) || is(Language::Julia);
        const char mark = text_[at_];
        if (mark != '"' && (mark != '\'' || (transposes && follows_value()))) return false;
        const bool is_long =
            (is(Language::Python) || is(Language::Julia)) && is_here(std::string(3, mark));
        const std::string end(is_long ? 3 : 1, mark);
        at_ += end.size();
        while (!is_here(end)) {
            if (at_ >= text_.size() || (!is_long && text_[at_] == '\n'))
                throw std::runtime_error("a text in quotation marks does not end");
            at_ += text_[at_] == '\\' && !is(Language::Matlab) ? 2U : 1U;
            at_ = std::min(at_, text_.size());
        }
        at_ += end.size();
        words_.push_back(end + "…" + end);
        return true;
    }

    std::string_view text_;
    Language language_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::vector<std::string> words_;
};

bool is_name(const std::string& word) { return begins_name(word[0]); }

}  // namespace

std::vector<std::string> words_of(std::string_view program, Language language) {
    const bool is_c = language == Language::C || language == Language::Cpp;
    const std::string text = is_c ? joined_lines(program) : std::string(program);
    return Reader(text, language).words();
}

std::string difference(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    std::map<std::string, std::string> other, back;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        const bool names = is_name(a[i]) && is_name(b[i]);
        const bool fits = names ? other.try_emplace(a[i], b[i]).first->second == b[i] &&
                                      back.try_emplace(b[i], a[i]).first->second == a[i]
                                : a[i] == b[i];
        if (!fits) return "word " + std::to_string(i) + ", '" + a[i] + "' and '" + b[i] + "'";
    }
    if (a.size() == b.size()) return {};
    return std::to_string(a.size()) + " words and " + std::to_string(b.size());
}

}  // namespace rattleback::fuzzing
