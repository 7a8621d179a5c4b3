// How equations are written in text: in which notation, how wide, with or without their derivation.
//
// The notation of formulas reads back and is the same in every terminal; that of mathematics is
// easier to read. Only who writes to a terminal can choose between them, so it is not chosen here.
#pragma once

#include <string>

#include "expr/print_text.hpp"
#include "expr/print_unicode.hpp"
#include "writing/wrapped_line.hpp"

namespace rattleback {

struct TextOptions {
    bool steps = false;
    bool mathematics = false;  // print_unicode.hpp; otherwise the notation of formulas
    std::size_t width = widest_line;
};

inline LineText written_line(const Expr& e, const TextOptions& options) {
    return options.mathematics ? unicode_line(e) : text_line(e);
}

inline std::string written(const Expr& e, const TextOptions& options) {
    return options.mathematics ? to_unicode(e) : to_text(e);
}

}  // namespace rattleback
