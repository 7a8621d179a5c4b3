// A formula on one line of text, and where the line may be broken.
//
// Whoever writes a formula knows its signs and brackets, and marks the places as he goes; nobody has to
// look for them afterwards. A break costs more the deeper it lies in brackets, and at one depth more
// before a factor than before a term.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "expr/expr.hpp"

namespace rattleback {

class LineText {
public:
    struct Break {
        std::size_t at;
        int cost;
    };

    LineText& operator+=(std::string_view more) {
        text_ += more;
        return *this;
    }
    LineText& operator+=(char more) {
        text_ += more;
        return *this;
    }
    LineText& operator+=(const LineText& more);

    void may_break_before_equals() { breaks_.push_back({text_.size(), -1}); }
    void may_break_before_term() { breaks_.push_back({text_.size(), 2 * depth_}); }
    void may_break_before_factor() { breaks_.push_back({text_.size(), 2 * depth_ + 1}); }
    // Between arguments.
    void comma() {
        text_ += ',';
        may_break_before_term();
        text_ += ' ';
    }
    void open(char bracket) {
        text_ += bracket;
        ++depth_;
    }
    void close(char bracket) {
        text_ += bracket;
        --depth_;
    }

    const std::string& text() const { return text_; }
    const std::vector<Break>& breaks() const { return breaks_; }

private:
    std::string text_;
    std::vector<Break> breaks_;
    int depth_ = 0;
};

// As to_text and to_unicode write it.
LineText text_line(const Expr& e);
LineText unicode_line(const Expr& e);

}  // namespace rattleback
