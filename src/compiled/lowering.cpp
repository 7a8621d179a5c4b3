#include "compiled/lowering.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <optional>

#include "compiled/bounded_quotients.hpp"
#include "compiled/operation.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// Products, because a series of pow divides by its base, and is none where that is zero. They lose no
// more digits than the rounding of the base costs; beyond this hardly any are left.
constexpr std::int64_t largest_product_power = 1 << 14;

// Factors with powers as high as this are multiplied before the power is taken.
constexpr std::int64_t joined_power = 32;
constexpr std::int64_t highest_scaled_power = 8'000;  // of a number of eight bits, kept exactly

// About the decimal logarithm of an exact number.
double decimal_digits(const Number& c) {
    const auto digits = [](const Number& whole) {
        return static_cast<double>(whole.to_text().size());
    };
    return digits(c.numerator()) - digits(c.denominator());
}

// About x, in eight bits.
Number short_number(double x) {
    int exponent = 0;
    const auto bits = std::llround(std::ldexp(std::frexp(x, &exponent), 8));
    return Number(std::int64_t{bits}) * power(Number(2), exponent - 8);
}

struct Operand {
    Value value;
    bool negative = false;
    bool fusable = false;  // a product that nothing else needs
};

class Lowering {
public:
    Lowering(TapeBuilder& builder, const std::unordered_map<Expr, Value>& names,
             std::span<const Expr> expressions)
        : builder_(builder),
          names_(names),
          graph_(expressions),
          value_(graph_.size()),
          needed_(graph_.size()),
          parents_(graph_.size()) {
        note_needs();
        for (std::size_t i = 0; i < graph_.size(); ++i)
            if (needed_[i] != 0) note_ends(i);
        for (std::size_t i = 0; i < graph_.size(); ++i)
            if (needed_[i] != 0) value_[i] = compute(i);
    }

    std::vector<Value> at_roots() const {
        std::vector<Value> values;
        for (const auto root : graph_.roots()) values.push_back(value_[root]);
        return values;
    }

private:
    bool is_named(const Expr& node) const {
        const bool can_be = node.kind() == Kind::Symbol || node.kind() == Kind::Unspecified;
        return can_be && names_.contains(node);
    }

    // The arguments of an unspecified function whose value is given are not computed.
    void note_needs() {
        for (const auto root : graph_.roots()) {
            needed_[root] = 1;
            ++parents_[root];
        }
        for (std::size_t i = graph_.size(); i-- > 0;) {
            if (needed_[i] == 0 || is_named(graph_.node(i))) continue;
            for (const auto child : graph_.children(i)) {
                needed_[child] = 1;
                ++parents_[child];
            }
        }
    }

    Value compute(std::size_t i) {
        const Expr& node = graph_.node(i);
        if (is_named(node)) return names_.at(node);
        const auto child = [&](std::size_t k) { return value_[graph_.children(i)[k]]; };
        switch (node.kind()) {
            case Kind::Number: return builder_.constant(node.number().to_double());
            case Kind::Pi: return builder_.constant(std::numbers::pi);
            case Kind::Sum: return sum(i);
            case Kind::Product: return product(i);
            case Kind::Power: return power(child(0), child(1), node.args()[1]);
            case Kind::Call:
                return function(node.function()).arity == 1
                           ? builder_.apply(operation(node.function()), child(0))
                           : builder_.apply(operation(node.function()), child(0), child(1));
            case Kind::Symbol:
            case Kind::Unspecified: break;
        }
        throw NumericalError("'" + to_text(node) + "' has no value: it is no input of the code");
    }

    // b^(k/2) by multiplication and a square root.
    Value power(Value base, Value exponent, const Expr& written) {
        const auto halves =
            written.is_number() ? (written.number() * Number(2)).to_int64() : std::nullopt;
        if (!halves || *halves == 0 || std::abs(*halves) > largest_product_power)
            return builder_.apply(Op::Power, base, exponent);
        const std::int64_t n = std::abs(*halves);
        Value result = n % 2 != 0 ? builder_.apply(Op::Sqrt, base) : builder_.power(base, n / 2);
        if (n % 2 != 0 && n > 1) result = builder_.multiply(result, builder_.power(base, n / 2));
        return *halves > 0 ? result : builder_.divide(builder_.constant(1), result);
    }

