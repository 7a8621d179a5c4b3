// Formulas as a user writes them, read into expressions.
//
//   sum       product { ('+' | '-') product }
//   product   {'-'} power { ('*' | '/') {'-'} power }        a/b/c is (a/b)/c
//   power     atom [ '^' {'-'} power ]                       -x^2 is -(x^2), x^y^z is x^(y^z)
//   atom      number | name {'} | name '(' sum {',' sum} ')' | '(' sum ')'
//
// Numbers are exact: 0.1 is 1/10, 1e-3 is 1/1000; .5 and 5. are numbers too. float(0.1) is the
// explicit request for the nearest floating-point number. pi is π. A(u, v) applies an unspecified
// function, A[1,0](u, v) is its partial derivative, with the number of derivatives by each
// argument in brackets. A minus sign belongs to its whole product: -(x - y)*z is −1·((x − y)·z).
//
// What cannot be read is a ModelError with the place and, where one is near, a suggestion. Nothing
// is guessed. A formula is at most 1 MiB long and its expression at most 1000 levels deep, in
// brackets as in structure, so that no text can exhaust the stack of this or any later step.
// Chains are read in one sort; a long sum wrapped in d brackets with a term each is sorted d times.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "expr/equation.hpp"
#include "expr/expr.hpp"
#include "rattleback/source.hpp"

namespace rattleback {

// What a formula may mention. By default every name is a symbol, with up to two primes.
struct Names {
    bool any = true;            // other names than those below become symbols
    bool any_function = false;  // other functions than those below become unspecified functions
    std::vector<std::string> coordinates = {};     // symbols that may carry primes
    std::vector<std::string> symbols = {};         // symbols that may not: parameters, t
    std::map<std::string, Expr> definitions = {};  // replaced by the expression: abbreviations, and
                                                   // unspecified functions named without arguments
    std::map<std::string, int> functions = {};     // unspecified functions and their arity
    std::map<std::string, Expr> inputs = {};  // replaced by the expression, a function of t and
                                              // its derivatives by t
    // Functions that the caller computes; a NumericalError of theirs is an error in the text.
    std::map<std::string, std::function<Expr(std::span<const Expr>)>> computed = {};
    int largest_order = 2;             // primes that a coordinate may carry here
    bool keeps_decimals = false;       // 9.81 as it is written, for printing only; see decimal.hpp
    std::string function_option = {};  // of the command line, that declares a function: --function
};

// The arity of a function that takes any number of arguments.
inline constexpr int any_arity = -1;

Expr parse(const SourceText& source, const Names& names = {});
Expr parse(std::string_view text, const Names& names = {});

// "left = right", with exactly one equals sign.
Equation parse_equation(const SourceText& source, const Names& names = {});
Equation parse_equation(std::string_view text, const Names& names = {});

// Whether the language itself has a meaning for the name: sin, pi, float, …
bool is_reserved_name(std::string_view name);

inline constexpr std::size_t longest_formula = std::size_t{1} << 20U;  // bytes
inline constexpr int deepest_nesting = 1000;

}  // namespace rattleback
