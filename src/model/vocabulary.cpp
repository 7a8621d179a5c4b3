#include "model/vocabulary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/suggest.hpp"
#include "expr/graph.hpp"
#include "expr/letters.hpp"
#include "model/vector_functions.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

std::string_view noun(int primes) {
    constexpr std::array names{"a coordinate", "a velocity", "an acceleration"};
    return primes < 3 ? names[static_cast<std::size_t>(primes)] : "a higher derivative";
}

std::string spelled(std::string_view name, int primes) {
    return std::string(name) + std::string(static_cast<std::size_t>(primes), '\'');
}

// "may depend on time, positions and parameters".
std::string allowance(const Scope& scope) {
    std::vector<std::string_view> parts;
    if (scope.time) parts.emplace_back("time");
    if (scope.order >= 0) parts.emplace_back("positions");
    if (scope.order >= 1) parts.emplace_back("velocities");
    if (scope.order >= 2) parts.emplace_back("accelerations");
    if (scope.order >= 3) parts.emplace_back("higher derivatives");
    if (scope.auxiliary) parts.emplace_back("auxiliary variables");
    if (scope.quantities) parts.emplace_back("reactions");
    if (scope.latent) parts.emplace_back("latent variables");
    if (parts.empty()) return fmt::format("{} depends on parameters only", scope.what);
    return fmt::format("{} may depend on {} and parameters", scope.what, fmt::join(parts, ", "));
}

bool allows(const Scope& scope, NameKind kind, int primes) {
    switch (kind) {
        case NameKind::Time:
        case NameKind::Input: return scope.time;
        case NameKind::Coordinate: return primes <= scope.order;
        case NameKind::Auxiliary: return scope.auxiliary;
        case NameKind::Latent: return scope.latent;
        case NameKind::Quantity: return scope.quantities;
        case NameKind::Parameter:
        case NameKind::Function:
        case NameKind::Frame:
        case NameKind::Integration:
        case NameKind::Definition: return true;
    }
    return true;
}

struct PrimedName {
    std::string name;
    int primes = 0;
};

PrimedName without_primes(const std::string& text) {
    const auto last = text.find_last_not_of('\'');
    const std::size_t length = last == std::string::npos ? 0 : last + 1;
    const auto primes = static_cast<int>(std::min<std::size_t>(text.size() - length, 99));
    return {text.substr(0, length), primes};
}

}  // namespace

std::string_view noun(NameKind kind) {
    switch (kind) {
        case NameKind::Time: return "the time";
        case NameKind::Coordinate: return "a coordinate";
        case NameKind::Parameter: return "a parameter";
        case NameKind::Function: return "a function";
        case NameKind::Input: return "an input";
        case NameKind::Definition: return "a definition";
        case NameKind::Frame: return "a frame";
        case NameKind::Auxiliary: return "an auxiliary variable";
        case NameKind::Latent: return "a latent variable";
        case NameKind::Quantity: return "a quantity of the motion";
        case NameKind::Integration: return "the variable of an integral";
    }
    return {};
}

void refuse(const Written& text, const std::string& message) {
    throw ModelError(message, text.source, {0, text.text().size()});
}

Vocabulary::Vocabulary() {
    names_.any = false;
    meanings_["t"] = {NameKind::Time};
    allow("t");
}

const Vocabulary::Meaning* Vocabulary::find(const std::string& name) const {
    const auto found = meanings_.find(name);
    return found == meanings_.end() ? nullptr : &found->second;
}

void Vocabulary::declare(const Written& name, NameKind kind) {
    const bool taken = find(name.text()) != nullptr;
    if (!is_name(name.text()) || is_reserved_name(name.text()) || taken)
        refuse_declaration(name, kind);
    meanings_[name.text()] = {kind};
}

