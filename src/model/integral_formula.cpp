#include "model/integral_formula.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "expr/integral.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr const char* integral_word = "integral";
constexpr const char* usage =
    "'integral' takes an integrand, its variable and two bounds, as in integral(cos(s), s, 0, t)";

// The tokens that stand alone as second arguments of integrals.
std::vector<Token> variables_in(const Written& text) {
    struct Bracket {
        bool of_integral;
        int commas = 0;
    };
    std::vector<Bracket> open;
    std::vector<Token> result;
    Tokens tokens(text.source);
    Token before{}, last{}, token = tokens.next();
    while (token.kind != TokenKind::End) {
        const bool in_integral = !open.empty() && open.back().of_integral;
        if (token.kind == TokenKind::Comma && in_integral) {
            const bool is_alone = last.kind == TokenKind::Name && before.kind == TokenKind::Comma;
            if (++open.back().commas == 2 && is_alone) result.push_back(last);
        }
        if (token.kind == TokenKind::Open)
            open.push_back(
                {last.kind == TokenKind::Name && tokens.text(last.range) == integral_word});
        if (token.kind == TokenKind::Close && !open.empty()) open.pop_back();
        before = last;
        last = token;
        token = tokens.next();
    }
    return result;
}

bool calls_integral(const Written& text) {
    Tokens tokens(text.source);
    for (Token token = tokens.next(); token.kind != TokenKind::End; token = tokens.next())
        if (token.kind == TokenKind::Name && tokens.text(token.range) == integral_word) return true;
    return false;
}

Expr made(std::span<const Expr> args, const ExprVector& variables) {
    if (args.size() != 4) throw NumericalError(usage);
    const Expr& variable = args[1];
    if (std::ranges::find(variables, variable) == variables.end())
        throw NumericalError(fmt::format("the second argument is not a name; {}", usage));
    for (const Expr& bound : {args[2], args[3]})
        if (std::ranges::count(free_symbols({bound}), variable) != 0)
            throw NumericalError(fmt::format(
                "a bound of the integral depends on its own variable '{}'; an integral inside "
                "another needs a variable with another name",
                variable.name()));
    return integral({args[0], variable, args[2], args[3]});
}

}  // namespace

Expr formula_with_integrals(const Written& text, const Vocabulary& names, const Scope& scope) {
    if (text.text().size() > longest_formula || names.knows(integral_word) || !calls_integral(text))
        return names.formula(text, scope);
    Vocabulary with_variables = names;
    ExprVector variables;
    for (const Token& token : variables_in(text)) {
        const auto [begin, end] = token.range;
        const std::string name = text.text().substr(begin, end - begin);
        if (std::ranges::count(variables, symbol(name)) != 0) continue;
        const Written written = SourceText{.text = name, .file = text.source.file};
        try {
            with_variables.declare(written, NameKind::Integration);
        } catch (const ModelError& error) {
            throw ModelError(error.message(), text.source, token.range);
        }
        with_variables.allow(name);
        variables.push_back(symbol(name));
    }
    with_variables.compute(integral_word,
                           [&](std::span<const Expr> args) { return made(args, variables); });
    Expr result = with_variables.formula(text, scope);
    for (const Expr& symbol : free_symbols({result}))
        if (std::ranges::count(variables, symbol) != 0)
            refuse(text, fmt::format("'{}' is the variable of an integral and has no meaning "
                                     "outside of its integrand",
                                     symbol.name()));
    return result;
}

}  // namespace rattleback
