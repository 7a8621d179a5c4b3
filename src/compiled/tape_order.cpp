#include "compiled/tape_order.hpp"

#include <algorithm>
#include <array>
#include <functional>

namespace rattleback {
namespace {

using Made = TapeBuilder::Made;
using Index = std::uint32_t;

constexpr Index none = ~Index{0};

struct Arguments {
    explicit Arguments(const Instruction& step)
        : places{step.a, step.b, step.c}, count(static_cast<std::size_t>(operands(step.op))) {}
    const Place* begin() const { return places.data(); }
    const Place* end() const { return places.data() + count; }
    std::array<Place, 3> places;
    std::size_t count;
};

class Ordering {
public:
    Ordering(std::vector<Made> made, std::span<const Value> outputs) : made_(std::move(made)) {
        for (const Value output : outputs) outputs_.push_back(output.index);
        share_reciprocals();
        fuse();
        pair();
    }

    Tape tape(const ExprVector& inputs) {
        schedule();
        Tape tape{.inputs = inputs, .constants = {}, .instructions = {}, .outputs = {}};
        place_values(tape);
        for (const Index i : order_) {
            Instruction step = made_[i].step;
            const int n = operands(step.op);
            step.a = place_[step.a];
            step.b = n > 1 ? place_[step.b] : 0;
            step.c = n > 2 ? place_[step.c] : 0;
            tape.instructions.push_back(step);
        }
        for (const Index output : outputs_) tape.outputs.push_back(place_[output]);
        return tape;
    }

private:
    bool computed(Index i) const { return made_[i].kind == Made::Computed; }
    bool is(Index i, Op op) const { return computed(i) && made_[i].step.op == op; }

    // What the outputs need, operands before results, each once. `sort` puts the operand of a step
    // that is to be computed first at the end.
    template <typename Sort>
    std::vector<Index> needed(Sort sort) const {
        std::vector<Index> list, open;
        std::vector<char> state(made_.size(), 0);  // 1 opened, 2 listed
        for (const Index output : outputs_) {
            open.push_back(output);
            while (!open.empty()) {
                const Index i = open.back();
                if (state[i] != 0 || !computed(i)) {
                    open.pop_back();
                    if (state[i] != 2) list.push_back(i);
                    state[i] = 2;
                    continue;
                }
                state[i] = 1;
                const auto first = static_cast<std::ptrdiff_t>(open.size());
                for (const Index argument : Arguments(made_[i].step))
                    if (state[argument] == 0) open.push_back(argument);
                sort(open.begin() + first, open.end());
            }
        }
        return list;
    }
    std::vector<Index> needed() const {
        return needed([](auto first, auto last) { std::reverse(first, last); });
    }

    Index constant_one() {
        for (Index i = 0; i < made_.size(); ++i)
            if (made_[i].kind == Made::Constant && made_[i].value == 1) return i;
        made_.push_back({.kind = Made::Constant, .value = 1});
        return static_cast<Index>(made_.size() - 1);
    }

    void share_reciprocals() {
        std::vector<Index> uses(made_.size(), 0), reciprocal(made_.size(), none);
        const std::vector<Index> all = needed();
        for (const Index i : all) {
            if (!is(i, Op::Divide)) continue;
            const Instruction& step = made_[i].step;
            ++uses[step.b];
            if (made_[step.a].kind == Made::Constant && made_[step.a].value == 1)
                reciprocal[step.b] = i;
        }
        for (const Index i : all) {
            if (!is(i, Op::Divide)) continue;
            const Index divisor = made_[i].step.b;
            if (uses[divisor] < 2 || reciprocal[divisor] == i) continue;
            if (reciprocal[divisor] == none) {
                const Index one = constant_one();
                reciprocal[divisor] = static_cast<Index>(made_.size());
                made_.push_back({.kind = Made::Computed, .step = {Op::Divide, one, divisor}});
            }
            made_[i].step = {Op::Multiply, made_[i].step.a, reciprocal[divisor]};
        }
    }

