#include "exact/kernel_basis.hpp"

#include <algorithm>
#include <cstdlib>

#include "exact/field.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"

namespace rattleback {
namespace {

constexpr std::int64_t largest_multiple = 10'000;

// The greatest number of which a and b are whole multiples.
Number common_part(const Number& a, const Number& b) {
    return a.is_zero() ? abs(b) : abs(a / (a / b).numerator());
}

// A constant, or a product of powers of symbols: different ones are independent of each other.
bool is_monomial(const Expr& e) {
    if (e.is_symbol() || e.is_one()) return true;
    return e.kind() == Kind::Product && std::ranges::all_of(e.args(), &Expr::is_symbol);
}

}  // namespace

KernelBasis::KernelBasis(std::span<const Expr> expressions) {
    const Graph graph(expressions);
    for (std::size_t i = 0; i < graph.size(); ++i) look_at(graph.node(i));
}

void KernelBasis::note(Units& units, const Expr& u) {
    for (const auto& [monomial, coefficient] : rational_terms(u)) {
        const auto [place, is_new] = units.try_emplace(monomial, abs(coefficient));
        if (!is_new) place->second = common_part(place->second, coefficient);
    }
}

void KernelBasis::look_at(const Expr& node) {
    const auto floating = [](const Number& n) { return !n.is_exact(); };
    if (node.is_number() || node.kind() == Kind::Sum)
        has_floating_constants_ |= floating(node.number());
    has_floating_constants_ |= std::ranges::any_of(node.coefficients(), floating);
    // A multiple of π/60 in an angle is an algebraic number, and has the values of one.
    const auto all_monomials = [](const Expr& u, bool is_angle) {
        return std::ranges::all_of(rational_terms(u), [&](const auto& term) {
            return is_monomial(term.first) || (is_angle && term.first.kind() == Kind::Pi &&
                                               (term.second * Number(60)).is_integer());
        });
    };
    if (node.kind() == Kind::Unspecified || node.kind() == Kind::Power) {
        ++free_kernels_;
        faithful_ = false;
        if (is_general_power(node)) note(exponents_, node.args()[1]);
    }
    if (node.kind() != Kind::Call) return;
    switch (node.function()) {
        case FunctionId::Sin:
        case FunctionId::Cos:
        case FunctionId::Tan:
            note(angles_, node.args()[0]);
            faithful_ = faithful_ && all_monomials(node.args()[0], true);
            return;
        case FunctionId::Exp:
        case FunctionId::Sinh:
        case FunctionId::Cosh:
        case FunctionId::Tanh:
            note(exponents_, node.args()[0]);
            faithful_ = faithful_ && all_monomials(node.args()[0], false);
            return;
        case FunctionId::Sign: has_signs_ = true; [[fallthrough]];
        case FunctionId::Sqrt:
        case FunctionId::Abs: ++free_kernels_; return;
        case FunctionId::Acos:
        case FunctionId::Asin:
        case FunctionId::Atan:
        case FunctionId::Atan2:
        case FunctionId::Erf:
        case FunctionId::Log:
            ++free_kernels_;
            faithful_ = false;
            return;
    }
}

std::int64_t KernelBasis::multiple(const Units& units, const Expr& monomial, const Number& factor) {
    const auto times = (factor / units.at(monomial)).to_int64();
    if (!times || std::abs(*times) > largest_multiple) throw TooLarge();
    return *times;
}

KernelBasis::AngleParts KernelBasis::angle(const Expr& u) const {
    AngleParts parts;
    for (const auto& [monomial, coefficient] : rational_terms(u)) {
        const auto sixtieths =
            monomial.kind() == Kind::Pi ? (coefficient * Number(60)).to_int64() : std::nullopt;
        if (sixtieths)
            parts.sixtieths = (*sixtieths % 120 + 120) % 120;
        else
            parts.multiples.push_back({monomial, multiple(angles_, monomial, coefficient)});
    }
    return parts;
}

std::vector<KernelBasis::Multiple> KernelBasis::exponent(const Expr& u) const {
    std::vector<Multiple> result;
    for (const auto& [monomial, coefficient] : rational_terms(u))
        result.push_back({monomial, multiple(exponents_, monomial, coefficient)});
    return result;
}

}  // namespace rattleback
