#include "expr/functions.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "expr/node.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

using Args = std::span<const Expr>;
using Values = std::span<const double>;
using Special = std::optional<Expr>;

// f(0) = value.
template <int value>
Special at_zero(Args a) {
    return a[0].is_zero() ? Special(value) : Special();
}

// r when u = r·π with r rational.
std::optional<Number> multiple_of_pi(const Expr& u) {
    if (u.is_zero()) return Number(0);
    if (u.kind() == Kind::Pi) return Number(1);
    const bool scaled = u.kind() == Kind::Sum && u.args().size() == 1 && u.number().is_zero();
    if (!scaled || u.args()[0].kind() != Kind::Pi || !u.coefficients()[0].is_exact()) return {};
    return u.coefficients()[0];
}

// sin(k·π/12) for those k where it is 0, ±1/2, ±1, else nothing. k counts from 0 to 23.
Special rational_sine(std::int64_t k) {
    if (k >= 12) {
        const auto positive = rational_sine(k - 12);
        return positive ? Special(-*positive) : Special();
    }
    switch (k) {
        case 0: return 0;
        case 2:
        case 10: return ratio(1, 2);
        case 6: return 1;
        default: return {};
    }
}

Special sine_of_pi_multiple(const Expr& u, std::int64_t quarter_turns) {
    const auto r = multiple_of_pi(u);
    if (!r) return {};
    const auto k = (*r * Number(12)).to_int64();
    if (!k) return {};
    return rational_sine((*k % 24 + 6 * quarter_turns + 24) % 24);
}

Special sine(Args a) { return sine_of_pi_multiple(a[0], 0); }
Special cosine(Args a) { return sine_of_pi_multiple(a[0], 1); }

Special tangent(Args a) {
    const auto r = multiple_of_pi(a[0]);
    const auto quarter = r ? (*r * Number(4)).to_int64() : std::nullopt;
    if (!quarter) return {};
    switch ((*quarter % 4 + 4) % 4) {
        case 0: return 0;
        case 1: return 1;
        case 3: return -1;
        default: throw NumericalError("tan has no value at an odd multiple of pi/2");
    }
}

Special arcsine(Args a) {
    if (a[0].is_zero()) return 0;
    if (a[0].is_one()) return pi() / 2;
    return {};
}

Special arccosine(Args a) {
    if (a[0].is_zero()) return pi() / 2;
    if (a[0].is_one()) return 0;
    if (a[0] == Expr(-1)) return pi();
    return {};
}

Special arctangent(Args a) {
    if (a[0].is_zero()) return 0;
    if (a[0].is_one()) return pi() / 4;
    return {};
}

Special arctangent2(Args a) {
    if (!a[0].is_number() || !a[1].is_number()) return {};
    const int y = a[0].number().sign(), x = a[1].number().sign();
    if (y == 0 && x == 0) throw NumericalError("atan2(0, 0) has no value");
    if (y == 0) return x > 0 ? Expr(0) : pi();
    if (x == 0) return pi() * y / 2;
    return {};
}

Special logarithm(Args a) {
    if (a[0].is_number() && a[0].number().sign() <= 0)
        throw NumericalError("log of " + a[0].number().to_short_text() +
                             ", which is not positive, has no value");
    return a[0].is_one() ? Special(0) : Special();
}

Special square_root(Args a) {
    if (!a[0].is_number()) return {};
    if (a[0].number().sign() < 0)
        throw NumericalError("sqrt of the negative number " + a[0].number().to_short_text() +
                             " is not real");
    if (const auto root = exact_root(a[0].number(), 2)) return *root;
    return {};
}

// Whether u is positive wherever it is defined, as far as its outermost function tells.
bool is_positive_call(const Expr& u) {
    return is_call(u, FunctionId::Exp) || is_call(u, FunctionId::Cosh);
}