    void fuse() {
        const std::vector<Index> all = needed();
        std::vector<Index> uses(made_.size(), 0);
        for (const Index output : outputs_) ++uses[output];
        for (const Index i : all)
            if (computed(i))
                for (const Index argument : Arguments(made_[i].step)) ++uses[argument];
        const auto fusable = [&](Index i) { return is(i, Op::Multiply) && uses[i] == 1; };
        for (const Index i : all) {
            if (!is(i, Op::Add) && !is(i, Op::Subtract)) continue;
            const Instruction step = made_[i].step;
            const bool add = step.op == Op::Add;
            const bool second = fusable(step.b);
            if (!second && !fusable(step.a)) continue;
            const Instruction& product = made_[second ? step.b : step.a].step;
            const Op op = add      ? Op::MultiplyAdd
                          : second ? Op::NegatedMultiplyAdd
                                   : Op::MultiplySubtract;
            made_[i].step = {op, product.a, product.b, second ? step.a : step.b};
        }
    }

    void pair() {
        std::vector<Index> sine(made_.size(), none), cosine(made_.size(), none);
        const std::vector<Index> all = needed();
        for (const Index i : all) {
            if (is(i, Op::Sin)) sine[made_[i].step.a] = i;
            if (is(i, Op::Cos)) cosine[made_[i].step.a] = i;
        }
        partner_.assign(made_.size(), none);
        for (Index argument = 0; argument < made_.size(); ++argument) {
            const Index s = sine[argument], c = cosine[argument];
            if (s == none || c == none) continue;
            made_[s].step.op = Op::SinCos;
            made_[c].step = {Op::PairedCosine, s};
            partner_[s] = c;
        }
    }

    // How many values a step needs at a time, if nothing below it were shared.
    std::vector<Index> weights() const {
        std::vector<Index> weight(made_.size(), 0);
        for (const Index i : needed()) {
            if (!computed(i)) continue;
            std::array<Index, 3> below{};
            std::size_t n = 0;
            for (const Index argument : Arguments(made_[i].step)) below[n++] = weight[argument];
            std::sort(below.begin(), below.begin() + static_cast<std::ptrdiff_t>(n),
                      std::greater<>());
            weight[i] = 1;
            for (std::size_t k = 0; k < n; ++k)
                weight[i] = std::max(weight[i], below[k] + static_cast<Index>(k));
        }
        return weight;
    }

    void schedule() {
        const std::vector<Index> weight = weights();
        const auto heaviest_last = [&](auto first, auto last) {
            std::sort(first, last, [&](Index x, Index y) {
                return weight[x] != weight[y] ? weight[x] < weight[y] : x > y;
            });
        };
        std::vector<char> placed(made_.size(), 0);
        for (const Index i : needed(heaviest_last)) {
            if (placed[i] != 0) continue;
            if (!computed(i)) {
                leaves_.push_back(i);
                continue;
            }
            order_.push_back(i);
            if (partner_[i] == none) continue;
            order_.push_back(partner_[i]);
            placed[partner_[i]] = 1;
        }
    }

    void place_values(Tape& tape) {
        place_.assign(made_.size(), 0);
        for (Place i = 0; i < tape.inputs.size(); ++i) place_[i] = i;
        for (const Index i : leaves_) {
            if (made_[i].kind != Made::Constant) continue;
            place_[i] = static_cast<Place>(tape.inputs.size() + tape.constants.size());
            tape.constants.push_back(made_[i].value);
        }
        Place next = tape.first_instruction();
        for (const Index i : order_) place_[i] = next++;
    }

    std::vector<Made> made_;
    std::vector<Index> outputs_;
    std::vector<Index> partner_;  // of a SinCos its PairedCosine
    std::vector<Index> order_, leaves_;
    std::vector<Place> place_;
};

}  // namespace

Tape ordered(const ExprVector& inputs, std::vector<TapeBuilder::Made> made,
             std::span<const Value> outputs) {
    return Ordering(std::move(made), outputs).tape(inputs);
}

}  // namespace rattleback
