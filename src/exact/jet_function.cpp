#include "exact/jet_function.hpp"

#include <algorithm>

#include "base/interruption.hpp"
#include "exact/simplify.hpp"
#include "expr/functions.hpp"
#include "expr/substitute.hpp"

namespace rattleback {

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
        if (is_call(e, FunctionId::Sqrt)) e = simplify(e);
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
        heed_stop();
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
                const Number& coefficient = node.coefficients()[k];
                const auto c = coefficient.is_one() ? 1 : arithmetic.field().of(coefficient);
                if (!c) return {};
                arithmetic.add_multiple(total, *c, value[children[k]]);
            }
            return total;
        }
        case Kind::Product: {
            PrimeJet total;
            for (std::size_t k = 0; k < children.size(); ++k) {
                const PrimeJet& of = value[children[k]];
                const auto exponent = node.exponents()[k];
                if (exponent < 0 && of[0] == 0) return {};
                const PrimeJet power = exponent == 1 ? PrimeJet{} : arithmetic.power(of, exponent);
                const PrimeJet& factor = exponent == 1 ? of : power;
                total = k == 0 ? factor : arithmetic.multiply(total, factor);
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
        case FunctionId::Erf:
        case FunctionId::Sinh:
        case FunctionId::Tanh: break;
    }
    return {};
}

}  // namespace rattleback
