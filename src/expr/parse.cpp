#include "expr/parse.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "expr/decimal.hpp"
#include "expr/meaning.hpp"
#include "expr/parts.hpp"
#include "expr/tokens.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

bool is_whole(std::string_view number) {
    return number.find_first_not_of("0123456789") == std::string_view::npos;
}

// The whole text as a number of the type, if it is one and in its range.
template <typename Value>
std::optional<Value> read_as(std::string_view text) {
    Value value{};
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, value);
    return problem == std::errc{} && stop == end ? std::optional(value) : std::nullopt;
}

// One method per rule of the grammar in the header. Chains of + * ^ and of minus signs are loops:
// the stack grows with brackets only, and deepest_nesting bounds those.
class Parser {
public:
    Parser(const SourceText& source, const Names& names);

    Expr formula();
    Equation equation();
    std::vector<Expr> parts() && { return std::move(parts_); }  // of what was read

private:
    Expr sum();
    Expr product();
    Expr power();
    Expr tower(const Expr& base);
    Expr atom();
    Expr number();
    Expr name();
    Expr call(const Token& name);
    Expr floating_constant(const Token& name);
    Expr group();
    std::vector<Expr> arguments();
    std::vector<std::int32_t> partial_counts();
    Expr side();

    bool at(TokenKind kind) const { return next_.kind == kind; }
    Token take();
    bool take_minus_signs();
    void open();
    void close(const Token& opening);
    template <typename Make>
    auto locate(SourceRange where, const Make& make);

    std::string here() const;  // the next token, quoted
    [[noreturn]] void fail(SourceRange where, const std::string& message) const;
    [[noreturn]] void refuse_operand() const;  // where a number, a name or '(' was expected
    [[noreturn]] void refuse_next() const;     // where an operator or the end was expected

    const SourceText& source_;
    Meaning meaning_;
    bool keeps_decimals_;
    Tokens tokens_;
    Token last_, next_;
    int depth_ = 0;
    std::vector<Expr> parts_;
};

Parser::Parser(const SourceText& source, const Names& names)
    : source_(source),
      meaning_(source, names),
      keeps_decimals_(names.keeps_decimals),
      tokens_(source) {
    if (source.text.size() > longest_formula)
        fail({}, fmt::format("the formula has {} bytes; at most {} are supported",
                             source.text.size(), longest_formula));
    next_ = tokens_.next();
    if (at(TokenKind::End)) fail({0, source.text.size()}, "the formula is empty");
}

void Parser::fail(SourceRange where, const std::string& message) const {
    throw ModelError(message, source_, where);
}

Token Parser::take() {
    last_ = next_;
    next_ = tokens_.next();
    return last_;
}

// Arithmetic without a result, such as a division by zero, is an error in the text at `where`.
template <typename Make>
auto Parser::locate(SourceRange where, const Make& make) {
    try {
        return make();
    } catch (const NumericalError& error) {
        fail(where, error.what());
    }
}

Expr Parser::formula() {
    Expr result = side();
    if (at(TokenKind::Equals))
        fail(next_.range, "unexpected '='; this is one expression, not an equation");
    if (!at(TokenKind::End)) refuse_next();
    return result;
}

Equation Parser::equation() {
    if (at(TokenKind::Equals)) fail(next_.range, "the left side of the equation is empty");
    Expr left = side();
    if (at(TokenKind::End))
        fail({0, last_.range.end}, "expected an equation; there is no '=' in it");
    if (!at(TokenKind::Equals)) refuse_next();
    take();
    if (at(TokenKind::End)) fail(last_.range, "the right side of the equation is empty");
    Expr right = side();
    if (at(TokenKind::Equals)) fail(next_.range, "unexpected second '='; an equation has one");
    if (!at(TokenKind::End)) refuse_next();
    return {std::move(left), std::move(right)};
}

// A whole formula, or a side of an equation. Brackets do not bound the structure: each may hold a
// sum of products of powers, and definitions bring their own.
Expr Parser::side() {
    const std::size_t begin = next_.range.begin;
    Expr result = sum();
    if (result.height() > static_cast<std::uint32_t>(deepest_nesting))
        fail({begin, last_.range.end},
             fmt::format("the expression is {} levels deep; at most {} are supported",
                         result.height(), deepest_nesting));
    return result;
}

