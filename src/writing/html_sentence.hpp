// Sentences on the page: their formulas as mathematics.
//
// Short ones stand in the line. A line of MathML is not broken by browsers, so a long one stands on
// its own, in a box that scrolls. Text is escaped.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/system.hpp"

namespace rattleback {

std::string html_sentence(std::string_view sentence, const System& system);

// <ul>, or a paragraph where there is one only; nothing where there is none.
std::string html_sentences(std::span<const std::string> sentences, const System& system);

// The sentence in Unicode, its formulas as on the axes of plots: for titles.
std::string unicode_sentence(std::string_view sentence, const System& system);

}  // namespace rattleback
