#include "expr/meaning.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "base/suggest.hpp"
#include "expr/derivative.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

template <typename Value>
void append_keys(std::vector<std::string>& keys, const std::map<std::string, Value>& map) {
    for (const auto& entry : map) keys.push_back(entry.first);
}

// Names that functions have elsewhere, and what to write here.
struct OtherName {
    std::string_view name, written;
};
constexpr std::array<OtherName, 25> other_names{{
    {"ln", "log(u)"},
    {"lg", "log(u)/log(10)"},
    {"log10", "log(u)/log(10)"},
    {"arcsin", "asin(u)"},
    {"arccos", "acos(u)"},
    {"arctan", "atan(u)"},
    {"arctg", "atan(u)"},
    {"arctan2", "atan2(v, u)"},
    {"tg", "tan(u)"},
    {"cot", "1/tan(u)"},
    {"ctg", "1/tan(u)"},
    {"cotan", "1/tan(u)"},
    {"sec", "1/cos(u)"},
    {"csc", "1/sin(u)"},
    {"cosec", "1/sin(u)"},
    {"sh", "sinh(u)"},
    {"ch", "cosh(u)"},
    {"th", "tanh(u)"},
    {"sech", "1/cosh(u)"},
    {"csch", "1/sinh(u)"},
    {"coth", "1/tanh(u)"},
    {"cbrt", "u^(1/3)"},
    {"pow", "u^v"},
    {"sqr", "u^2"},
    {"fabs", "abs(u)"},
}};

std::string_view written_for(std::string_view name) {
    const auto row = std::ranges::find(other_names, name, &OtherName::name);
    return row == other_names.end() ? std::string_view() : row->written;
}

// As in A(u1, u2), for a message.
std::string example_call(const std::string& name, int arity) {
    if (arity == 1 || arity == any_arity) return name + "(u)";
    std::vector<std::string> arguments;
    for (int i = 1; i <= arity; ++i) arguments.push_back(fmt::format("u{}", i));
    return fmt::format("{}({})", name, fmt::join(arguments, ", "));
}

std::string example_partial(const std::string& name, int arity) {
    std::vector<int> counts(static_cast<std::size_t>(std::max(arity, 1)), 0);
    counts[0] = 1;
    const std::string call = example_call(name, arity);
    return fmt::format("{}[{}]{}", name, fmt::join(counts, ","), call.substr(name.size()));
}

std::string counted(std::size_t n, const char* what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

// The coordinate whose velocity other programs would call so: xdot, x_dot, dx, vx, x_t.
std::string written_velocity(const std::string& name, const std::vector<std::string>& coordinates) {
    for (const std::string& q : coordinates)
        for (const std::string& spelling :
             {q + "dot", q + "_dot", "d" + q, "v" + q, "v_" + q, q + "_t"})
            if (name == spelling) return q;
    return {};
}

}  // namespace

bool is_reserved_name(std::string_view name) {
    return name == "pi" || name == "float" || find_function(name) != nullptr ||
           find_shorthand(name) != nullptr;
}

std::string Meaning::name_of(const Token& token) const {
    const auto range = token.without_primes();
    return source_->text.substr(range.begin, range.end - range.begin);
}

UnknownName::UnknownName(const std::string& name, const std::string& advice,
                         const SourceText& source, SourceRange where)
    : ModelError("unknown name " + quoted(name) + advice, source, where),
      has_advice_(!advice.empty()),
      where_(where) {}

// With its primes, for a message; what is very long is cut.
std::string Meaning::spelled(const Token& token) const {
    const std::string name = quoted(name_of(token));
    return name.substr(1, name.size() - 2) +
           std::string(std::min<std::size_t>(token.primes, 8), '\'');
}

void Meaning::fail(SourceRange where, const std::string& message) const {
    throw ModelError(message, *source_, where);
}

std::optional<int> Meaning::arity_of(const std::string& unspecified_function) const {
    const auto entry = names_->functions.find(unspecified_function);
    if (entry == names_->functions.end()) return {};
    return entry->second;
}

bool Meaning::is_known(const std::string& name) const {
    return names_->definitions.contains(name) || names_->inputs.contains(name) ||
           contains(names_->coordinates, name) || contains(names_->symbols, name);
}

Expr Meaning::of_name(const Token& token) const {
    const std::string name = name_of(token);
    const bool primed = token.primes > 0;
    if (is_reserved_name(name) && name != "pi") refuse_bare_function(token);
    if (const auto entry = names_->definitions.find(name); entry != names_->definitions.end()) {
        if (primed) refuse_primes(token);
        return entry->second;
    }
    if (const auto entry = names_->inputs.find(name); entry != names_->inputs.end()) {
        check_order(token);
        Expr value = entry->second;
        for (std::size_t i = 0; i < token.primes; ++i) value = derivative(value, symbol("t"));
        return value;
    }
    if (arity_of(name)) refuse_bare_function(token);
    if (name == "pi") {
        if (primed) refuse_primes(token);
        return pi();
    }
    if (!names_->any && !is_known(name)) {
        std::vector<std::string> candidates = names_->coordinates;
        candidates.insert(candidates.end(), names_->symbols.begin(), names_->symbols.end());
        append_keys(candidates, names_->definitions);
        append_keys(candidates, names_->functions);
        append_keys(candidates, names_->inputs);
        candidates.emplace_back("pi");
        const std::string velocity = written_velocity(name, names_->coordinates);
        const std::string advice =
            name == "e"         ? "; write exp(u) for the exponential function"
            : !velocity.empty() ? fmt::format("; the velocity of {0} is written {0}'", velocity)
                                : did_you_mean(name, candidates);
        throw UnknownName(name, advice, *source_, token.without_primes());
    }
    if (primed && !contains(names_->coordinates, name) &&
        (!names_->any || contains(names_->symbols, name)))
        refuse_primes(token);
    check_order(token);
    return symbol(name, static_cast<int>(token.primes));
}