void Vocabulary::refuse_declaration(const Written& name, NameKind kind) const {
    const std::string& text = name.text();
    const auto [bare, primes] = without_primes(text);
    if (text.empty()) refuse(name, fmt::format("the name of {} is empty", noun(kind)));
    if (kind == NameKind::Coordinate && primes > 0 && is_name(bare))
        refuse(name, fmt::format("a coordinate is named without primes; write '{0}', and {0}' "
                                 "is its velocity",
                                 bare));
    for (const GreekLetter& letter : greek_letters())
        if (text == letter.unicode)
            refuse(name, fmt::format("{} is not a name; write '{}'", quoted(text), letter.name));
    if (!is_name(text))
        refuse(name, fmt::format("{} is not a name; names are made of the letters a-z and A-Z, "
                                 "digits and '_', and do not begin with a digit",
                                 quoted(text)));
    if (text == "pi")
        refuse(name, fmt::format("'pi' is the number π and cannot be {}", noun(kind)));
    if (is_reserved_name(text))
        refuse(name, fmt::format("'{}' is a function of the language and cannot be {}", text,
                                 noun(kind)));
    const NameKind before = find(text)->kind;
    if (before == kind) refuse(name, fmt::format("{} is named twice", quoted(text)));
    refuse(name, fmt::format("{} is {} already and cannot be {} too", quoted(text), noun(before),
                             noun(kind)));
}

void Vocabulary::allow(const std::string& name) {
    Meaning& meaning = meanings_.at(name);
    meaning.allowed = true;
    auto& list = meaning.kind == NameKind::Coordinate ? names_.coordinates : names_.symbols;
    list.push_back(name);
}

void Vocabulary::define(const std::string& name, const Expr& expression) {
    Meaning& meaning = meanings_.at(name);
    meaning.allowed = true;
    meaning.depends_on = symbols_of(expression);
    names_.definitions[name] = expression;
}

void Vocabulary::define_function(const std::string& name, const Expr& applied) {
    define(name, applied);
    names_.functions[name] = static_cast<int>(applied.args().size());
}

void Vocabulary::define_input(const std::string& name, const Expr& of_time) {
    meanings_.at(name).allowed = true;
    names_.inputs[name] = of_time;
}

void Vocabulary::compute(const std::string& name,
                         std::function<Expr(std::span<const Expr>)> function) {
    names_.computed[name] = std::move(function);
}

std::vector<std::string> Vocabulary::named(NameKind kind) const {
    std::vector<std::string> result;
    for (const auto& [name, meaning] : meanings_)
        if (meaning.kind == kind) result.push_back(name);
    return result;
}

// A name that is not known is left to the parser, which has suggestions.
void Vocabulary::check_token(const Written& text, const Scope& scope, const Token& token,
                             bool called) const {
    const auto range = token.without_primes();
    const std::string name = text.text().substr(range.begin, range.end - range.begin);
    const Meaning* meaning = find(name);
    if (meaning == nullptr) return;
    const auto fail = [&](const std::string& problem) {
        throw ModelError(problem, text.source, token.range);
    };
    if (!meaning->allowed && meaning->is_late)
        fail(fmt::format("{} is made of reactions; {}", quoted(name), allowance(scope)));
    if (!meaning->allowed)
        fail(fmt::format("{} has no value yet; {} uses what is named before it", quoted(name),
                         scope.what));
    for (const Expr& symbol : meaning->depends_on) {
        if (called) break;  // its arguments are looked at themselves
        const Meaning* of_symbol = find(std::string(symbol.name()));
        if (of_symbol == nullptr) continue;  // a letter of a table, which stands beside t
        if (!allows(scope, of_symbol->kind, symbol.order()))
            fail(fmt::format("{} depends on {}; {}", quoted(name),
                             spelled(symbol.name(), symbol.order()), allowance(scope)));
    }
    const auto primes = static_cast<int>(std::min<std::size_t>(token.primes, 3));
    if (primes > 2 || (primes > 0 && meaning->kind != NameKind::Coordinate)) return;
    if (!allows(scope, meaning->kind, primes))
        fail(fmt::format("{} is {}; {}", primes > 0 ? spelled(name, primes) : quoted(name),
                         meaning->kind == NameKind::Coordinate ? noun(primes) : noun(meaning->kind),
                         allowance(scope)));
}