Expr Parser::sum() {
    const std::size_t begin = next_.range.begin;
    Expr first = product();
    if (!at(TokenKind::Plus) && !at(TokenKind::Minus)) return first;
    SumBuilder terms;
    terms.add(first);
    while (at(TokenKind::Plus) || at(TokenKind::Minus)) {
        const Token sign = take();
        const Expr term = product();
        locate(sign.range, [&] { terms.add(sign.kind == TokenKind::Minus ? -1 : 1, term); });
    }
    return locate({begin, last_.range.end}, [&] { return terms.build(); });
}

Expr Parser::product() {
    const std::size_t begin = next_.range.begin;
    bool negative = take_minus_signs();
    Expr first = power();
    if (!negative && !at(TokenKind::Times) && !at(TokenKind::Divide)) return first;
    ProductBuilder factors;
    factors.multiply(first);
    while (at(TokenKind::Times) || at(TokenKind::Divide)) {
        const Token sign = take();
        negative ^= take_minus_signs();
        const Expr factor = power();
        const bool divides = sign.kind == TokenKind::Divide;
        locate(sign.range, [&] { factors.multiply(factor, divides ? -1 : 1); });
        if (divides) parts_.push_back(locate(sign.range, [&] { return 1 / factor; }));
    }
    if (negative) factors.multiply(-1);
    return locate({begin, last_.range.end}, [&] { return factors.build(); });
}

bool Parser::take_minus_signs() {
    bool negative = false;
    for (; at(TokenKind::Minus); take()) negative = !negative;
    return negative;
}

Expr Parser::power() {
    Expr base = atom();
    return at(TokenKind::Power) ? tower(base) : base;
}

// Reads upwards, then folds from the top down: x^y^z is x^(y^z).
Expr Parser::tower(const Expr& base) {
    struct Storey {
        Expr base;
        SourceRange sign;  // the ^ after the base
        bool negative;     // the exponent has a minus sign
    };
    std::vector<Storey> storeys;
    Expr top = base;
    while (at(TokenKind::Power)) {
        const Token sign = take();
        if (storeys.size() >= static_cast<std::size_t>(deepest_nesting))
            fail(sign.range,
                 fmt::format("the powers are nested more than {} levels deep", deepest_nesting));
        const bool negative = take_minus_signs();
        storeys.push_back({std::move(top), sign.range, negative});
        top = atom();
    }
    for (; !storeys.empty(); storeys.pop_back()) {
        const Storey& below = storeys.back();
        if (below.negative) top = -top;
        top = locate(below.sign, [&] { return pow(below.base, top); });
        parts_.push_back(top);
    }
    return top;
}

Expr Parser::atom() {
    if (at(TokenKind::Number)) return number();
    if (at(TokenKind::Name)) return name();
    if (at(TokenKind::Open)) return group();
    refuse_operand();
}

Expr Parser::number() {
    const auto written = tokens_.text(take().range);
    if (auto value = Number::from_decimal(written))
        return keeps_decimals_ && !is_whole(written) ? decimal(written) : Expr(*value);
    fail(last_.range, fmt::format("the exponent of {} is too large; at most {} is supported",
                                  quoted(written), Number::largest_exponent));
}

Expr Parser::name() {
    const Token name = take();
    if (at(TokenKind::Open) || at(TokenKind::OpenBracket)) return call(name);
    return meaning_.of_name(name);
}

Expr Parser::call(const Token& name) {
    if (at(TokenKind::Open) && tokens_.text(name.range) == "float") return floating_constant(name);
    meaning_.check_function(name);
    std::optional<std::vector<std::int32_t>> partials;
    if (at(TokenKind::OpenBracket)) {
        partials = partial_counts();
        if (!at(TokenKind::Open))
            fail(next_.range,
                 "expected '(' and the arguments of " + quoted(tokens_.text(name.range)));
    }
    const auto args = arguments();
    parts_.push_back(locate(name.range, [&] { return meaning_.of_call(name, args, partials); }));
    return parts_.back();
}