    Value factor(Value base, std::int64_t exponent) {
        if (exponent > largest_product_power)
            return builder_.apply(Op::Power, base,
                                  builder_.constant(static_cast<double>(exponent)));
        return builder_.power(base, exponent);
    }

    // The product at i, whose high powers are taken of `scale` times their bases.
    Value product(std::size_t i, double scale = 1) {
        const Expr& node = graph_.node(i);
        const bool from_the_right = shares_an_end(i) && folds_from_the_right(i);
        const std::size_t n = node.args().size();
        Quotient all;
        std::vector<Factor> high;
        for (std::size_t j = 0; j < n; ++j) {
            const std::size_t k = from_the_right ? n - 1 - j : j;
            const Factor next{value_[graph_.children(i)[k]], node.exponents()[k]};
            if (std::abs(next.exponent) >= joined_power)
                high.push_back(next);
            else if (next.exponent < 0 && overflows(node.args()[k]))
                multiply(all.above, factor(reciprocal(next.base), -next.exponent));
            else
                multiply(next.exponent > 0 ? all.above : all.below,
                         factor(next.base, std::abs(next.exponent)));
        }
        if (!high.empty()) multiply(all.above, together(std::move(high), scale));
        return value_of(all);
    }

    struct Factor {
        Value base;
        std::int64_t exponent;
    };
    struct Quotient {
        std::optional<Value> above, below;
    };
    void multiply(std::optional<Value>& product, Value next) {
        product = product ? builder_.multiply(*product, next) : next;
    }
    Value reciprocal(Value x) { return builder_.divide(builder_.constant(1), x); }
    Value value_of(const Quotient& q) {
        if (!q.below) return *q.above;
        return builder_.divide(q.above ? *q.above : builder_.constant(1), *q.below);
    }

    // x⁴⁰⁰ y⁴⁰¹/z⁴⁰⁰ as (x y/z)⁴⁰⁰ y: its factors overflow where it does not.
    Value together(std::vector<Factor> factors, double scale = 1) {
        std::int64_t least = std::abs(factors.front().exponent);
        for (const Factor& f : factors) least = std::min(least, std::abs(f.exponent));
        Quotient base;
        if (scale != 1) multiply(base.above, builder_.constant(scale));
        for (Factor& f : factors) {
            multiply(f.exponent > 0 ? base.above : base.below, f.base);
            f.exponent += f.exponent > 0 ? -least : least;
        }
        std::erase_if(factors, [](const Factor& f) { return f.exponent == 0; });
        const Value power = factor(value_of(base), least);
        return factors.empty() ? power : builder_.multiply(power, together(std::move(factors)));
    }

    // What may outgrow all numbers: a sum with an exponential, a hyperbolic cosine. Its reciprocal is
    // then 0, and so are powers of that, where a series of its powers would have no coefficients.
    static bool overflows(const Expr& e) {
        const auto is_exponential = [](const Expr& x) { return is_call(x, FunctionId::Exp); };
        if (e.kind() == Kind::Call) return e.function() == FunctionId::Cosh;
        return e.kind() == Kind::Sum && std::ranges::any_of(e.args(), [&](const Expr& term) {
                   return is_exponential(term) ||
                          (term.kind() == Kind::Product &&
                           std::ranges::any_of(term.args(), is_exponential));
               });
    }

    // c·child. A number that leaves the range of double, as 9⁻⁴⁰⁰ in (x/9)⁴⁰⁰, goes into the power
    // it came from.
    Value multiple(const Number& c, std::size_t child) {
        const auto plain = [&](const Number& size) { return builder_.constant(size.to_double()); };
        const Expr& node = graph_.node(child);
        std::int64_t least = 0;
        if (node.kind() == Kind::Product)
            for (const std::int64_t e : node.exponents())
                if (std::abs(e) >= joined_power && (least == 0 || std::abs(e) < least))
                    least = std::abs(e);
        const double digits = least == 0 || !c.is_exact() ? 0 : decimal_digits(c);
        if (std::fabs(digits) < 100 || least > highest_scaled_power)
            return builder_.multiply(plain(c), value_[child]);
        const Number scale = short_number(std::pow(10, digits / static_cast<double>(least)));
        return builder_.multiply(plain(c / rattleback::power(scale, least)),
                                 product(child, scale.to_double()));
    }

    bool is_fusable(std::size_t child) const {
        const Expr& node = graph_.node(child);
        return node.kind() == Kind::Product && parents_[child] == 1 &&
               std::ranges::all_of(node.exponents(), [](std::int32_t e) { return e > 0; });
    }

