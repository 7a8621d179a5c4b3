// The words of a formula: numbers, names with their primes, operators, brackets.
//
// Tokens are read one at a time, so that the first error in reading order is the one reported.
// White space separates and means nothing, except that primes stand directly after their name.
// What does not belong into a formula is refused with advice where the intention is clear: signs
// that look right but are other characters (− × ′, pasted from a document), `**`, `==`, a Greek
// letter instead of its name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "rattleback/source.hpp"

namespace rattleback {

enum class TokenKind {
    Number,
    Name,
    Plus,
    Minus,
    Times,
    Divide,
    Power,
    Open,
    Close,
    OpenBracket,
    CloseBracket,
    Comma,
    Equals,
    End
};

struct Token {
    TokenKind kind = TokenKind::End;
    SourceRange range;       // with primes
    std::size_t primes = 0;  // of a Name

    SourceRange without_primes() const { return {range.begin, range.end - primes}; }
};

class Tokens {
public:
    explicit Tokens(const SourceText& source) : source_(&source) {}

    Token next();  // End for ever after the last; throws ModelError
    std::string_view text(SourceRange range) const;

private:
    Token number(std::size_t begin);
    Token name(std::size_t begin);
    char peek(std::size_t ahead = 0) const;
    void skip_space();

    const SourceText* source_;
    std::size_t at_ = 0;
};

// Letters, digits and '_', not beginning with a digit.
bool is_name(std::string_view text);

// 'text' in quotation marks for a message; a very long one is cut.
std::string quoted(std::string_view text);

}  // namespace rattleback
