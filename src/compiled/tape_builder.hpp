// Builds a tape value by value.
//
// Expressions are appended as a whole; arithmetic on values already there (an elimination, say) is
// written with add, multiply and so on. Equal computations give the same value, operations on
// constants are done at once, and signs are moved to where they cost nothing. `finish` then drops
// what the outputs do not need, fuses and orders the rest: see tape.hpp.
//
//     TapeBuilder builder(inputs);
//     const auto values = builder.append(ExprVector{a, b});
//     const Tape tape = builder.finish(std::vector{builder.divide(values[0], values[1])});
#pragma once

#include <unordered_map>

#include "compiled/tape.hpp"

namespace rattleback {

// A value of the builder: its number counts all that was made, in order.
struct Value {
    std::uint32_t index = 0;
    friend bool operator==(Value, Value) = default;
};

struct TapeParts;  // tape_parts.hpp

class TapeBuilder {
public:
    explicit TapeBuilder(std::span<const Expr> inputs);

    // Throws NumericalError naming a symbol or an unspecified function that has no value.
    std::vector<Value> append(std::span<const Expr> expressions);
    // From now on this symbol stands for this value.
    void bind(const Expr& name, Value value) { names_[name] = value; }

    Value constant(double value);
    Value add(Value a, Value b);
    Value subtract(Value a, Value b);
    Value multiply(Value a, Value b);
    Value divide(Value a, Value b);
    Value negate(Value a);
    Value power(Value base, std::int64_t exponent);  // by multiplication; exponent > 0
    Value apply(Op op, Value a);                     // a function of one argument
    Value apply(Op op, Value a, Value b);            // Atan2 or Power

    bool is_constant(Value v) const { return made_[v.index].kind == Made::Constant; }
    bool is_constant(Value v, double value) const;
    double value(Value constant) const { return made_[constant.index].value; }

    Tape finish(std::span<const Value> outputs) const;
    // In parts, where only the first `varying` inputs change from call to call: see tape_parts.hpp.
    TapeParts finish_in_parts(std::span<const Value> outputs, std::size_t varying,
                              std::size_t first) const;

    // What a value is; for the passes of finish.
    struct Made {
        enum Kind : std::uint8_t { Input, Constant, Computed } kind = Input;
        Instruction step{};  // of a Computed; a, b, c are indices of values
        double value = 0;    // of a Constant
    };

private:
    struct StepHash {
        std::size_t operator()(const Instruction& s) const;
    };

    Value emit(Op op, Value a, Value b = {});

    ExprVector inputs_;
    std::unordered_map<Expr, Value> names_;
    std::vector<Made> made_;
    std::unordered_map<std::uint64_t, Value> constants_;  // by their bits
    std::unordered_map<Instruction, Value, StepHash> steps_;
};

}  // namespace rattleback