Special absolute(Args a) {
    if (a[0].is_number()) return abs(a[0].number());
    if (a[0].kind() == Kind::Pi) return a[0];
    const bool is_root = is_call(a[0], FunctionId::Abs) || is_call(a[0], FunctionId::Sqrt);
    return is_root || is_positive_call(a[0]) ? Special(a[0]) : Special();
}

Special signum(Args a) {
    if (a[0].is_number() && a[0].number().is_exact()) return a[0].number().sign();
    return a[0].kind() == Kind::Pi || is_positive_call(a[0]) ? Special(1) : Special();
}

using enum FunctionId;
using enum Parity;

// clang-format off
constexpr std::array<Function, 16> table{{
    {Abs,   "abs",   "\\left|",  "abs",  1, Even, [](Values x) { return std::fabs(x[0]); },
     [](Args a, std::size_t) { return a[0] / abs(a[0]); }, absolute},
    {Acos,  "acos",  "\\arccos", "arccos", 1, None, [](Values x) { return std::acos(x[0]); },
     [](Args a, std::size_t) { return -1 / sqrt(1 - pow(a[0], 2)); }, arccosine},
    {Asin,  "asin",  "\\arcsin", "arcsin", 1, Odd, [](Values x) { return std::asin(x[0]); },
     [](Args a, std::size_t) { return 1 / sqrt(1 - pow(a[0], 2)); }, arcsine},
    {Atan,  "atan",  "\\arctan", "arctan", 1, Odd, [](Values x) { return std::atan(x[0]); },
     [](Args a, std::size_t) { return 1 / (1 + pow(a[0], 2)); }, arctangent},
    {Atan2, "atan2", "\\operatorname{atan2}", "atan2", 2, None, [](Values x) { return std::atan2(x[0], x[1]); },
     [](Args a, std::size_t i) { return (i == 0 ? a[1] : -a[0]) / (pow(a[0], 2) + pow(a[1], 2)); }, arctangent2},
    {Cos,   "cos",   "\\cos",  "cos",  1, Even, [](Values x) { return std::cos(x[0]); },
     [](Args a, std::size_t) { return -sin(a[0]); }, cosine},
    {Cosh,  "cosh",  "\\cosh", "cosh", 1, Even, [](Values x) { return std::cosh(x[0]); },
     [](Args a, std::size_t) { return sinh(a[0]); }, at_zero<1>},
    {Erf,   "erf",   "\\operatorname{erf}", "erf", 1, Odd, [](Values x) { return std::erf(x[0]); },
     [](Args a, std::size_t) { return 2 * exp(-pow(a[0], 2)) / sqrt(pi()); }, at_zero<0>},
    {Exp,   "exp",   "\\exp",  "exp",  1, None, [](Values x) { return std::exp(x[0]); },
     [](Args a, std::size_t) { return exp(a[0]); }, at_zero<1>},
    {Log,   "log",   "\\ln",   "ln",   1, None, [](Values x) { return std::log(x[0]); },
     [](Args a, std::size_t) { return 1 / a[0]; }, logarithm},
    {Sign,  "sign",  "\\operatorname{sign}", "sign", 1, Odd,
     [](Values x) { return x[0] > 0 ? 1.0 : x[0] < 0 ? -1.0 : x[0]; },
     [](Args, std::size_t) { return Expr(0); }, signum},
    {Sin,   "sin",   "\\sin",  "sin",  1, Odd, [](Values x) { return std::sin(x[0]); },
     [](Args a, std::size_t) { return cos(a[0]); }, sine},
    {Sinh,  "sinh",  "\\sinh", "sinh", 1, Odd, [](Values x) { return std::sinh(x[0]); },
     [](Args a, std::size_t) { return cosh(a[0]); }, at_zero<0>},
    {Sqrt,  "sqrt",  "\\sqrt", "sqrt", 1, None, [](Values x) { return std::sqrt(x[0]); },
     [](Args a, std::size_t) { return 1 / (2 * sqrt(a[0])); }, square_root},
    {Tan,   "tan",   "\\tan",  "tan",  1, Odd, [](Values x) { return std::tan(x[0]); },
     [](Args a, std::size_t) { return 1 + pow(tan(a[0]), 2); }, tangent},
    {Tanh,  "tanh",  "\\tanh", "tanh", 1, Odd, [](Values x) { return std::tanh(x[0]); },
     [](Args a, std::size_t) { return 1 - pow(tanh(a[0]), 2); }, at_zero<0>},
}};
// clang-format on

