#include "exact/prime_jet.hpp"

#include <algorithm>

#include "exact/simplify.hpp"
#include "expr/functions.hpp"
#include "expr/substitute.hpp"

namespace rattleback {
namespace {

PrimeJet low(const PrimeJet& a) {
    return {a.begin(), a.begin() + static_cast<std::ptrdiff_t>(a.size() / 2)};
}
PrimeJet high(const PrimeJet& a) {
    return {a.begin() + static_cast<std::ptrdiff_t>(a.size() / 2), a.end()};
}
PrimeJet joined(PrimeJet a, const PrimeJet& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}
PrimeJet padded(PrimeJet a, std::size_t size) {
    a.resize(std::max(size, a.size()), 0);
    return a;
}

}  // namespace

PrimeJet JetArithmetic::add(const PrimeJet& a, const PrimeJet& b) const {
    PrimeJet sum = padded(a, b.size());
    for (std::size_t i = 0; i < b.size(); ++i) sum[i] = field_.add(sum[i], b[i]);
    return sum;
}

PrimeJet JetArithmetic::subtract(const PrimeJet& a, const PrimeJet& b) const {
    PrimeJet difference = padded(a, b.size());
    for (std::size_t i = 0; i < b.size(); ++i) difference[i] = field_.subtract(difference[i], b[i]);
    return difference;
}

// sum += a·b, all of the same size.
void JetArithmetic::add_product(const Residue* a, const Residue* b, std::size_t size,
                                Residue* sum) const {
    if (size == 1) {
        sum[0] = field_.add(sum[0], field_.multiply(a[0], b[0]));
        ++multiplications_;
        return;
    }
    const std::size_t half = size / 2;
    add_product(a, b, half, sum);
    add_product(a, b + half, half, sum + half);
    add_product(a + half, b, half, sum + half);
}

PrimeJet JetArithmetic::multiply(const PrimeJet& a, const PrimeJet& b) const {
    if (a.size() < b.size()) return multiply(b, a);
    PrimeJet product(a.size(), 0);
    for (std::size_t i = 0; i < a.size(); i += b.size())
        add_product(a.data() + i, b.data(), b.size(), product.data() + i);
    return product;
}

// 1/(a + εb) = 1/a − ε b/a².
PrimeJet JetArithmetic::inverse(const PrimeJet& a) const {
    if (a.size() == 1) return {field_.inverse(a[0])};
    const PrimeJet inner = inverse(low(a));
    const PrimeJet slope = multiply(high(a), multiply(inner, inner));
    return joined(inner, subtract(PrimeJet(slope.size(), 0), slope));
}

PrimeJet JetArithmetic::power(const PrimeJet& a, std::int64_t exponent) const {
    PrimeJet result{1}, square = a;
    for (auto n = std::abs(exponent); n != 0; n /= 2) {
        if (n % 2 != 0) result = multiply(result, square);
        if (n > 1) square = multiply(square, square);
    }
    return exponent < 0 ? inverse(result) : result;
}

std::pair<PrimeJet, PrimeJet> JetArithmetic::sine_and_cosine(const PrimeJet& a, Residue sine,
                                                             Residue cosine) const {
    if (a.size() == 1) return {{sine}, {cosine}};
    const auto [s, c] = sine_and_cosine(low(a), sine, cosine);
    const PrimeJet b = high(a), slope = multiply(b, s);
    return {joined(s, multiply(b, c)), joined(c, subtract(PrimeJet(slope.size(), 0), slope))};
}

PrimeJet JetArithmetic::exponential(const PrimeJet& a, Residue value) const {
    if (a.size() == 1) return {value};
    const PrimeJet inner = exponential(low(a), value);
    return joined(inner, multiply(high(a), inner));
}

PrimeJet JetArithmetic::square_root(const PrimeJet& a, Residue value) const {
    if (a.size() == 1) return {value};
    const PrimeJet inner = square_root(low(a), value);
    return joined(inner, multiply(high(a), inverse(add(inner, inner))));
}

PrimeJet JetArithmetic::logarithm(const PrimeJet& a, Residue value) const {
    if (a.size() == 1) return {value};
    const PrimeJet argument = low(a);
    return joined(logarithm(argument, value), multiply(high(a), inverse(argument)));
}

PrimeJet JetArithmetic::displaced(const PrimeJet& a, const PrimeJet& b, std::size_t order) const {
    const std::size_t size = std::size_t{1} << order;
    return joined(padded(a, size), padded(b, size));
}

PrimeJet JetArithmetic::value_part(const PrimeJet& a, std::size_t order) {
    const std::size_t size = std::min(a.size(), std::size_t{1} << order);
    return {a.begin(), a.begin() + static_cast<std::ptrdiff_t>(size)};
}

PrimeJet JetArithmetic::derivative_part(const PrimeJet& a, std::size_t order) const {
    const std::size_t size = std::size_t{1} << order;
    if (a.size() <= size) return {0};
    return {a.begin() + static_cast<std::ptrdiff_t>(size), a.end()};
}

JetFunction::JetFunction(std::span<const Expr> expressions, const ExprVector& coordinates,
                         std::span<const Replacement> point)
    : graph_([&] {
          ExprVector all(expressions.begin(), expressions.end());
          all.insert(all.end(), coordinates.begin(), coordinates.end());
          return Graph(all);
      }()),
      expressions_(expressions.size()),
      moves_(graph_.size(), 0),
      partner_(graph_.size(), 0) {
    ExprVector nodes;
    for (std::size_t i = 0; i < graph_.size(); ++i) {
        nodes.push_back(graph_.node(i));
        for (const auto child : graph_.children(i)) moves_[i] |= moves_[child];
        const auto found = std::ranges::find(coordinates, graph_.node(i));
        if (found == coordinates.end()) continue;
        place_[i] = static_cast<std::size_t>(found - coordinates.begin());
        moves_[i] = 1;
    }
    for (std::size_t i = 0; i < graph_.size(); ++i) {
        const Expr& e = graph_.node(i);
        if (e.kind() != Kind::Call) continue;
        partner_[i] = nodes.size();
        if (e.function() == FunctionId::Sin || e.function() == FunctionId::Tan)
            nodes.push_back(cos(e.args()[0]));
        if (e.function() == FunctionId::Tan) nodes.push_back(sin(e.args()[0]));
        if (e.function() == FunctionId::Cos) nodes.push_back(sin(e.args()[0]));
    }
    at_point_ = substitute(nodes, point);
    // A root of numbers that has a value, √((−1)²) = 1, has no other sign.
    for (Expr& e : at_point_)
        if (e.kind() == Kind::Call && e.function() == FunctionId::Sqrt) e = simplify(e);
    for (std::size_t j = 0; j < coordinates.size(); ++j)
        coordinate_at_.push_back(graph_.roots()[expressions_ + j]);
}

std::vector<Residue> JetFunction::coordinates(const std::vector<Residue>& base) const {
    std::vector<Residue> result;
    for (const auto i : coordinate_at_) result.push_back(base[i]);
    return result;
}

std::optional<std::vector<PrimeJet>> JetFunction::values(
    const JetArithmetic& arithmetic, const std::vector<Residue>& base,
    const std::vector<PrimeJet>& coordinates) const {
    std::vector<PrimeJet> value(graph_.size());
    for (std::size_t i = 0; i < graph_.size(); ++i) {
        if (const auto it = place_.find(i); it != place_.end()) {
            value[i] = coordinates[it->second];
            continue;
        }
        if (moves_[i] == 0) {
            value[i] = {base[i]};
            continue;
        }
        auto at = at_node(arithmetic, i, base, value);
        if (!at) return {};
        value[i] = std::move(*at);
    }
    std::vector<PrimeJet> result;
    for (std::size_t k = 0; k < expressions_; ++k) result.push_back(value[graph_.roots()[k]]);
    return result;
}

std::optional<PrimeJet> JetFunction::at_node(const JetArithmetic& arithmetic, std::size_t i,
                                             const std::vector<Residue>& base,
                                             const std::vector<PrimeJet>& value) const {
    const Expr& node = graph_.node(i);
    const auto children = graph_.children(i);
    switch (node.kind()) {
        case Kind::Sum: {
            const auto constant = arithmetic.field().of(node.number());
            if (!constant) return {};
            PrimeJet total{*constant};
            for (std::size_t k = 0; k < children.size(); ++k) {
                const auto c = arithmetic.field().of(node.coefficients()[k]);
                if (!c) return {};
                total = arithmetic.add(total, arithmetic.multiply(value[children[k]], {*c}));
            }
            return total;
        }
        case Kind::Product: {
            PrimeJet total{1};
            for (std::size_t k = 0; k < children.size(); ++k) {
                if (node.exponents()[k] < 0 && value[children[k]][0] == 0) return {};
                total = arithmetic.multiply(
                    total, arithmetic.power(value[children[k]], node.exponents()[k]));
            }
            return total;
        }
        case Kind::Call: return of_call(arithmetic, i, base, value);
        case Kind::Number:
        case Kind::Pi:
        case Kind::Symbol:
        case Kind::Unspecified:
        case Kind::Power: break;
    }
    return {};
}

std::optional<PrimeJet> JetFunction::of_call(const JetArithmetic& arithmetic, std::size_t i,
                                             const std::vector<Residue>& base,
                                             const std::vector<PrimeJet>& value) const {
    const PrimeJet& u = value[graph_.children(i)[0]];
    const auto partner = [&](std::size_t k) { return base[partner_[i] + k]; };
    switch (graph_.node(i).function()) {
        case FunctionId::Sin: return arithmetic.sine_and_cosine(u, base[i], partner(0)).first;
        case FunctionId::Cos: return arithmetic.sine_and_cosine(u, partner(0), base[i]).second;
        case FunctionId::Tan: {
            const auto [s, c] = arithmetic.sine_and_cosine(u, partner(1), partner(0));
            if (c[0] == 0) return {};
            return arithmetic.multiply(s, arithmetic.inverse(c));
        }
        case FunctionId::Exp: return arithmetic.exponential(u, base[i]);
        case FunctionId::Log:
            if (u[0] == 0) return {};
            return arithmetic.logarithm(u, base[i]);
        case FunctionId::Sqrt:
            if (base[i] == 0) return {};
            return arithmetic.square_root(u, base[i]);
        case FunctionId::Sign:
            if (u[0] == 0) return {};
            return PrimeJet{base[i]};
        case FunctionId::Abs:
        case FunctionId::Acos:
        case FunctionId::Asin:
        case FunctionId::Atan:
        case FunctionId::Atan2:
        case FunctionId::Cosh:
        case FunctionId::Sinh:
        case FunctionId::Tanh: break;
    }
    return {};
}

}  // namespace rattleback
