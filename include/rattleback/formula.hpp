// A formula: an expression of the language in which models are written, as a value.
//
//     const Formula energy("m*x'^2/2 + k*x^2/2");
//     energy.derivative("x").text();                                            // "k*x"
//     energy.latex();                                                           // for a paper
//     energy.value({{"m", 1}, {"k", 4}, {"x", 0.5}, {"x'", 0}});                // 0.5
//     prove("sin(2*x) = 2*sin(x)*cos(x)").holds();                              // proved
//
// Numbers are exact: 0.1 is 1/10. Equal formulas share their parts, so derivatives do not swell; a copy
// costs a pointer, and threads may share one. What cannot be read throws ModelError with the place in
// the text; a value that does not exist, as of 1/x at 0, is not finite.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rattleback/api.hpp"
#include "rattleback/attention.hpp"

namespace rattleback {

class RATTLEBACK_API Formula {
public:
    Formula();  // 0
    Formula(int number);
    Formula(const char* text);
    Formula(const std::string& text);

    // With functions that stay open: Formula::with_functions("A(x)^2", {"A"}).
    static Formula with_functions(const std::string& text,
                                  const std::vector<std::string>& functions);

    std::string text() const;     // in the formula language: it can be read again
    std::string unicode() const;  // for a terminal: ẋ², φ̇, √(…)
    std::string latex() const;
    std::string mathml() const;

    Formula derivative(const Formula& symbol) const;
    Formula replaced(const Formula& what, const Formula& by) const;
    Formula simplified() const;  // as short as it is found, and equal
    double value(const std::map<std::string, double>& of) const;

    // The same formula: x + y and y + x are, sin(2*x) and 2*sin(x)*cos(x) are not. Whether two are equal
    // as functions is a question for are_equal.
    friend RATTLEBACK_API bool operator==(const Formula& a, const Formula& b);
    friend RATTLEBACK_API Formula operator+(const Formula& a, const Formula& b);
    friend RATTLEBACK_API Formula operator-(const Formula& a, const Formula& b);
    friend RATTLEBACK_API Formula operator*(const Formula& a, const Formula& b);
    friend RATTLEBACK_API Formula operator/(const Formula& a, const Formula& b);
    friend RATTLEBACK_API Formula operator-(const Formula& a);
    friend RATTLEBACK_API Formula pow(const Formula& base, int exponent);

private:
    friend struct Door;
    struct Held;
    explicit Formula(std::shared_ptr<const Held> held) : held_(std::move(held)) {}
    std::shared_ptr<const Held> held_;
};

using FormulaVector = std::vector<Formula>;
using FormulaMatrix = std::vector<FormulaVector>;  // rows

// Whether two formulas are equal wherever both have a value: proved by exact algebra; certified, with a
// bound for the probability of an error; refuted at a point; or not decided.
struct Equality {
    enum class Verdict { Proved, Certified, Refuted, Undecided };

    Verdict verdict = Verdict::Undecided;
    double error_probability = 0;  // of a certified one; it may be too small for a double
    std::map<std::string, std::string> at = {};  // refuted: exact values of the symbols, there
    double difference = 0;                       // of both sides, there
    std::string text = {};                       // all of it, in sentences

    bool holds() const { return verdict == Verdict::Proved || verdict == Verdict::Certified; }
};

RATTLEBACK_API Equality are_equal(const Formula& a, const Formula& b,
                                  const Attention& attention = {});

// "left = right", as it is written: log(x) - log(x) = 0 is asked where log(x) has a value. With the
// names of functions that stay open.
RATTLEBACK_API Equality prove(const std::string& equation,
                              const std::vector<std::string>& functions = {},
                              const Attention& attention = {});

}  // namespace rattleback
