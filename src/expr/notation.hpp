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
    Pi,           //
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

struct Notation {
    Form form;
    std::string digits = {};
    Expr leaf = {};  // has the name, primes, function or partial derivatives to be written
    std::vector<const Notation*> parts = {};
    std::vector<bool> marks = {};
    const Notation* exponent = nullptr;  // of a Call: the 2 of sin²φ

    // Known from the parts; see measure().
    bool tall = false;  // higher than a line: brackets around it must grow
    int order = 0;      // most primes on a symbol in it
    double size = 1;    // number of parts when all is written out
};

// Sets tall, order and size from the parts.
void measure(Notation& n);

// The place of a factor in a product: numbers, masses, other letters, time, unspecified functions,
// roots and sums, velocities, roots and sums with velocities, exponentials, other functions.
// So m g l cos φ, A(x, y) ẋ, (m₁ + m₂) ẋ, m (ẋ² + ẏ²), exp(−kt) cos ωt.
int place_in_product(const Notation& n);

bool begins_with_digit(const Notation& n);

// Whether n may follow sin without brackets: φ, 2φ, ωt, φ/2.
bool is_simple_argument(const Notation& n);

}  // namespace rattleback
