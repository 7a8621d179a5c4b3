#include "exact/named_kernels.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "exact/exponent_lattice.hpp"
#include "exact/field.hpp"
#include "exact/kernels.hpp"
#include "exact/reading_cost.hpp"
#include "exact/simplify.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

bool has_exponent(const Expr& e) {
    return is_call(e, FunctionId::Exp) || is_call(e, FunctionId::Sinh) ||
           is_call(e, FunctionId::Cosh) || is_call(e, FunctionId::Tanh);
}

// exp(v·log w) is a power of w, and related to those.
bool has_logarithm(const Expr& e) {
    const Graph graph(e);
    for (std::size_t i = 0; i < graph.size(); ++i)
        if (is_call(graph.node(i), FunctionId::Log)) return true;
    return false;
}

std::size_t rank_of(std::span<const Expr> exponents) {
    ExponentLattice lattice;
    for (const Expr& u : exponents) lattice.add(u);
    return lattice.basis().size();
}

Expr normal_exponent(const Expr& u, const Limits& limits) {
    return normal_form_of_atomic(with_atomic_kernels(u, limits), limits);
}

// As it was written, which keeps its digits, unless most of it cancels.
Expr written_exponent(const Expr& u) {
    const Expr simple = simplify(u);
    return 2 * reading_cost(simple) <= reading_cost(u) ? simple : u;
}

// A kernel, and its exponent in normal form.
struct Exponential {
    Expr kernel, exponent;
};

// Exponentials whose exponents are rational multiples of one another.
using Family = std::vector<Exponential>;

std::vector<Family> families(const Graph& graph, const Limits& limits) {
    std::vector<Family> found;
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& kernel = graph.node(i);
        if (!has_exponent(kernel)) continue;
        const Expr exponent = normal_exponent(kernel.args()[0], limits);
        if (exponent.is_zero()) continue;
        const auto family = std::ranges::find_if(found, [&](const Family& f) {
            const Expr both[] = {f.front().exponent, exponent};
            return rank_of(both) == 1;
        });
        if (family == found.end())
            found.push_back({{kernel, exponent}});
        else
            family->push_back({kernel, exponent});
    }
    return found;
}

// Those that a field would split, and whose exponents are no combination of those of others.
std::vector<Family> unrelated(const std::vector<Family>& all) {
    ExprVector exponents;
    for (const Family& family : all) exponents.push_back(family.front().exponent);
    const std::size_t rank = rank_of(exponents);
    std::vector<Family> result;
    for (const Family& family : all) {
        const Expr& exponent = family.front().exponent;
        ExprVector others = exponents;
        std::erase(others, exponent);
        if (rational_terms(exponent).size() > 1 && !has_logarithm(exponent) &&
            rank_of(others) < rank)
            result.push_back(family);
    }
    return result;
}

// Powers b^(e + k) of one base, and the k by which their exponents differ.
struct ShiftedPower {
    Expr power;
    std::int64_t k;
};
using ShiftedPowers = std::vector<ShiftedPower>;

// Those that a field would split, unless some may be related to others.
std::vector<ShiftedPowers> shifted_powers(const Graph& graph, const Limits& limits) {
    std::map<std::pair<Expr, Expr>, ShiftedPowers> groups;  // by b and e
    std::set<Expr> exponents;
    bool all_of_symbols = true;
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (is_call(node, FunctionId::Log)) return {};
        if (!is_general_power(node)) continue;
        const Expr exponent = normal_exponent(node.args()[1], limits);
        std::int64_t k = 0;
        for (const auto& [monomial, coefficient] : rational_terms(exponent))
            if (monomial.is_one()) k = floor_of(coefficient).to_int64().value_or(0);
        groups[{node.args()[0], exponent - k}].push_back({node, k});
        exponents.insert(exponent - k);
        all_of_symbols = all_of_symbols && node.args()[0].is_symbol();
    }
    const ExprVector different(exponents.begin(), exponents.end());
    if (rank_of(different) < different.size() ||
        (different.size() < groups.size() && !all_of_symbols))
        return {};
    std::vector<ShiftedPowers> result;
    for (const auto& [base_and_exponent, powers] : groups)
        if (std::ranges::any_of(powers, [](const ShiftedPower& p) { return p.k != 0; }))
            result.push_back(powers);
    return result;
}

}  // namespace

// A name with a space, as no formula has one.
Expr NamedKernels::name_for(const Expr& meaning) {
    meanings_.emplace_back(symbol("kernel " + std::to_string(meanings_.size())), meaning);
    return meanings_.back().first;
}

NamedKernels::NamedKernels(std::span<const Expr> expressions, const Limits& limits)
    : named_(expressions.begin(), expressions.end()) {
    const Graph graph(expressions);
    std::vector<Replacement> names;
    try {
        for (const Family& family : unrelated(families(graph, limits))) {
            ExponentLattice lattice;
            for (const Exponential& e : family) lattice.add(e.exponent);
            const auto times = [&](const Exponential& e) {
                return lattice.coordinates(e.exponent).front();
            };
            const Exponential& least = *std::ranges::min_element(
                family, {}, [&](const Exponential& e) { return std::abs(times(e)); });
            if (family.size() == 1 && is_call(least.kernel, FunctionId::Tanh)) {
                names.emplace_back(least.kernel, name_for(least.kernel));
                continue;
            }
            const Expr s =
                name_for(written_exponent(least.kernel.args()[0]) / std::abs(times(least)));
            const std::int64_t sign = times(least) < 0 ? -1 : 1;
            for (const Exponential& e : family) {
                const Expr multiple = sign * times(e) * s;
                names.emplace_back(e.kernel, call(e.kernel.function(), {&multiple, 1}));
            }
        }
        for (const ShiftedPowers& powers : shifted_powers(graph, limits)) {
            const ShiftedPower& least = *std::ranges::min_element(powers, {}, &ShiftedPower::k);
            const Expr s = name_for(least.power);
            for (const auto& [power, k] : powers)
                names.emplace_back(power, pow(power.args()[0], k - least.k) * s);
        }
        named_ = substitute(expressions, names);
    } catch (const TooLarge&) {  // what has no normal form keeps its kernels
        meanings_.clear();
    } catch (const NumericalError&) {
        meanings_.clear();
    }
}

}  // namespace rattleback
