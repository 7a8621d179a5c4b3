#include "compiled/tape_builder.hpp"

#include <bit>
#include <cmath>
#include <utility>

#include "compiled/lowering.hpp"
#include "compiled/operation.hpp"
#include "compiled/tape_order.hpp"
#include "compiled/tape_parts.hpp"
#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {

std::size_t TapeBuilder::StepHash::operator()(const Instruction& s) const {
    auto h = static_cast<std::uint64_t>(s.op);
    for (const Place place : {s.a, s.b, s.c}) h = (std::rotl(h, 23) ^ place) * 0x9E3779B97F4A7C15U;
    return h;
}

TapeBuilder::TapeBuilder(std::span<const Expr> inputs) : inputs_(inputs.begin(), inputs.end()) {
    for (const Expr& input : inputs_) {
        if (input.kind() != Kind::Symbol && input.kind() != Kind::Unspecified)
            throw NumericalError("'" + to_text(input) +
                                 "' cannot be an input of compiled code; inputs are symbols");
        if (!names_.emplace(input, Value{static_cast<std::uint32_t>(made_.size())}).second)
            throw NumericalError("'" + to_text(input) + "' is an input of compiled code twice");
        made_.emplace_back();
    }
}

std::vector<Value> TapeBuilder::append(std::span<const Expr> expressions) {
    return lower(*this, names_, expressions);
}

bool TapeBuilder::is_constant(Value v, double value) const {
    return is_constant(v) && made_[v.index].value == value;
}

Value TapeBuilder::constant(double value) {
    const Value next{static_cast<std::uint32_t>(made_.size())};
    const auto [it, is_new] = constants_.try_emplace(std::bit_cast<std::uint64_t>(value), next);
    if (is_new) made_.push_back({.kind = Made::Constant, .value = value});
    return it->second;
}

Value TapeBuilder::emit(Op op, Value a, Value b) {
    const int n = operands(op);
    if (is_constant(a) && (n == 1 || is_constant(b)))
        return constant(result_of(op, {made_[a.index].value, made_[b.index].value, 0}));
    const bool commutes = op == Op::Add || op == Op::Multiply;
    // One order for both, constants first.
    const auto rank = [&](Value v) { return std::pair{!is_constant(v), v.index}; };
    if (commutes && rank(b) < rank(a)) std::swap(a, b);
    const Instruction step{op, a.index, n > 1 ? b.index : 0, 0};
    const Value next{static_cast<std::uint32_t>(made_.size())};
    const auto [it, is_new] = steps_.try_emplace(step, next);
    if (is_new) made_.push_back({.kind = Made::Computed, .step = step});
    return it->second;
}

namespace {

bool is(const TapeBuilder::Made& made, Op op) {
    return made.kind == TapeBuilder::Made::Computed && made.step.op == op;
}

}  // namespace

Value TapeBuilder::add(Value a, Value b) {
    if (is_constant(a, 0)) return b;
    if (is_constant(b, 0)) return a;
    if (is(made_[b.index], Op::Negate)) return subtract(a, {made_[b.index].step.a});
    if (is(made_[a.index], Op::Negate)) return subtract(b, {made_[a.index].step.a});
    return emit(Op::Add, a, b);
}

Value TapeBuilder::subtract(Value a, Value b) {
    if (is_constant(a, 0)) return negate(b);
    if (is_constant(b, 0)) return a;
    if (is(made_[b.index], Op::Negate)) return add(a, {made_[b.index].step.a});
    return emit(Op::Subtract, a, b);
}

Value TapeBuilder::multiply(Value a, Value b) {
    for (const auto& [one, other] : {std::pair{a, b}, std::pair{b, a}}) {
        if (is_constant(one, 1)) return other;
        if (is_constant(one, -1)) return negate(other);
        if (is(made_[one.index], Op::Negate))
            return negate(multiply({made_[one.index].step.a}, other));
    }
    return emit(Op::Multiply, a, b);
}

Value TapeBuilder::divide(Value a, Value b) {
    if (is_constant(b, 1)) return a;
    if (is_constant(b, -1)) return negate(a);
    if (is(made_[a.index], Op::Negate)) return negate(divide({made_[a.index].step.a}, b));
    if (is(made_[b.index], Op::Negate)) return negate(divide(a, {made_[b.index].step.a}));
    return emit(Op::Divide, a, b);
}

Value TapeBuilder::negate(Value a) {
    const Made& made = made_[a.index];
    if (is(made, Op::Negate)) return {made.step.a};
    // A copy: emit may move what `made` refers to.
    if (const Instruction step = made.step; is(made, Op::Subtract))
        return emit(Op::Subtract, {step.b}, {step.a});
    return emit(Op::Negate, a);
}

Value TapeBuilder::power(Value base, std::int64_t exponent) {
    Value square = base;
    while (exponent % 2 == 0) {
        square = multiply(square, square);
        exponent /= 2;
    }
    Value result = square;
    while ((exponent /= 2) != 0) {
        square = multiply(square, square);
        if (exponent % 2 != 0) result = multiply(result, square);
    }
    return result;
}

Value TapeBuilder::apply(Op op, Value a) { return emit(op, a); }
Value TapeBuilder::apply(Op op, Value a, Value b) { return emit(op, a, b); }

Tape TapeBuilder::finish(std::span<const Value> outputs) const {
    return ordered(inputs_, made_, outputs);
}

TapeParts TapeBuilder::finish_in_parts(std::span<const Value> outputs, std::size_t varying,
                                       std::size_t first) const {
    return in_parts({inputs_, varying, made_}, outputs, first);
}

}  // namespace rattleback