void Vocabulary::check_scope(const Written& text, const Scope& scope) const {
    if (text.text().size() > longest_formula) return;  // the parser says so
    Tokens tokens(text.source);
    Token token = tokens.next();
    while (token.kind != TokenKind::End) {
        const Token next = tokens.next();
        const bool called = next.kind == TokenKind::Open || next.kind == TokenKind::OpenBracket;
        if (token.kind == TokenKind::Name) check_token(text, scope, token, called);
        token = next;
    }
}

Expr Vocabulary::formula(const Written& text, const Scope& scope) const {
    check_scope(text, scope);
    Expr result = parse(text.source, names_);
    check_result(text, scope, result);
    if (is_vector(result))
        refuse(text,
               "this is a vector, but a number is expected here; dot(…, x_axis(…)) is one of "
               "its components");
    return result;
}

Vector3 Vocabulary::vector(const Written& text, const Scope& scope) const {
    check_scope(text, scope);
    const Expr result = parse(text.source, names_);
    check_result(text, scope, result);
    if (!is_vector(result))
        refuse(text,
               "this is a number, but a vector is expected here, as in position(frame, 0, 0, "
               "1) or vector(1, 0, 0)");
    return components(result);
}

Equation Vocabulary::equation(const Written& text, const Scope& scope) const {
    check_scope(text, scope);
    Names names = names_;
    names.largest_order = std::max(names.largest_order, scope.order);
    Equation result = parse_equation(text.source, names);
    for (const Expr* side : {&result.left, &result.right}) {
        check_result(text, scope, *side);
        if (is_vector(*side))
            refuse(text,
                   "one side of this equation is a vector; write its components, as in "
                   "dot(…, x_axis(…)) = 0");
    }
    return result;
}

// What functions of frames have brought in: their names alone, and velocities.
void Vocabulary::check_result(const Written& text, const Scope& scope, const Expr& read) const {
    if (names_.computed.empty()) return;
    for (const Expr& symbol : symbols_of(read)) {
        const Meaning* meaning = find(std::string(symbol.name()));
        if (meaning == nullptr) continue;
        if (meaning->kind == NameKind::Frame)
            refuse(text, fmt::format("'{0}' is a frame; write position({0}), velocity({0}) or "
                                     "x_axis({0})",
                                     symbol.name()));
        if (!allows(scope, meaning->kind, symbol.order()))
            refuse(text, fmt::format("this depends on {}; {}",
                                     spelled(symbol.name(), symbol.order()), allowance(scope)));
    }
}

Expr Vocabulary::variable(const Written& name, const Scope& scope,
                          std::string_view expected) const {
    const auto [bare, primes] = without_primes(name.text());
    const Meaning* meaning = find(bare);
    if (meaning == nullptr) {
        std::vector<std::string> candidates;
        for (const auto& [known, its] : meanings_) {
            if (its.kind == NameKind::Parameter || its.kind == NameKind::Definition ||
                its.kind == NameKind::Input || its.kind == NameKind::Frame)
                continue;
            if (allows(scope, its.kind, primes)) candidates.push_back(known);
        }
        std::string suggestion = nearest_name(bare, candidates);
        suggestion = suggestion.empty()
                         ? fmt::format("; {}", expected)
                         : fmt::format("; did you mean '{}'?", spelled(suggestion, primes));
        refuse(name, fmt::format("unknown name {}{}", quoted(name.text()), suggestion));
    }
    const bool coordinate = meaning->kind == NameKind::Coordinate;
    if (meaning->kind == NameKind::Input)
        refuse(name, fmt::format("{} is an input, which is known; {}", quoted(bare), expected));
    if (primes > 0 && !coordinate)
        refuse(name, fmt::format("{} is not a coordinate, so {} has no meaning", quoted(bare),
                                 quoted(name.text())));
    const bool symbolic = meaning->kind != NameKind::Parameter &&
                          meaning->kind != NameKind::Definition &&
                          meaning->kind != NameKind::Frame && meaning->kind != NameKind::Function;
    if (!symbolic || !allows(scope, meaning->kind, primes))
        refuse(name, fmt::format("{} is {}; {}", primes > 0 ? name.text() : quoted(bare),
                                 coordinate ? noun(primes) : noun(meaning->kind), expected));
    return symbol(bare, primes);
}

}  // namespace rattleback
