// Where a sentence has formulas.
//
//     The energy m*x'^2/2 is conserved.    is    The energy | m*x'^2/2 | is conserved.
//
// Findings are written for the terminal, with formulas in the formula language. A page sets them as
// mathematics, and has to find them first. A formula is the longest run of words that the parser
// reads and whose names are letters, alone or with subscripts, or names of the system; so x', R_x,
// lambda1 and t = 0 are formulas, while spin, forces' and a are words, and what stands in quotation
// marks is a name. Whatever is not recognised is text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/system.hpp"

namespace rattleback {

struct SentencePart {
    std::string text;
    bool is_formula = false;
};

// The parts, one after the other, are the sentence.
std::vector<SentencePart> sentence_parts(std::string_view sentence, const System& system);

}  // namespace rattleback
