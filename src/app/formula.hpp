// Formulas on the command line, and what is answered of them in the form asked for.
//
// --function A makes A(x, y) an unspecified function, so that it can be differentiated.
#pragma once

#include <string>
#include <vector>

#include "app/arguments.hpp"
#include "study/formula_questions.hpp"

namespace rattleback {

enum class FormulaLanguage { Text, Latex, Mathml };

// What the verbs that treat formulas are given.
struct GivenFormula {
    std::string text;
    std::vector<std::string> functions;  // unspecified ones
    std::string form = "text";           // a name of FormulaLanguage
};

// Throws UsageError for a form that is none: that is said before anything is computed.
FormulaRequest request_of(const GivenFormula& given);

void print_answer(const FormulaAnswer& answer, const GivenFormula& given);
void tell_notes(const Sentences& notes);

// Declares --function NAME, --as text|latex|mathml.
void add_function_option(Arguments& arguments, GivenFormula& given);
void add_writing_option(Arguments& arguments, GivenFormula& given);

}  // namespace rattleback
