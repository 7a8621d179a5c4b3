#include "expr/letters.hpp"

#include <algorithm>
#include <array>

namespace rattleback {
namespace {

// Of the two forms of φ and ε, mechanics prints the open ones.
constexpr std::array<GreekLetter, 34> table{{
    {"alpha", "\\alpha", "α"},
    {"beta", "\\beta", "β"},
    {"gamma", "\\gamma", "γ"},
    {"delta", "\\delta", "δ"},
    {"epsilon", "\\varepsilon", "ε"},
    {"zeta", "\\zeta", "ζ"},
    {"eta", "\\eta", "η"},
    {"theta", "\\theta", "θ"},
    {"iota", "\\iota", "ι"},
    {"kappa", "\\kappa", "κ"},
    {"lambda", "\\lambda", "λ"},
    {"mu", "\\mu", "μ"},
    {"nu", "\\nu", "ν"},
    {"xi", "\\xi", "ξ"},
    {"rho", "\\rho", "ρ"},
    {"sigma", "\\sigma", "σ"},
    {"tau", "\\tau", "τ"},
    {"upsilon", "\\upsilon", "υ"},
    {"phi", "\\varphi", "φ"},
    {"chi", "\\chi", "χ"},
    {"psi", "\\psi", "ψ"},
    {"omega", "\\omega", "ω"},
    {"Gamma", "\\Gamma", "Γ"},
    {"Delta", "\\Delta", "Δ"},
    {"Theta", "\\Theta", "Θ"},
    {"Lambda", "\\Lambda", "Λ"},
    {"Xi", "\\Xi", "Ξ"},
    {"Pi", "\\Pi", "Π"},
    {"Sigma", "\\Sigma", "Σ"},
    {"Upsilon", "\\Upsilon", "Υ"},
    {"Phi", "\\Phi", "Φ"},
    {"Psi", "\\Psi", "Ψ"},
    {"Omega", "\\Omega", "Ω"},
    {"pi", "\\pi", "π"},
}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return !is_digit(c) && c != '_'; }

// The end of the run of characters that begins at `from` and is all of one sort.
std::size_t run_end(std::string_view name, std::size_t from, bool (*sort)(char)) {
    while (from < name.size() && sort(name[from])) ++from;
    return from;
}

}  // namespace

std::span<const GreekLetter> greek_letters() { return table; }

const GreekLetter* find_greek(std::string_view name) {
    const auto row = std::ranges::find(table, name, &GreekLetter::name);
    return row == table.end() ? nullptr : &*row;
}

SplitName split_name(std::string_view name) {
    std::size_t at = run_end(name, 0, is_letter);
    if (at == 0) return {name, {}};

    SplitName result{name.substr(0, at), {}};
    while (at < name.size()) {
        if (name[at] == '_') {
            while (at < name.size() && name[at] == '_') ++at;
            if (at == name.size()) return {name, {}};  // "x_" is not x
            if (!result.subscript.empty()) result.subscript.emplace_back(",");
        }
        const auto end = run_end(name, at, is_digit(name[at]) ? is_digit : is_letter);
        result.subscript.push_back(name.substr(at, end - at));
        at = end;
    }
    return result;
}

bool is_word(std::string_view piece) {
    return piece.size() > 1 && !is_digit(piece[0]) && find_greek(piece) == nullptr;
}

}  // namespace rattleback
