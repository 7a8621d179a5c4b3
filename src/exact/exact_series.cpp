#include "exact/exact_series.hpp"

#include <algorithm>

#include "exact/limits.hpp"
#include "exact/simplify.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/sentence_error.hpp"
#include "expr/substitute.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr std::size_t largest_graph = 20'000;  // of all coefficients of one order

[[noreturn]] void refuse(const Expr& what) {
    throw SentenceError<NumericalError>(
        sentence("'{}' has no power series where its argument is zero", what));
}

// Σⱼ aⱼ bₖ₋ⱼ for j from `least` on, each term times `weight(j)`.
template <typename Weight>
Expr convolved(const ExprVector& a, const ExprVector& b, std::size_t k, std::size_t least,
               Weight weight) {
    SumBuilder sum;
    for (std::size_t j = least; j <= k; ++j)
        if (!a[j].is_zero() && !b[k - j].is_zero()) sum.add(weight(j), a[j] * b[k - j]);
    return sum.build();
}

Expr convolved(const ExprVector& a, const ExprVector& b, std::size_t k) {
    return convolved(a, b, k, 0, [](std::size_t) { return Number(1); });
}

Number count(std::size_t n) { return Number(static_cast<std::int64_t>(n)); }

}  // namespace

ExactSeries::ExactSeries(std::span<const Expr> expressions, const ExprVector& symbols)
    : symbols_(symbols) {
    for (const Expr& symbol : symbols) place_.emplace(symbol, add({Rule::Symbol, symbol}));
    const Graph graph(expressions);  // children first, so that nothing is deep
    for (std::size_t i = 0; i < graph.size(); ++i) line_of(graph.node(i));
    for (const Expr& e : expressions) wanted_.push_back(line_of(e));
}

std::size_t ExactSeries::add(Line line) {
    lines_.push_back(std::move(line));
    return lines_.size() - 1;
}

std::size_t ExactSeries::line_of(const Expr& e) {
    if (const auto found = place_.find(e); found != place_.end()) return found->second;
    std::vector<std::size_t> parts;
    for (const Expr& part : e.args()) parts.push_back(line_of(part));
    const bool moves = std::ranges::any_of(
        parts, [&](std::size_t part) { return lines_[part].rule != Rule::Constant; });
    if (!moves) return place_[e] = add({Rule::Constant, e});
    switch (e.kind()) {
        case Kind::Sum: return place_[e] = add({Rule::Sum, e, std::move(parts)});
        case Kind::Product: return place_[e] = line_of_product(e);
        case Kind::Power:
            if (lines_[parts[1]].rule != Rule::Constant)
                return place_[e] = line_of(exp(e.args()[1] * log(e.args()[0])));
            return place_[e] = add({Rule::Power, e.args()[1], {parts[0]}});
        case Kind::Call: break;
        case Kind::Unspecified: refuse(e);
        case Kind::Number:  // have no parts
        case Kind::Pi:
        case Kind::Symbol: break;
    }
    // The derivatives may be made of the function itself, so it has its place before them.
    const std::size_t place = place_[e] = add({Rule::Call, e, parts});
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::size_t partial = line_of(function(e.function()).derivative(e.args(), i));
        lines_[place].partials.push_back(partial);
    }
    return place;
}

std::size_t ExactSeries::line_of_product(const Expr& e) {
    std::size_t product = 0;
    for (std::size_t i = 0; i < e.args().size(); ++i) {
        const std::int32_t exponent = e.exponents()[i];
        std::size_t factor = line_of(e.args()[i]);
        if (exponent != 1) {
            const Expr power = pow(e.args()[i], exponent);
            const auto found = place_.find(power);
            factor = found != place_.end() ? found->second
                                           : add({Rule::Power, Expr(exponent), {factor}});
            place_.emplace(power, factor);
        }
        product = i == 0 ? factor : add({Rule::Product, e, {product, factor}});
    }
    return product;
}

Expr ExactSeries::first(const Line& line) const {
    const auto part = [&](std::size_t i) { return lines_[line.parts[i]].coefficients[0]; };
    switch (line.rule) {
        case Rule::Constant: return line.what;
        case Rule::Product: return part(0) * part(1);
        case Rule::Power: return pow(part(0), line.what);
        case Rule::Symbol:
        case Rule::Sum:
        case Rule::Call: break;
    }
    ExprVector args;
    for (std::size_t i = 0; i < line.parts.size(); ++i) args.push_back(part(i));
    const bool is_kink =
        is_call(line.what, FunctionId::Abs) || is_call(line.what, FunctionId::Sign);
    if (is_kink && args[0].is_zero()) refuse(line.what);
    return with_children(line.what, args);
}

Expr ExactSeries::later(const Line& line, std::size_t k) const {
    const auto part = [&](std::size_t i) -> const ExprVector& {
        return lines_[line.parts[i]].coefficients;
    };
    SumBuilder sum;
    switch (line.rule) {
        case Rule::Constant:
        case Rule::Symbol: break;
        case Rule::Sum:
            for (std::size_t i = 0; i < line.parts.size(); ++i)
                sum.add(line.what.coefficients()[i], part(i)[k]);
            break;
        case Rule::Product: return convolved(part(0), part(1), k);
        case Rule::Power: return of_power(line, k);
        case Rule::Call:
            for (std::size_t i = 0; i < line.parts.size(); ++i)
                sum.add(convolved(part(i), lines_[line.partials[i]].coefficients, k, 1,
                                  [&](std::size_t j) { return count(j) / count(k); }));
            break;
    }
    return sum.build();
}

// Where b₀ = 0 a natural power is a product: bᵉ begins with tᵉ.
Expr ExactSeries::of_power(const Line& line, std::size_t k) const {
    const ExprVector &base = lines_[line.parts[0]].coefficients, &power = line.coefficients;
    const Expr& e = line.what;
    if (!base[0].is_zero()) {
        SumBuilder sum;
        for (std::size_t j = 1; j <= k; ++j)
            sum.add((Expr(count(j)) * (e + 1) - Expr(count(k))) * base[j] * power[k - j]);
        return sum.build() / (Expr(count(k)) * base[0]);
    }
    const bool is_natural = e.is_number() && e.number().is_integer() && !(e.number() < Number(0));
    if (!is_natural) refuse(pow(lines_[line.parts[0]].what, e));
    if (count(k) < e.number()) return 0;
    ExprVector product(base.begin(), base.end());
    for (Number factors = 1; factors < e.number(); factors = factors + Number(1)) {
        ExprVector next;
        for (std::size_t j = 0; j <= k; ++j) next.push_back(simplify(convolved(product, base, j)));
        product = std::move(next);
    }
    return product[k];
}

ExprVector ExactSeries::next(std::span<const Expr> of_symbols) {
    for (std::size_t i = 0; i < symbols_.size(); ++i)
        lines_[i].coefficients.push_back(of_symbols[i]);
    for (std::size_t i = symbols_.size(); i < lines_.size(); ++i) {
        Line& line = lines_[i];
        const std::size_t k = line.coefficients.size();
        line.coefficients.push_back(simplify(k == 0 ? first(line) : later(line, k)));
    }
    ExprVector last;
    for (const Line& line : lines_) last.push_back(line.coefficients.back());
    if (graph_size(last) > largest_graph) throw TooLarge();
    ExprVector result;
    for (const std::size_t place : wanted_) result.push_back(lines_[place].coefficients.back());
    return result;
}

}  // namespace rattleback
