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

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

bool is_single_letter(std::string_view piece) {
    return is_letter(piece[0]) && piece != "," && !is_word(piece);
}

// thetaR is theta and R, rR is r and R; other runs of letters are whole.
std::size_t letter_end(std::string_view run) {
    for (const GreekLetter& letter : table) {
        const std::size_t end = letter.name.size();
        if (run.starts_with(letter.name) && run.size() > end && is_capital(run[end])) return end;
    }
    const bool is_pair = run.size() == 2 && !is_capital(run[0]) && is_capital(run[1]);
    return is_pair ? 1 : run.size();
}

}  // namespace

std::span<const GreekLetter> greek_letters() { return table; }

const GreekLetter* find_greek(std::string_view name) {
    const auto row = std::ranges::find(table, name, &GreekLetter::name);
    return row == table.end() ? nullptr : &*row;
}

SplitName split_name(std::string_view name) {
    std::size_t at = letter_end(name.substr(0, run_end(name, 0, is_letter)));
    if (at == 0) return {name, {}};

    SplitName result{name.substr(0, at), {}};
    std::vector<SubscriptPiece>& pieces = result.subscript;
    while (at < name.size()) {
        const bool is_apart = name[at] == '_';
        while (at < name.size() && name[at] == '_') ++at;
        if (at == name.size()) return {name, {}};  // "x_" is not x
        const bool digits = is_digit(name[at]);
        const auto end = run_end(name, at, digits ? is_digit : is_letter);
        const std::string_view run = name.substr(at, end - at);
        at = end;
        SubscriptPiece* const last = pieces.empty() ? nullptr : &pieces.back();
        if (digits && last != nullptr && is_single_letter(last->text) && last->below.empty()) {
            last->below = run;
            continue;
        }
        if (is_apart && last != nullptr) pieces.push_back({","});
        const std::size_t letter = digits ? run.size() : letter_end(run);
        pieces.push_back({run.substr(0, letter), run.substr(letter)});
    }
    return result;
}

bool is_word(std::string_view piece) {
    return piece.size() > 1 && !is_digit(piece[0]) && find_greek(piece) == nullptr;
}

}  // namespace rattleback
