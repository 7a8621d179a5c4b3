// A tape as the text of other languages: the lines that a person would write.
//
// A value that is used once stands where it is used, within the precedence of operators; a value that
// is used more often, or whose text would become too long, gets a name and a line of its own. Sines
// and cosines are called after their argument, sin_phi. Operands change places, and signs move, only
// where the result is the same to the last bit. Fused operations are written as a product and a sum:
// whether they are rounded once is then up to the compiler.
//
//     const TapeText text = tape_text(tape, syntax_of(Language::C), {.inputs = {"x", "phi"}});
//     for (const Line& line : text.lines) …
//     … text.outputs[0] …
#pragma once

#include <set>
#include <string>

#include "compiled/language_syntax.hpp"
#include "compiled/tape.hpp"

namespace rattleback {

struct TapeNames {
    std::vector<std::string> inputs = {};  // the text of each input
    std::set<std::string> taken = {};      // names that are not free
    std::string stem = "s";                // of a value without a better name: s1, s2, …
};

struct Line {
    std::string name, value;
};

struct TapeText {
    std::vector<Line> lines;  // definitions, in order
    std::vector<std::string> outputs;
};

TapeText tape_text(const Tape& tape, const LanguageSyntax& syntax, const TapeNames& names);

// The inputs that the tape reads, true or false for each.
std::vector<bool> used_inputs(const Tape& tape);

}  // namespace rattleback
