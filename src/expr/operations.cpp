#include "expr/operations.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <unordered_map>

#include "expr/graph.hpp"

namespace rattleback {
namespace {

using Value = std::uint64_t;  // the number of a computed value; equal computations share it

enum class Step : std::uint8_t { Add, Subtract, Multiply, Divide };

struct Key {
    Step step;
    Value left, right;
    friend bool operator==(const Key&, const Key&) = default;
};

struct KeyHash {
    std::size_t operator()(const Key& k) const {
        return (k.left * 0x9E3779B97F4A7C15U) ^ (k.right * 0xC2B2AE3D27D4EB4FU) ^
               static_cast<std::size_t>(k.step);
    }
};

class Counter {
public:
    explicit Counter(std::span<const Expr> expressions)
        : graph_(expressions), value_(graph_.size()) {
        for (std::size_t i = 0; i < graph_.size(); ++i) note_ends(i);
        for (std::size_t i = 0; i < graph_.size(); ++i) value_[i] = compute(i);
    }
    const Operations& count() const { return count_; }

private:
    struct Operand {
        Value value;
        bool negative = false;
    };

    Value fresh() { return ++last_; }

    Value step(Step what, Value left, Value right) {
        const auto [it, is_new] = known_.try_emplace({what, left, right}, last_ + 1);
        if (is_new) {
            ++last_;
            ++(what == Step::Multiply ? count_.multiplications
               : what == Step::Divide ? count_.divisions
                                      : count_.additions);
        }
        return it->second;
    }

    Value constant(const Number& number) {
        const auto [it, is_new] = constants_.try_emplace(number.to_text(), last_ + 1);
        if (is_new) ++last_;
        return it->second;
    }

    Value compute(std::size_t i) {
        switch (graph_.node(i).kind()) {
            case Kind::Number: return constant(graph_.node(i).number());
            case Kind::Pi:
            case Kind::Symbol: return fresh();
            case Kind::Sum: return sum(i);
            case Kind::Product: return product(i);
            case Kind::Power:
            case Kind::Call:
            case Kind::Unspecified: break;
        }
        ++count_.calls;
        return fresh();
    }

    // c of c·t, unless it is −1.
    static std::optional<Number> lone_coefficient(const Expr& node) {
        const Number& c = node.coefficients()[0];
        if (node.args().size() > 1 || !node.number().is_zero() || c.is_minus_one()) return {};
        return c;
    }

    Value sum(std::size_t i) {
        const Expr& node = graph_.node(i);
        if (const auto lone = lone_coefficient(node))
            return step(Step::Multiply, constant(*lone), value_[graph_.children(i)[0]]);
        std::vector<Operand> operands;
        for (std::size_t k = 0; k < node.args().size(); ++k) {
            const Number& c = node.coefficients()[k];
            const Value term = value_[graph_.children(i)[k]];
            const bool unit = c.is_one() || c.is_minus_one();
            operands.push_back(
                {unit ? term : step(Step::Multiply, constant(abs(c)), term), c.sign() < 0});
        }
        if (folds_from_the_right(i)) std::reverse(operands.begin(), operands.end());
        if (!node.number().is_zero()) operands.push_back({constant(node.number())});
        return add(operands);
    }

    // Signs relative to the first operand, so that a − b and b − a share their beginning. A sum
    // that begins with a minus sign is turned round by its last step where that is positive:
    // −a − b + c is c − (a + b).
    Value add(std::span<const Operand> operands) {
        const bool turned = operands[0].negative;
        const bool turned_by_last = turned && !operands.back().negative;
        Value total = operands[0].value;
        for (const Operand& o : operands.subspan(1, operands.size() - (turned_by_last ? 2 : 1)))
            total = step(o.negative == turned ? Step::Add : Step::Subtract, total, o.value);
        if (turned_by_last) return step(Step::Subtract, operands.back().value, total);
        return turned ? step(Step::Subtract, constant(0), total) : total;
    }

    Value product(std::size_t i) {
        const Expr& node = graph_.node(i);
        Value above = 0, below = 0;  // 0: nothing yet
        for (std::size_t k = 0; k < node.args().size(); ++k) {
            const auto e = node.exponents()[k];
            Value& part = e > 0 ? above : below;
            const Value factor = power(value_[graph_.children(i)[k]], std::abs(e));
            part = part == 0 ? factor : step(Step::Multiply, part, factor);
        }
        if (below == 0) return above;
        return step(Step::Divide, above == 0 ? constant(1) : above, below);
    }

    Value power(Value base, std::int32_t n) {
        Value result = 0;
        for (Value square = base; n != 0; n /= 2) {
            if (n % 2 != 0) result = result == 0 ? square : step(Step::Multiply, result, square);
            if (n > 1) square = step(Step::Multiply, square, square);
        }
        return result;
    }

    // Sums that run from a common first term share their beginnings, those that run to a common
    // last one their ends: fold from the end at which more sums agree.
    void note_ends(std::size_t i) {
        if (graph_.node(i).kind() != Kind::Sum || graph_.children(i).size() < 3) return;
        const auto c = graph_.children(i);
        ++pairs_[{Step::Add, c[0], c[1]}];
        ++pairs_[{Step::Subtract, c[c.size() - 1], c[c.size() - 2]}];
    }

    bool folds_from_the_right(std::size_t i) {
        const auto c = graph_.children(i);
        if (c.size() < 3) return false;
        return pairs_[{Step::Subtract, c[c.size() - 1], c[c.size() - 2]}] >
               pairs_[{Step::Add, c[0], c[1]}];
    }

    Graph graph_;
    std::vector<Value> value_;
    Value last_ = 0;
    std::unordered_map<Key, Value, KeyHash> known_;
    std::unordered_map<Key, std::size_t, KeyHash> pairs_;
    std::unordered_map<std::string, Value> constants_;
    Operations count_;
};

}  // namespace

Operations count_operations(std::span<const Expr> expressions) {
    return Counter(expressions).count();
}

}  // namespace rattleback