    Value sum(std::size_t i) {
        const Expr& node = graph_.node(i);
        std::vector<Operand> operands;
        for (std::size_t k = 0; k < node.args().size(); ++k) {
            const Number& c = node.coefficients()[k];
            const auto child = graph_.children(i)[k];
            const bool unit = c.is_one() || c.is_minus_one();
            operands.push_back({multiple(abs(c), child), c.sign() < 0, !unit || is_fusable(child)});
        }
        const bool shared = shares_an_end(i);
        if (shared && folds_from_the_right(i)) std::reverse(operands.begin(), operands.end());
        const Operand constant{builder_.constant(node.number().to_double())};
        if (!node.number().is_zero())
            operands.insert(shared ? operands.end() : operands.begin(), constant);
        if (!shared) begin_plainly(operands);
        return add(operands);
    }

    static void begin_plainly(std::vector<Operand>& operands) {
        const auto plain = [](const Operand& o) { return !o.fusable && !o.negative; };
        auto first = std::find_if(operands.begin(), operands.end(), plain);
        if (first == operands.end())
            first = std::find_if(operands.begin(), operands.end(),
                                 [](const Operand& o) { return !o.negative; });
        if (first != operands.end()) std::rotate(operands.begin(), first, first + 1);
    }

    // Signs relative to the first operand, so that a − b and b − a share their beginning. A sum
    // that begins with a minus sign is turned round by its last step where that is positive:
    // −a − b + c is c − (a + b).
    Value add(std::span<const Operand> operands) {
        const bool turned = operands[0].negative;
        const bool turned_by_last = turned && !operands.back().negative;
        Value total = operands[0].value;
        for (const Operand& o : operands.subspan(1, operands.size() - (turned_by_last ? 2 : 1)))
            total = o.negative == turned ? builder_.add(total, o.value)
                                         : builder_.subtract(total, o.value);
        if (turned_by_last) return builder_.subtract(operands.back().value, total);
        return turned ? builder_.negate(total) : total;
    }

    // The pair at either end of a sum or product of three or more operands.
    struct Ends {
        std::uint64_t left, right;
    };
    Ends ends(std::size_t i) const {
        const Expr& node = graph_.node(i);
        const auto operand = [&](std::size_t k) {
            const std::uint64_t child = graph_.children(i)[k];
            if (node.kind() == Kind::Sum) return 2 * child;
            const auto exponent = static_cast<std::uint32_t>(node.exponents()[k]);
            return 2 * child + 1 + (std::uint64_t{exponent} << 32U);
        };
        const auto key = [](std::uint64_t a, std::uint64_t b) {
            return (std::rotl(std::min(a, b) * 0x9E3779B97F4A7C15U, 29) ^ std::max(a, b)) *
                   0xC2B2AE3D27D4EB4FU;
        };
        const std::size_t last = graph_.children(i).size() - 1;
        return {key(operand(0), operand(1)), key(operand(last), operand(last - 1))};
    }
    bool has_ends(std::size_t i) const {
        const Kind kind = graph_.node(i).kind();
        return (kind == Kind::Sum || kind == Kind::Product) && graph_.children(i).size() > 2;
    }
    void note_ends(std::size_t i) {
        if (!has_ends(i)) return;
        ++pairs_[ends(i).left];
        ++pairs_[ends(i).right];
    }
    bool shares_an_end(std::size_t i) const {
        return has_ends(i) && (pairs_.at(ends(i).left) > 1 || pairs_.at(ends(i).right) > 1);
    }
    bool folds_from_the_right(std::size_t i) const {
        return pairs_.at(ends(i).right) > pairs_.at(ends(i).left);
    }

    TapeBuilder& builder_;
    const std::unordered_map<Expr, Value>& names_;
    Graph graph_;
    std::vector<Value> value_;
    std::vector<char> needed_;
    std::vector<std::uint32_t> parents_;
    std::unordered_map<std::uint64_t, std::size_t> pairs_;  // how often each end occurs
};

}  // namespace

std::vector<Value> lower(TapeBuilder& builder, const std::unordered_map<Expr, Value>& names,
                         std::span<const Expr> expressions) {
    return Lowering(builder, names, with_bounded_quotients(expressions)).at_roots();
}

}  // namespace rattleback