void Meaning::check_order(const Token& token) const {
    const auto largest = static_cast<std::size_t>(std::max(names_->largest_order, 0));
    if (token.primes <= largest) return;
    const std::string shown = spelled(token);
    if (token.primes > 2 && largest <= 2)
        fail(token.range,
             fmt::format(
                 "{} has {} primes; positions, velocities (') and accelerations ('') are supported",
                 shown, token.primes));
    if (largest > 2)
        fail(token.range, fmt::format("{} has {} primes; at most {} are supported", shown,
                                      token.primes, largest));
    fail(token.range, fmt::format("{} is {}; only positions{} may stand here", shown,
                                  token.primes == 2 ? "an acceleration" : "a velocity",
                                  largest == 1 ? " and velocities" : ""));
}

void Meaning::refuse_primes(const Token& token) const {
    fail(token.range, fmt::format("{} is not a coordinate, so {} has no meaning",
                                  quoted(name_of(token)), spelled(token)));
}

void Meaning::refuse_bare_function(const Token& token) const {
    const std::string name = name_of(token);
    const SourceRange where = token.without_primes();
    if (name == "float")
        fail(where, "'float' is a function and needs a decimal number, as in float(0.1)");
    if (find_shorthand(name) != nullptr)
        fail(where, fmt::format("{} is a function and needs two arguments or more, as in {}(a, b)",
                                quoted(name), name));
    const Function* known = find_function(name);
    const int arity = known != nullptr ? known->arity : arity_of(name).value_or(1);
    const std::string example = name == "atan2"    ? "atan2(y, x)"
                                : known != nullptr ? name + "(x)"
                                                   : example_call(name, arity);
    fail(where, fmt::format("{} is a function and needs {}, as in {}", quoted(name),
                            arity == 1 ? "an argument"
                                       : counted(static_cast<std::size_t>(arity), "argument"),
                            example));
}

void Meaning::check_function(const Token& token) const {
    const std::string name = name_of(token);
    if (name == "float") refuse_bare_function(token);
    const bool known = find_function(name) != nullptr || find_shorthand(name) != nullptr ||
                       names_->computed.contains(name);
    const auto arity = arity_of(name);
    if (known || arity || (names_->any_function && name != "pi")) {
        if (token.primes == 0) return;
        fail(token.range,
             known ? fmt::format("{} is a function of the language; primes belong to coordinates",
                                 quoted(name))
                   : fmt::format(
                         "primes belong to coordinates; write {} for a partial derivative of {}",
                         example_partial(name, arity.value_or(1)), quoted(name)));
    }
    refuse_function(token);
}

void Meaning::refuse_function(const Token& token) const {
    const std::string name = name_of(token);
    const SourceRange where = token.without_primes();
    const std::string as_product = "; write " + quoted(name + "*(") + " for a product";
    if (is_known(name) || name == "pi")
        fail(where, quoted(name) + " is not a function" + as_product);
    const std::string unknown = "unknown function " + quoted(name);
    if (name == "integral")
        fail(where, "integrals stand only in [expect] of a model, in closed forms and constants");
    if (const auto written = written_for(name); !written.empty())
        fail(where, fmt::format("{}; write {}", unknown, written));
    std::vector<std::string> candidates{"float"};
    for (const auto& row : functions()) candidates.emplace_back(row.name);
    for (const auto& row : shorthands()) candidates.emplace_back(row.name);
    append_keys(candidates, names_->functions);
    append_keys(candidates, names_->computed);
    const std::string suggestion = did_you_mean(name, candidates);
    if (!suggestion.empty() || !names_->any) fail(where, unknown + suggestion);
    const std::string& option = names_->function_option;
    fail(where, unknown + as_product +
                    (option.empty() ? "" : ", or declare it by " + option + " " + name));
}

void Meaning::check_count(const Token& token, std::size_t expected, std::size_t found) const {
    if (found == expected) return;
    fail(token.range, fmt::format("{} takes {}, not {}", quoted(name_of(token)),
                                  counted(expected, "argument"), found));
}

Expr Meaning::of_call(const Token& token, std::span<const Expr> args,
                      const std::optional<std::vector<std::int32_t>>& partials) const {
    const std::string name = name_of(token);
    if (const auto entry = names_->computed.find(name);
        entry != names_->computed.end() && !partials)
        return entry->second(args);
    if (const Shorthand* known = find_shorthand(name); known != nullptr && !partials) {
        if (args.size() < 2) refuse_bare_function(token);
        return std::accumulate(args.begin() + 1, args.end(), args[0], known->of);
    }
    if (const Function* known = find_function(name)) {
        if (partials)
            fail(token.range,
                 fmt::format("{} is not an unspecified function, so it takes no brackets",
                             quoted(name)));
        check_count(token, static_cast<std::size_t>(known->arity), args.size());
        return call(known->id, args);
    }
    if (const auto arity = arity_of(name); arity && *arity != any_arity)
        check_count(token, static_cast<std::size_t>(*arity), args.size());
    if (!partials) return unspecified(name, args);
    if (partials->size() != args.size())
        fail(token.range,
             fmt::format("{} is applied to {} but has {} in brackets", quoted(name),
                         counted(args.size(), "argument"), counted(partials->size(), "count")));
    return unspecified(name, args, *partials);
}

}  // namespace rattleback
