#include "compiled/tape_parts.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "compiled/tape_order.hpp"

namespace rattleback {
namespace {

using Made = TapeBuilder::Made;
using Index = std::uint32_t;

constexpr Index none = ~Index{0};

class Splitting {
public:
    Splitting(WholeTape whole, std::span<const Value> outputs)
        : inputs_(whole.inputs), varying_(whole.varying), made_(std::move(whole.made)) {
        for (Index i = 0; i < made_.size(); ++i) is_fixed_.push_back(is_fixed(i) ? 1 : 0);
        divide_by_multiplying();
        find_constants(outputs);
    }

    Tape once() const {
        const ExprVector names(inputs_.begin() + static_cast<std::ptrdiff_t>(varying_),
                               inputs_.end());
        std::vector<Made> kept(names.size());
        std::vector<Index> place(made_.size(), none);
        for (std::size_t i = 0; i < names.size(); ++i) place[varying_ + i] = static_cast<Index>(i);
        keep(kept, place, [&](Index i) { return is_fixed_[i] != 0; });
        std::vector<Value> wanted;
        for (const Index i : constants_) wanted.push_back({place[i]});
        return ordered(names, std::move(kept), wanted);
    }

    Tape along(std::span<const Value> outputs) const {
        ExprVector names = inputs_;
        for (std::size_t i = 0; i < constants_.size(); ++i)
            names.push_back(symbol("run constant " + std::to_string(i + 1)));
        std::vector<Made> kept(names.size());
        std::vector<Index> place(made_.size(), none);
        for (std::size_t i = 0; i < inputs_.size(); ++i) place[i] = static_cast<Index>(i);
        for (std::size_t i = 0; i < constants_.size(); ++i)
            place[constants_[i]] = static_cast<Index>(inputs_.size() + i);
        keep(kept, place, [&](Index i) { return is_fixed_[i] == 0; });
        std::vector<Value> wanted;
        for (const Value output : outputs) wanted.push_back({place[output.index]});
        return ordered(names, std::move(kept), wanted);
    }

private:
    std::span<const Place> arguments(const Instruction& step) const {
        places_ = {step.a, step.b, step.c};
        return std::span(places_).first(static_cast<std::size_t>(operands(step.op)));
    }
    bool is_computed(Index i) const { return made_[i].kind == Made::Computed; }

    // Depends on inputs that do not vary, and on no others.
    bool is_fixed(Index i) const {
        if (made_[i].kind == Made::Input) return i >= varying_;
        if (!is_computed(i)) return false;
        for (const Place argument : arguments(made_[i].step))
            if (is_fixed_[argument] == 0 && made_[argument].kind != Made::Constant) return false;
        return true;
    }

    Index append(const Made& made, bool fixed) {
        made_.push_back(made);
        is_fixed_.push_back(fixed ? 1 : 0);
        return static_cast<Index>(made_.size() - 1);
    }

    void divide_by_multiplying() {
        const auto before = static_cast<Index>(made_.size());
        std::vector<Index> reciprocal(before, none);
        Index one = none;
        for (Index i = 0; i < before; ++i) {
            if (!is_computed(i) || made_[i].step.op != Op::Divide || is_fixed_[i] != 0) continue;
            const Instruction step = made_[i].step;
            if (is_fixed_[step.b] == 0) continue;
            if (one == none) one = append({.kind = Made::Constant, .value = 1}, false);
            if (reciprocal[step.b] == none)
                reciprocal[step.b] =
                    append({.kind = Made::Computed, .step = {Op::Divide, one, step.b}}, true);
            made_[i].step = {Op::Multiply, step.a, reciprocal[step.b]};
        }
    }

    // What is computed once and needed along the run.
    void find_constants(std::span<const Value> outputs) {
        std::vector<char> state(made_.size(), 0);
        std::vector<Index> open;
        for (const Value output : outputs) open.push_back(output.index);
        while (!open.empty()) {
            const Index i = open.back();
            open.pop_back();
            if (state[i] != 0) continue;
            state[i] = 1;
            if (!is_computed(i)) continue;
            if (is_fixed_[i] != 0) {
                constants_.push_back(i);
                continue;
            }
            for (const Place argument : arguments(made_[i].step)) open.push_back(argument);
        }
        std::sort(constants_.begin(), constants_.end());
    }

    // Numbers, and those computed values that are wanted. What was appended comes last here, and may
    // be needed before: the order does not matter to who orders anew.
    template <typename Wanted>
    void keep(std::vector<Made>& kept, std::vector<Index>& place, Wanted wanted) const {
        std::vector<Index> list;
        for (Index i = 0; i < made_.size(); ++i) {
            if (made_[i].kind == Made::Input || place[i] != none) continue;
            if (is_computed(i) && !wanted(i)) continue;
            place[i] = static_cast<Index>(kept.size() + list.size());
            list.push_back(i);
        }
        for (const Index i : list) {
            Made copy = made_[i];
            if (is_computed(i)) {
                const int n = operands(copy.step.op);
                copy.step.a = place[copy.step.a];
                copy.step.b = n > 1 ? place[copy.step.b] : 0;
                copy.step.c = n > 2 ? place[copy.step.c] : 0;
            }
            kept.push_back(copy);
        }
    }

    const ExprVector& inputs_;
    std::size_t varying_;
    std::vector<Made> made_;
    std::vector<char> is_fixed_;
    std::vector<Index> constants_;
    mutable std::array<Place, 3> places_{};
};

}  // namespace

TapeParts in_parts(WholeTape whole, std::span<const Value> outputs, std::size_t first) {
    const Splitting splitting(std::move(whole), outputs);
    return {splitting.once(), splitting.along(outputs), splitting.along(outputs.first(first))};
}

}  // namespace rattleback
