// Sentences on the page: their formulas as mathematics.
//
// Short ones stand in the line. A line of MathML is not broken by browsers, so a long one stands on
// its own, in a box that scrolls. Words are escaped, and plain numbers stand among them.
#pragma once

#include <span>
#include <string>

#include "expr/sentence.hpp"
#include "rattleback/description.hpp"

namespace rattleback {

std::string html_sentence(const Sentence& sentence);

// <ul>, or a paragraph where there is one only; nothing where there is none.
std::string html_sentences(std::span<const Sentence> sentences);

// Formulas as a user wrote them, separated by commas; as code where one is none.
std::string html_formulas(std::span<const Written> texts);

}  // namespace rattleback
