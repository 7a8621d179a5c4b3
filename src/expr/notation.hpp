// What is written on the page: a small tree of sums, products, fractions, powers and brackets.
//
// This stands between an expression and the languages it is printed in. The canonical form of an
// expression is made for computing: division is a negative exponent, a minus sign a coefficient.
// A Notation has what a mechanician writes instead (see written.hpp, which makes it), and whoever
// prints it walks down the tree without rules of his own: brackets are parts of it.
#pragma once

#include <string>
#include <vector>

#include "expr/expr.hpp"

namespace rattleback {

enum class Form {
    Number,       // digits
    Pi,           // π
    Euler,        // the e of eˣ
    Symbol,       // leaf
    Sum,          // parts; marks: the part is subtracted. −x is a Sum of one part
    Product,      // parts; marks: a visible dot stands before the part
    Fraction,     // parts: above, below
    Power,        // parts: base, exponent
    Root,         // parts: one
    Bars,         // |x|; parts: one
    Call,         // leaf, parts: the arguments, a lone one bare (sin φ) or a Group (sin(φ + ψ))
    Unspecified,  // leaf, parts: the arguments
    Derivative,   // leaf, parts: an Unspecified differentiated by some of its arguments, which
                  // are different symbols, so that it is clear without writing them: ∂A/∂x
    Group         // parts: one, in brackets
};

// Where a factor stands in a product, first to last: m g l cos φ, A(x, y) ẋ, (m₁ + m₂) l ẋ,
// m (ẋ² + ẏ²), exp(−kt) cos ωt.
enum class FactorPlace {
    Number,
    Constant,     // π, √2
    Mass,         // m, m₁, M, and sums of them
    Letter,       // other symbols
    Time,         // t
    Unspecified,  // A(x, y)
    Compound,     // roots and sums
    Velocity,     // symbols with primes
    Moving,       // roots and sums with velocities in them
    Exponential,  // eˣ
    Function      // sin, cos, …
};

struct Notation {
    Form form;
    std::string digits = {};
    Expr leaf = {};  // has the name, primes, function or partial derivatives to be written
    std::vector<const Notation*> parts = {};
    std::vector<bool> marks = {};
    const Notation* exponent = nullptr;  // of a Call: the 2 of sin²φ

    // Known from the parts; see measure().
    bool tall = false;       // higher than a line: brackets around it must grow
    int order = 0;           // most primes on a symbol in it
    FactorPlace place = {};  // as a factor in a product
    double size = 1;         // number of parts when all is written out
};

// Sets tall, order, place and size from the parts, which have theirs.
void measure(Notation& n);

bool begins_with_digit(const Notation& n);

// Whether n may follow sin without brackets: φ, 2φ, ωt, φ/2.
bool is_simple_argument(const Notation& n);

// Whether n holds together without spaces in it, so that even on one line sin and √ may stand
// before it: φ, 2φ, π.
bool is_one_sign(const Notation& n);

// Whether two factors are written without a space between them on one line: 2φ, 3x², but 2 speed.
bool holds_tight(const Notation& number, const Notation& letter);

}  // namespace rattleback
