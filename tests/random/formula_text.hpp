// Formulas as text, together with the text of their partial derivatives.
//
// A model is written as a user would write it, so all that is derived from a formula here (a gradient, a
// velocity) is derived by these few rules of sums and products on texts, not by the program under test.
//
//     const FormulaText f = product(of_one("sin(@)", "cos(@)", "q1"), variable("q2"));
//     f.text                 (sin(q1))*(q2)
//     f.partial("q1")        (cos(q1))*(q2)
#pragma once

#include <map>
#include <string>
#include <vector>

#include "random/random_source.hpp"

namespace rattleback::testing {

struct FormulaText {
    std::string text = "0";
    std::map<std::string, std::string> partials = {};  // by variable; absent: 0

    std::string partial(const std::string& name) const;
    bool is_zero() const { return text == "0"; }
};

// In a formula of one variable `@` stands for it.
FormulaText of_one(const std::string& formula, const std::string& derivative,
                   const std::string& name);
FormulaText variable(const std::string& name);
FormulaText constant(const std::string& number);
FormulaText sum(const FormulaText& a, const FormulaText& b);
FormulaText product(const FormulaText& a, const FormulaText& b);

// Σ ∂f/∂q · q' + ∂f/∂t of a formula in coordinates and t.
std::string time_derivative(const FormulaText& f);
std::string sum_of(const std::vector<std::string>& terms);

// Replaces names with their primes, q1, q1', q1'', by texts in parentheses; others stay.
std::string replaced(const std::string& text, const std::map<std::string, std::string>& by);

// A smooth function of some of the variables, of moderate size where they are.
FormulaText smooth(RandomSource& random, const std::vector<std::string>& variables);
// The same, and never below 1/2.
FormulaText positive(RandomSource& random, const std::vector<std::string>& variables);
// Between −1/4 and 1/4.
FormulaText small(RandomSource& random, const std::vector<std::string>& variables);

}  // namespace rattleback::testing
