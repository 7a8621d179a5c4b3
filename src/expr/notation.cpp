#include "expr/notation.hpp"

#include <algorithm>

#include "expr/functions.hpp"
#include "expr/letters.hpp"

namespace rattleback {
namespace {

bool is_letter(const Notation& n) { return n.form == Form::Symbol || n.form == Form::Pi; }

FactorPlace place_of_symbol(const Expr& symbol) {
    if (symbol.order() > 0) return FactorPlace::Velocity;
    const auto base = split_name(symbol.name()).base;
    if (base == "m" || base == "M") return FactorPlace::Mass;
    return symbol.name() == "t" ? FactorPlace::Time : FactorPlace::Letter;
}

FactorPlace place_of_root(const Notation& n) {
    if (n.parts[0]->form == Form::Number) return FactorPlace::Constant;
    return n.order == 0 ? FactorPlace::Compound : FactorPlace::Moving;
}

FactorPlace place_of_sum(const Notation& n) {
    const auto is_mass = [](const Notation* part) {
        return part->form == Form::Symbol && part->place == FactorPlace::Mass;
    };
    if (std::ranges::all_of(n.parts, is_mass)) return FactorPlace::Mass;
    return n.order == 0 ? FactorPlace::Compound : FactorPlace::Moving;
}

FactorPlace place_of_call(const Notation& n) {
    switch (n.leaf.function()) {
        case FunctionId::Sqrt:
        case FunctionId::Abs: return place_of_root(n);
        case FunctionId::Exp: return FactorPlace::Exponential;
        case FunctionId::Acos:
        case FunctionId::Asin:
        case FunctionId::Atan:
        case FunctionId::Atan2:
        case FunctionId::Cos:
        case FunctionId::Cosh:
        case FunctionId::Erf:
        case FunctionId::Log:
        case FunctionId::Sign:
        case FunctionId::Sin:
        case FunctionId::Sinh:
        case FunctionId::Tan:
        case FunctionId::Tanh: return FactorPlace::Function;
    }
    return {};
}

FactorPlace place_of(const Notation& n) {
    switch (n.form) {
        case Form::Number: return FactorPlace::Number;
        case Form::Pi: return FactorPlace::Constant;
        case Form::Symbol: return place_of_symbol(n.leaf);
        case Form::Unspecified:
        case Form::Derivative: return FactorPlace::Unspecified;
        case Form::Root:
        case Form::Bars: return place_of_root(n);
        case Form::Sum: return place_of_sum(n);
        case Form::Euler: return FactorPlace::Exponential;
        case Form::Call: return place_of_call(n);
        case Form::Product:
        case Form::Fraction:
        case Form::Power:
        case Form::Group: return n.parts[0]->place;
    }
    return {};
}

}  // namespace

void measure(Notation& n) {
    constexpr double characters_per_part = 8;  // long numbers and names count as several parts
    n.tall = n.form == Form::Fraction || n.form == Form::Derivative;
    n.order = n.form == Form::Symbol ? n.leaf.order() : 0;
    const std::size_t characters = n.digits.size() + n.leaf.name().size();
    n.size = 1 + static_cast<double>(characters) / characters_per_part;
    for (const Notation* part : n.parts) {
        n.tall = n.tall || part->tall;
        n.order = std::max(n.order, part->order);
        n.size += part->size;
    }
    n.place = place_of(n);
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

bool is_one_sign(const Notation& n) {
    if (n.form != Form::Product) return n.form == Form::Number || is_letter(n);
    return n.parts.size() == 2 && holds_tight(*n.parts[0], *n.parts[1]);
}

bool holds_tight(const Notation& number, const Notation& letter) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const bool digits = number.form == Form::Number && std::ranges::all_of(number.digits, is_digit);
    if (letter.form == Form::Power) return holds_tight(number, *letter.parts[0]);
    return digits && is_letter(letter) && !is_word(split_name(letter.leaf.name()).base);
}

}  // namespace rattleback