Expr Parser::floating_constant(const Token& name) {
    constexpr auto usage = "'float' takes a decimal number, as in float(0.1)";
    const Token opening = take();
    const bool negative = take_minus_signs();
    if (!at(TokenKind::Number)) fail(name.range, usage);
    const auto written = tokens_.text(take().range);
    const auto value = read_as<double>(written);
    if (!value)
        fail(last_.range, quoted(written) + " is out of the range of floating-point numbers");
    if (!at(TokenKind::Close) && !at(TokenKind::End)) fail(name.range, usage);
    close(opening);
    return floating(negative ? -*value : *value);
}

void Parser::open() {
    take();
    if (++depth_ > deepest_nesting)
        fail(last_.range,
             fmt::format("the brackets are nested more than {} levels deep", deepest_nesting));
}

void Parser::close(const Token& opening) {
    if (at(TokenKind::End)) fail(opening.range, "missing ')' for this '('");
    if (!at(TokenKind::Close)) refuse_next();
    take();
}

Expr Parser::group() {
    open();
    const Token opening = last_;
    Expr inside = sum();
    close(opening);
    --depth_;
    return inside;
}

std::vector<Expr> Parser::arguments() {
    open();
    const Token opening = last_;
    std::vector<Expr> args;
    if (!at(TokenKind::Close)) args.push_back(sum());
    while (at(TokenKind::Comma)) {
        take();
        args.push_back(sum());
    }
    close(opening);
    --depth_;
    return args;
}

std::vector<std::int32_t> Parser::partial_counts() {
    const Token opening = next_;
    std::vector<std::int32_t> counts;
    do {
        take();  // the '[' or a comma
        const auto count = read_as<std::int32_t>(tokens_.text(next_.range));
        if (!at(TokenKind::Number) || !count)
            fail(at(TokenKind::End) ? last_.range : next_.range,
                 "expected the number of derivatives by each argument, as in A[1,0](u, v)");
        counts.push_back(*count);
        take();
    } while (at(TokenKind::Comma));
    if (!at(TokenKind::CloseBracket)) fail(opening.range, "missing ']' for this '['");
    take();
    return counts;
}

std::string Parser::here() const { return quoted(tokens_.text(next_.without_primes())); }

// Apart from atom(), whose frame is on the stack once per bracket.
void Parser::refuse_operand() const {
    const std::string expected = "expected a number, a name or '(' ";
    if (!at(TokenKind::End)) fail(next_.range, expected + "before " + here());
    const std::size_t end = last_.range.end;
    fail({end, end}, expected + "after " + quoted(tokens_.text(last_.range)));
}

void Parser::refuse_next() const {
    const bool operand = at(TokenKind::Number) || at(TokenKind::Name) || at(TokenKind::Open);
    if (operand) {
        const auto left = tokens_.text(last_.range), right = tokens_.text(next_.range);
        const bool both_short = left.size() + right.size() <= 20;
        fail(next_.range,
             fmt::format("expected an operator before {}; write '{}' for a product", here(),
                         both_short ? fmt::format("{}*{}", left, right) : "*"));
    }
    const bool decimal_comma = at(TokenKind::Comma) && last_.kind == TokenKind::Number;
    if (at(TokenKind::Close))
        fail(next_.range, "unexpected ')'; there is no '(' before it to close");
    if (decimal_comma)
        fail(next_.range, "unexpected ','; decimals are written with a point, as in 0.5");
    if (at(TokenKind::Comma))
        fail(next_.range, "unexpected ','; only arguments of a function are separated by commas");
    if (at(TokenKind::Equals))
        fail(next_.range, "unexpected '='; there is a '(' before it that is not closed");
    fail(next_.range, "unexpected " + here() + "; brackets that group are written '(' and ')'");
}

}  // namespace

Expr parse(const SourceText& source, const Names& names) { return Parser(source, names).formula(); }
Expr parse(std::string_view text, const Names& names) {
    return parse(SourceText{std::string(text)}, names);
}

Equation parse_equation(const SourceText& source, const Names& names) {
    return Parser(source, names).equation();
}
Equation parse_equation(std::string_view text, const Names& names) {
    return parse_equation(SourceText{std::string(text)}, names);
}

std::vector<Expr> parts_of_equation(std::string_view text, const Names& names) {
    const SourceText source{std::string(text)};
    Parser parser(source, names);
    parser.equation();
    return std::move(parser).parts();
}

}  // namespace rattleback
