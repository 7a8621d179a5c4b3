#include "expr/notation.hpp"

#include <algorithm>

#include "expr/functions.hpp"
#include "expr/letters.hpp"

namespace rattleback {
namespace {

bool is_letter(const Notation& n) { return n.form == Form::Symbol || n.form == Form::Pi; }

int place_of_symbol(const Expr& symbol) {
    if (symbol.order() > 0) return 7;
    const auto base = split_name(symbol.name()).base;
    if (base == "m" || base == "M") return 2;
    return symbol.name() == "t" ? 4 : 3;
}

// √2 stands with the numbers, √(x² + y²) does not.
int place_of_compound(const Notation& n) {
    if (n.parts[0]->form == Form::Number) return 1;
    return n.order == 0 ? 6 : 8;
}

int place_of_call(const Notation& n) {
    switch (n.leaf.function()) {
        case FunctionId::Sqrt:
        case FunctionId::Abs: return place_of_compound(n);
        case FunctionId::Exp: return 9;
        default: return 10;
    }
}

}  // namespace

void measure(Notation& n) {
    constexpr double characters_per_part = 8;  // long numbers and names count as several parts
    n.tall = n.form == Form::Fraction || n.form == Form::Derivative;
    n.order = n.form == Form::Symbol ? n.leaf.order() : 0;
    const std::size_t characters = n.digits.size() + (n.parts.empty() ? n.leaf.name().size() : 0);
    n.size = 1 + static_cast<double>(characters) / characters_per_part;
    for (const Notation* part : n.parts) {
        n.tall = n.tall || part->tall;
        n.order = std::max(n.order, part->order);
        n.size += part->size;
    }
}

int place_in_product(const Notation& n) {
    switch (n.form) {
        case Form::Number: return 0;
        case Form::Pi: return 1;
        case Form::Symbol: return place_of_symbol(n.leaf);
        case Form::Unspecified:
        case Form::Derivative: return 5;
        case Form::Root:
        case Form::Bars: return place_of_compound(n);
        case Form::Sum: return n.order == 0 ? 6 : 8;
        case Form::Euler: return 9;
        case Form::Call: return place_of_call(n);
        case Form::Product:
        case Form::Fraction:
        case Form::Power:
        case Form::Group: return place_in_product(*n.parts[0]);
    }
    return 0;
}

bool begins_with_digit(const Notation& n) {
    switch (n.form) {
        case Form::Number: return true;
        case Form::Product:
        case Form::Power: return begins_with_digit(*n.parts[0]);
        default: return false;
    }
}

bool is_simple_argument(const Notation& n) {
    const auto simple = [](const Notation* part) { return is_simple_argument(*part); };
    switch (n.form) {
        case Form::Number:
        case Form::Pi:
        case Form::Symbol: return true;
        case Form::Fraction: return std::ranges::all_of(n.parts, simple);
        case Form::Product:
            return n.parts.size() == 2 && is_letter(*n.parts[1]) &&
                   (is_letter(*n.parts[0]) || n.parts[0]->form == Form::Number);
        default: return false;
    }
}

}  // namespace rattleback
