// Compiled functions: the one door from expressions to code that runs.
//
//     const CompiledFunction f = compile(ExprVector{x, y}, ExprVector{x*sin(y), x*cos(y)});
//     const double in[] = {2, 0.5};
//     double out[2];
//     f(in, out);
//
// A CompiledFunction is a value, cheap to copy, that any number of threads may call at once. A call
// allocates nothing, but for the one that makes machine code. `in` has one double per input, in order, `out` one per output; they must not
// overlap. Parameters are inputs like any other: to change one needs no new compilation.
//
// Several states at a time go through SIMD lanes: f.batch(8) is the same function of eight states,
// where value i of lane l lies at [i·8 + l]. Every lane gives, to the last bit, what one lane alone
// gives. `lanes()` is the width at which this machine is fastest.
//
// Where Rattleback was built with LLVM, code that is called often is machine code: to make it takes as
// long as to interpret its tape some ten thousand times. So a tape is interpreted at first, and machine
// code is made when it has been called often; both give the same to the last bit. Where that fails, or
// is interrupted, the interpreter goes on. Beyond |angle| = 10⁶ machine code is as slow as the
// interpreter. Equal code is made once per process and freed with its last user. Compiling throws
// NumericalError when an output needs a symbol or an unspecified function that is no input.
#pragma once

#include <memory>

#include "compiled/code_piece.hpp"

namespace rattleback {

// The number of lanes at which this machine is fastest.
unsigned lanes();

class CompiledFunction {
public:
    void operator()(const double* in, double* out) const noexcept { (*code_)(*tape_, in, out); }

    std::size_t inputs() const { return tape_->inputs.size(); }
    std::size_t outputs() const { return tape_->outputs.size(); }
    std::size_t operations() const { return tape_->operations(); }
    unsigned width() const { return options_.width; }
    Backend backend() const { return options_.backend; }
    bool is_machine_code() const { return code_->is_machine_code(); }
    const Tape& tape() const { return *tape_; }

    // The same function of `width` states at a time.
    CompiledFunction batch(unsigned width) const;

private:
    friend CompiledFunction compile(Tape tape, const CompileOptions& options);
    CompiledFunction(std::shared_ptr<const Tape> tape, const CompileOptions& options);

    CompileOptions options_;
    std::shared_ptr<const Tape> tape_;
    std::shared_ptr<const CodePiece> code_;
};

CompiledFunction compile(std::span<const Expr> inputs, std::span<const Expr> outputs,
                         const CompileOptions& options = {});
CompiledFunction compile(Tape tape, const CompileOptions& options = {});

}  // namespace rattleback
