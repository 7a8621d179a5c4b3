#include "formula_mutator.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "expr/functions.hpp"
#include "expr/parse.hpp"

namespace rattleback::fuzzing {
namespace {

constexpr std::array numbers{"0",       "1",      "-1",   "2",      "3",
                             "1/2",     "1/3",    "0.1",  "0.0001", "1e-3",
                             "1e15",    "1e-15",  "1e30", "1e300",  "1e-300",
                             "1e-320",  "1e400",  "7",    "100",    "9007199254740993",
                             "10^20",   "2^0.5",  "pi",   "pi/2",   "float(0.1)",
                             "9.80665", "-2.5e-7"};
constexpr std::array exponents{"2", "3", "-1", "-2", "(1/2)", "(-1/2)", "(1/3)", "0", "10", "1000"};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

struct Word {
    std::size_t begin, end;
    bool is_number;
};

// Names with their primes, and numbers.
std::vector<Word> words_of(std::string_view text) {
    std::vector<Word> words;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        if (is_letter(text[at])) {
            while (at < text.size() && (is_letter(text[at]) || is_digit(text[at]))) ++at;
            while (at < text.size() && text[at] == '\'') ++at;
            words.push_back({begin, at, false});
        } else if (is_digit(text[at])) {
            while (at < text.size() && (is_digit(text[at]) || text[at] == '.')) ++at;
            words.push_back({begin, at, true});
        } else {
            ++at;
        }
    }
    return words;
}

std::string name_of(const std::vector<std::string>& names, Choice& choice) {
    if (names.empty()) return "x";
    std::string name = choice.of(names);
    if (choice.once_in(8)) name += "'";
    return name;
}

std::string atom(const std::vector<std::string>& names, Choice& choice) {
    return choice.once_in(3) ? written_number(choice) : name_of(names, choice);
}

std::string called(const std::string& argument, const std::string& other, Choice& choice) {
    const Function& function = choice.of(functions());
    std::string text = std::string(function.name) + "(" + argument;
    for (int i = 1; i < function.arity; ++i) text += ", " + other;
    return text + ")";
}

std::string wrapped(const std::string& part, const std::vector<std::string>& names,
                    Choice& choice) {
    const std::string other = atom(names, choice);
    switch (choice.below(7)) {
        case 0: return called(part, other, choice);
        case 1: return "(" + part + ")^" + choice.of(exponents);
        case 2: return "(" + part + ")/(" + other + ")";
        case 3: return other + "/(" + part + ")";
        case 4: return "(" + part + ")*(" + other + ")";
        case 5: return "-(" + part + ") + " + other;
        default: return part + " - " + other;
    }
}

}  // namespace

std::vector<std::string> names_in(std::string_view text) {
    std::vector<std::string> names;
    for (const Word& word : words_of(text)) {
        const std::string_view name = text.substr(word.begin, word.end - word.begin);
        if (!word.is_number && !is_reserved_name(name)) names.emplace_back(name);
    }
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

std::string written_number(Choice& choice) { return choice.of(numbers); }

std::string written_formula(const std::vector<std::string>& names, Choice& choice, int depth) {
    if (depth <= 0 || choice.once_in(4)) return atom(names, choice);
    const auto part = [&] { return written_formula(names, choice, depth - 1); };
    switch (choice.below(7)) {
        case 0: return part() + " + " + part();
        case 1: return part() + " - (" + part() + ")";
        case 2: return "(" + part() + ")*(" + part() + ")";
        case 3: return "(" + part() + ")/(" + part() + ")";
        case 4: return "(" + part() + ")^" + choice.of(exponents);
        case 5: return called(part(), part(), choice);
        default: return part() + "*" + atom(names, choice);
    }
}

std::string changed_formula(const std::string& formula, const std::vector<std::string>& names,
                            Choice& choice) {
    const std::vector<Word> words = words_of(formula);
    if (words.empty() || choice.once_in(12)) return written_formula(names, choice);
    if (choice.once_in(4)) return wrapped(formula, names, choice);
    const Word word = choice.of(words);
    const std::string old = formula.substr(word.begin, word.end - word.begin);
    std::string part;
    if (choice.once_in(3))
        part = wrapped(old, names, choice);
    else if (choice.once_in(8))
        part = written_formula(names, choice, 2);
    else
        part = word.is_number ? written_number(choice) : name_of(names, choice);
    return formula.substr(0, word.begin) + part + formula.substr(word.end);
}

}  // namespace rattleback::fuzzing
