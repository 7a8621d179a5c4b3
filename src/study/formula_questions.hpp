// What is asked of formulas alone, without a model: one that is shorter, a derivative, whether two are equal.
//
//     prove_equation({.text = {.text = "sin(2*x) = 2*sin(x)*cos(x)"}}).test.verdict;
//
// Every name is a symbol. A function must be one of the language, or be named among those that stay open,
// so that it can be differentiated. Notes are sentences about what was read.
#pragma once

#include <string>
#include <vector>

#include "exact/is_zero.hpp"
#include "expr/equation.hpp"
#include "expr/sentence.hpp"
#include "rattleback/attention.hpp"
#include "rattleback/source.hpp"

namespace rattleback {

struct FormulaRequest {
    SourceText text;
    std::vector<std::string> functions = {};  // that stay open, of any number of arguments
    std::string function_option = {};         // by which a user would name one
};

struct FormulaAnswer {
    Expr formula;
    Sentences notes = {};
};

struct EquationAnswer {
    Equation equation;
    ZeroTest test;
    Sentences notes = {};
};

// Each throws ModelError for what cannot be read, and RequestError for what is no name of a function.
FormulaAnswer read_formula(const FormulaRequest& request);

FormulaAnswer simplify_formula(const FormulaRequest& request, const Attention& attention = {});

// By a symbol, such as x or x'; simplified. Throws RequestError for what is none.
FormulaAnswer differentiate_formula(const FormulaRequest& request, const SourceText& by,
                                    const Attention& attention = {});

// Whether two formulas are equal wherever both have a value.
ZeroTest compare_formulas(const Expr& left, const Expr& right, const Attention& attention = {});

// Of an equation, "left = right", where all of its parts have a value.
EquationAnswer prove_equation(const FormulaRequest& request, const Attention& attention = {});

}  // namespace rattleback
