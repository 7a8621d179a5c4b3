// What the names in a formula mean, according to the Names the caller allows.
//
// The grammar (parse.cpp) knows where a name stands; this knows what it stands for, or says why
// it cannot stand there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "expr/functions.hpp"
#include "expr/parse.hpp"
#include "expr/tokens.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {

// A name that nobody knows; the message may say what was meant.
class UnknownName : public ModelError {
public:
    UnknownName(const std::string& name, const std::string& advice, const SourceText& source,
                SourceRange where);
    bool has_advice() const { return has_advice_; }
    SourceRange where() const { return where_; }

private:
    bool has_advice_;
    SourceRange where_;
};

class Meaning {
public:
    Meaning(const SourceText& source, const Names& names) : source_(&source), names_(&names) {}

    // A name that is not followed by an argument list.
    Expr of_name(const Token& token) const;

    // Throws unless the name is a function. Called before its arguments are read, so that errors
    // come in reading order.
    void check_function(const Token& token) const;

    // A function applied; `partials` is empty where no brackets were written.
    Expr of_call(const Token& token, std::span<const Expr> args,
                 const std::optional<std::vector<std::int32_t>>& partials) const;

private:
    std::string name_of(const Token& token) const;
    std::string spelled(const Token& token) const;
    void check_order(const Token& token) const;
    void check_count(const Token& token, std::size_t expected, std::size_t found) const;
    std::optional<int> arity_of(const std::string& unspecified_function) const;
    bool is_known(const std::string& name) const;
    [[noreturn]] void fail(SourceRange where, const std::string& message) const;
    [[noreturn]] void refuse_primes(const Token& token) const;
    [[noreturn]] void refuse_bare_function(const Token& token) const;
    [[noreturn]] void refuse_function(const Token& token) const;  // one that is not known

    const SourceText* source_;
    const Names* names_;
};

}  // namespace rattleback