static_assert([] {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (static_cast<std::size_t>(table[i].id) != i) return false;
    return true;
}());

// Whether −u is the nicer of u and −u: the sign is then taken out of odd and even functions.
bool is_negative(const Expr& u) {
    if (u.is_number()) return u.number().sign() < 0;
    return u.kind() == Kind::Sum && u.coefficients()[0].sign() < 0;
}

bool is_floating(const Expr& e) { return e.is_number() && !e.number().is_exact(); }

}  // namespace

std::span<const Function> functions() { return table; }

const Function& function(FunctionId id) { return table.at(static_cast<std::size_t>(id)); }

const Function* find_function(std::string_view name) {
    const auto row = std::ranges::find(table, name, &Function::name);
    return row == table.end() ? nullptr : &*row;
}

Expr call(FunctionId id, std::span<const Expr> args) {
    const Function& f = function(id);
    if (const auto special = f.exact_value(args)) return *special;
    if (std::ranges::all_of(args, &Expr::is_number) && std::ranges::any_of(args, is_floating)) {
        std::vector<double> values;
        for (const Expr& a : args) values.push_back(a.number().to_double());
        return floating(f.value(values));
    }
    if (f.parity != Parity::None && is_negative(args[0])) {
        const Expr positive = -args[0];
        const Expr value = call(id, {&positive, 1});
        return f.parity == Parity::Odd ? -value : value;
    }
    return Node::intern({.kind = Kind::Call, .tag = static_cast<std::uint8_t>(id), .args = args});
}

Expr abs(const Expr& u) { return call(Abs, {&u, 1}); }
Expr acos(const Expr& u) { return call(Acos, {&u, 1}); }
Expr asin(const Expr& u) { return call(Asin, {&u, 1}); }
Expr atan(const Expr& u) { return call(Atan, {&u, 1}); }
Expr atan2(const Expr& y, const Expr& x) {
    const Expr args[] = {y, x};
    return call(Atan2, args);
}
Expr cos(const Expr& u) { return call(Cos, {&u, 1}); }
Expr cosh(const Expr& u) { return call(Cosh, {&u, 1}); }
Expr erf(const Expr& u) { return call(Erf, {&u, 1}); }
Expr exp(const Expr& u) { return call(Exp, {&u, 1}); }
Expr log(const Expr& u) { return call(Log, {&u, 1}); }
Expr sign(const Expr& u) { return call(Sign, {&u, 1}); }
Expr sin(const Expr& u) { return call(Sin, {&u, 1}); }
Expr sinh(const Expr& u) { return call(Sinh, {&u, 1}); }
Expr sqrt(const Expr& u) { return call(Sqrt, {&u, 1}); }
Expr tan(const Expr& u) { return call(Tan, {&u, 1}); }
Expr tanh(const Expr& u) { return call(Tanh, {&u, 1}); }

Expr min(const Expr& a, const Expr& b) { return (a + b - abs(a - b)) / 2; }
Expr max(const Expr& a, const Expr& b) { return (a + b + abs(a - b)) / 2; }

std::span<const Shorthand> shorthands() {
    static constexpr std::array<Shorthand, 2> all{{{"max", max}, {"min", min}}};
    return all;
}

const Shorthand* find_shorthand(std::string_view name) {
    const auto row = std::ranges::find(shorthands(), name, &Shorthand::name);
    return row == shorthands().end() ? nullptr : &*row;
}

}  // namespace rattleback
