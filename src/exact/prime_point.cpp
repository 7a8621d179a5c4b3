#include "exact/prime_point.hpp"

#include <algorithm>
#include <numeric>

#include "base/interruption.hpp"
#include "base/work_limit.hpp"
#include "exact/field.hpp"
#include "expr/functions.hpp"

namespace rattleback {
namespace {

constexpr std::size_t nodes_of_unit = 10;  // of work

std::uint64_t mixed(std::uint64_t x) {  // SplitMix64
    x += 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31U);
}

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) { return mixed(mixed(a) ^ b); }

enum Purpose : std::uint64_t {
    of_symbol = 1,
    of_angle,
    of_exponent,
    of_power,
    of_function,
    of_turn
};

}  // namespace

Residue PrimePoint::random(std::uint64_t key) const {
    const std::uint64_t first = mixed(seed_, key);
    return field_.of_bits(first, mixed(first, ~key));
}

std::optional<std::vector<Residue>> PrimePoint::values(const Graph& graph) {
    heed_stop();
    count_work(graph.size() / nodes_of_unit);
    std::vector<Residue> value(graph.size()), args;
    for (std::size_t i = 0; i < graph.size(); ++i) {
        args.clear();
        for (const auto child : graph.children(i)) args.push_back(value[child]);
        const Value at = at_node(graph.node(i), args);
        if (!at) return {};
        value[i] = *at;
    }
    std::vector<Residue> at_roots;
    for (const auto root : graph.roots()) at_roots.push_back(value[root]);
    return at_roots;
}

void PrimePoint::take_signs(std::uint64_t signs) {
    signs_ = signs;
    roots_.clear();
}

PrimePoint::Value PrimePoint::at_node(const Expr& node, Values args) {
    switch (node.kind()) {
        case Kind::Number: return field_.of(node.number());
        case Kind::Pi: return random(mixed(of_symbol, node.hash()));
        case Kind::Symbol: {
            const auto known = given_.find(node);
            return known != given_.end() ? known->second : random(mixed(of_symbol, node.hash()));
        }
        case Kind::Unspecified: return kernel(node, args);
        case Kind::Call: return call(node, args);
        case Kind::Power: return general_power(node, args);
        case Kind::Sum: return sum(node, args);
        case Kind::Product: return product(node, args);
    }
    return {};
}

PrimePoint::Value PrimePoint::sum(const Expr& node, Values args) const {
    Value total = field_.of(node.number());
    for (std::size_t i = 0; i < args.size() && total; ++i) {
        const Number& c = node.coefficients()[i];
        const Value factor = c.is_one() ? 1 : field_.of(c);
        if (!factor) return {};
        total = field_.add(*total, field_.multiply(*factor, args[i]));
    }
    return total;
}

// One inverse for all that is below the bar.
PrimePoint::Value PrimePoint::product(const Expr& node, Values args) const {
    Residue above = 1, below = 1;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const std::int64_t n = node.exponents()[i];
        Residue& part = n > 0 ? above : below;
        part =
            field_.multiply(part, field_.power(args[i], static_cast<std::uint64_t>(std::abs(n))));
    }
    return quotient(above, below);
}

PrimePoint::Value PrimePoint::quotient(Residue above, Residue below) const {
    if (below == 1) return above;
    if (below == 0) return {};
    return field_.multiply(above, field_.inverse(below));
}

PrimePoint::Value PrimePoint::raised(Residue base, std::int64_t exponent) const {
    const Residue power = field_.power(base, static_cast<std::uint64_t>(std::abs(exponent)));
    return exponent < 0 ? quotient(1, power) : Value(power);
}

PrimePoint::Value PrimePoint::root(Residue radicand) {
    auto known = roots_.find(radicand);
    if (known == roots_.end()) {
        const Value found = field_.square_root(radicand);
        if (!found) return {};
        known = roots_.emplace(radicand, std::pair(roots_.size(), *found)).first;
    }
    const auto& [number, value] = known->second;
    return ((signs_ >> std::min<std::size_t>(number, 63)) & 1U) != 0 ? field_.negate(value) : value;
}

// A random value for a function and the values of its arguments.
Residue PrimePoint::kernel(const Expr& node, Values args) const {
    std::uint64_t key = mixed(of_function, static_cast<std::uint64_t>(node.kind()));
    if (node.kind() == Kind::Call) key = mixed(key, static_cast<std::uint64_t>(node.function()));
    if (node.kind() == Kind::Unspecified) {
        for (const char c : node.name()) key = mixed(key, static_cast<unsigned char>(c));
        for (const std::int32_t n : node.partials())
            key = mixed(key, static_cast<std::uint64_t>(n));
    }
    for (const Residue r : args) key = mixed(key, r);
    return random(key);
}

PrimePoint::SineCosine PrimePoint::turned(const SineCosine& a, const SineCosine& b) const {
    return {field_.add(field_.multiply(a.sine, b.cosine), field_.multiply(a.cosine, b.sine)),
            field_.subtract(field_.multiply(a.cosine, b.cosine), field_.multiply(a.sine, b.sine))};
}

// The angle of a, so many times.
PrimePoint::SineCosine PrimePoint::turned(SineCosine a, std::uint64_t times) const {
    SineCosine total{0, 1};
    for (; times > 0; times /= 2, a = turned(a, a))
        if (times % 2 != 0) total = turned(total, a);
    return total;
}

std::optional<PrimePoint::SineCosine> PrimePoint::on_circle(std::uint64_t key) const {
    const Residue s = random(key), square = field_.multiply(s, s), below = field_.add(1, square);
    if (below == 0) return {};
    const Residue scale = field_.inverse(below);
    return SineCosine{field_.multiply(field_.add(s, s), scale),
                      field_.multiply(field_.subtract(1, square), scale)};
}

