// Compiled Taylor series: the coefficients of the solution of dy/dt = f(t, y) at a state.
//
//     const CompiledJets jets(tape_of_f);
//     std::vector<double> start(jets.places()), work(jets.workspace(20)), c(21 * jets.width());
//     jets.start(in, start.data());
//     jets({.start = start.data(), .sigma = 1, .order = 20}, work.data(), c.data());
//
// y(t₀ + σθ) = Σₖ cₖ θᵏ, cₖ of entry i at c[k·width + i]; after the entries of y come those of the
// arguments of |x| and atan2, whose zeros bound where the series holds (jet_program.hpp), and then
// what fills the row. Steps with the polynomial are made by the functions of jet_step.hpp. `in` is the
// input of f, that is the state, the time and the parameters, and after it one side, 1 or −1, for
// each |x|. `start` has all that the series begin with; its first entries are f.
//
// A value, cheap to copy; any number of threads may call it, each with a workspace of its own, which
// must be finite at the first call. A call allocates nothing. The order is an argument, not a part of
// the code: one compilation serves all tolerances. Equal code is made once per process.
//
// Not for right-hand sides that a tape cannot express, with pivots chosen at run time, say, nor for
// hundreds of states: there the p²/2 products per multiplication cost more than they give.
#pragma once

#include <memory>

#include "compiled/compiled_function.hpp"
#include "compiled/jet_kernel.hpp"
#include "compiled/jet_step.hpp"

namespace rattleback {

inline constexpr std::size_t lowest_jet_order = 3, highest_jet_order = 64;

struct JetCall {
    const double* start;
    double sigma;
    std::size_t order;  // from lowest_jet_order to highest_jet_order
};

class CompiledJets {
public:
    // The inputs of f are the state, the time, the parameters. Throws NumericalError when there are
    // fewer.
    explicit CompiledJets(const Tape& f, Backend backend = machine_code_at_once());

    void start(const double* in, double* values) const noexcept { code_->start(in, values); }
    void operator()(const JetCall& call, double* workspace, double* coefficients) const noexcept;
    // See jet_step.hpp.
    void reach(const JetStep& step) const noexcept { code_->step.reach(&code_->program, &step); }
    void advance(const JetStep& step) const noexcept {
        code_->step.advance(&code_->program, &step);
    }
    void verify(const JetStep& step) const noexcept { code_->step.verify(&code_->program, &step); }

    std::size_t size() const { return code_->program.size; }      // of y
    std::size_t width() const { return code_->program.row(); }    // of a row of coefficients
    std::size_t inputs() const { return code_->start.inputs(); }  // with the sides
    std::size_t places() const { return code_->program.places(); }
    std::size_t sides() const { return code_->program.sides; }
    std::span<const JetKink> kinks() const { return code_->program.kinks; }
    const JetProgram& program() const { return code_->program; }
    // How many doubles of workspace a call needs.
    std::size_t workspace(std::size_t order) const;

    struct Code {
        Tape f;
        Backend backend;
        JetProgram program;
        CompiledFunction start;
        JetKernel kernel = nullptr;
        JetStepFunctions step = plain_step_functions();
        std::size_t (*workspace)(const JetProgram& program, std::size_t order) = nullptr;
        std::shared_ptr<const void> memory = {};  // of machine code
    };

private:
    std::shared_ptr<const Code> code_;
};

}  // namespace rattleback