// A point of order 120, on the side where a quarter turn has the sine 1. (p + 1)/120 turns of any
// point have an order that divides 120; it is 120 unless 60, 40 or 24 of them are a whole turn.
std::optional<PrimePoint::SineCosine> PrimePoint::sixtieth_of_pi() const {
    if ((field_.prime() + 1) % 120 != 0) return {};
    for (std::uint64_t k = 0; k < 1'000; ++k) {
        const auto start = on_circle(mixed(of_turn, k));
        if (!start) continue;
        SineCosine step = turned(*start, (field_.prime() + 1) / 120);
        const auto is_whole = [&](std::uint64_t n) { return turned(step, n).cosine == 1; };
        if (is_whole(60) || is_whole(40) || is_whole(24)) continue;
        if (turned(step, 30).sine != 1) step.sine = field_.negate(step.sine);
        return step;
    }
    return {};
}

std::optional<PrimePoint::SineCosine> PrimePoint::trigonometric(const Expr& u) const {
    const auto parts = basis_.angle(u);
    SineCosine total{0, 1};
    if (parts.sixtieths % 30 == 0) {
        total = turned(SineCosine{1, 0}, static_cast<std::uint64_t>(parts.sixtieths / 30));
    } else {
        const auto step = sixtieth_of_pi();
        if (!step) return {};
        total = turned(*step, static_cast<std::uint64_t>(parts.sixtieths));
    }
    for (const auto& [monomial, times] : parts.multiples) {
        auto base = on_circle(mixed(of_angle, monomial.hash()));
        if (!base) return {};
        if (times < 0) base->sine = field_.negate(base->sine);
        total = turned(total, turned(*base, static_cast<std::uint64_t>(std::abs(times))));
    }
    return total;
}

PrimePoint::Value PrimePoint::exponential(const Expr& u) const {
    Residue total = 1;
    for (const auto& [monomial, times] : basis_.exponent(u)) {
        const Value part = raised(random(mixed(of_exponent, monomial.hash())), times);
        if (!part || *part == 0) return {};
        total = field_.multiply(total, *part);
    }
    return total;
}

// b^e with a whole part n of e is b^n times random values for the rest. A root of odd degree is
// unique where the degree and p − 1 have no common factor.
PrimePoint::Value PrimePoint::general_power(const Expr& node, Values args) {
    const Expr& exponent = node.args()[1];
    if (exponent.is_number()) {
        const auto degree = exponent.number().denominator().to_int64();
        if (!degree || !exponent.number().numerator().is_one()) return kernel(node, args);
        const auto d = static_cast<std::uint64_t>(*degree);
        if (d > 1000 || std::gcd(d, field_.prime() - 1) != 1) return kernel(node, args);
        // The inverse of d modulo p − 1 is (1 + k·(p − 1))/d for the k that makes it whole.
        const Residue whole = (field_.prime() - 1) / d, rest = (field_.prime() - 1) % d;
        std::uint64_t k = 1;
        while ((k * rest + 1) % d != 0) ++k;
        return field_.power(args[0], k * whole + (k * rest + 1) / d);
    }
    Residue total = 1;
    for (const auto& [monomial, times] : basis_.exponent(exponent)) {
        const std::uint64_t key = mixed(mixed(of_power, monomial.hash()), args[0]);
        Value part = raised(random(key), times);
        if (monomial.is_one()) {
            const auto whole = exponent.number().to_int64();
            part = whole ? raised(args[0], *whole) : part;
        }
        if (!part || *part == 0) return {};
        total = field_.multiply(total, *part);
    }
    return total;
}

PrimePoint::Value PrimePoint::sign_of(const Expr& node, Residue u) {
    if (any_sign_function_) {
        const Residue minus = field_.negate(u);
        if (u == minus) return 0;
        const Residue value = kernel(node, {{std::min(u, minus)}});
        return u < minus ? value : field_.negate(value);
    }
    const Value size = root(field_.multiply(u, u));
    return size ? quotient(u, *size) : Value();
}

PrimePoint::Value PrimePoint::call(const Expr& node, Values args) {
    const Expr& u = node.args()[0];
    const auto of_exponentials = [&](bool sine, bool cosine) -> Value {
        const Value e = exponential(u);
        if (!e) return {};
        const Residue inverse = field_.inverse(*e), minus = field_.subtract(*e, inverse),
                      plus = field_.add(*e, inverse);
        if (sine && cosine) return quotient(minus, plus);
        return quotient(sine ? minus : plus, 2);
    };
    switch (node.function()) {
        case FunctionId::Sin:
        case FunctionId::Cos:
        case FunctionId::Tan: {
            const auto at = trigonometric(u);
            if (!at) return {};
            if (node.function() == FunctionId::Tan) return quotient(at->sine, at->cosine);
            return node.function() == FunctionId::Sin ? at->sine : at->cosine;
        }
        case FunctionId::Exp: return exponential(u);
        case FunctionId::Sinh: return of_exponentials(true, false);
        case FunctionId::Cosh: return of_exponentials(false, true);
        case FunctionId::Tanh: return of_exponentials(true, true);
        case FunctionId::Sqrt: return root(args[0]);
        case FunctionId::Abs: return root(field_.multiply(args[0], args[0]));
        case FunctionId::Sign: return sign_of(node, args[0]);
        case FunctionId::Acos:
        case FunctionId::Asin:
        case FunctionId::Atan:
        case FunctionId::Atan2:
        case FunctionId::Erf:
        case FunctionId::Log: break;
    }
    return kernel(node, args);
}

}  // namespace rattleback
