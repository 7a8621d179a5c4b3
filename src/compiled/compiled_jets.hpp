// Compiled Taylor series: the coefficients of the solution of dy/dt = f(t, y) at a state.
//
//     const CompiledJets jets(formulas_of_f);
//     std::vector<double> start(jets.places()), work(jets.workspace(20)), c(21 * jets.width());
//     jets.start(in, start.data());
//     jets({.start = start.data(), .sigma = 1, .order = 20}, work.data(), c.data());
//
// y(t₀ + σθ) = Σₖ cₖ θᵏ, cₖ of entry i at c[k·width + i]; after the entries of y come those of the
// arguments of |x| and atan2, whose zeros bound where the series holds (jet_program.hpp), and then
// what fills the row. Steps with the polynomial are made by the functions of jet_step.hpp. `in` is the
// input of f, that is the state, the time and the parameters, and after it one side, 1 or −1, for
// each |x|; behind that is room for what the start needs. `start` has all that the series begin with;
// its first entries are f.
//
// A value, cheap to copy; any number of threads may call it, each with a workspace of its own, which
// must be zero at the first call. A call allocates nothing, but for the one that makes machine code. The
// order is an argument, not a part of the code: one compilation serves all tolerances. Equal code is
// made once per process, and as for tapes machine code only where it is likely to pay (jet_piece.hpp).
//
// Linear equations in f are solved with the factors of the matrix at the start, once for all orders, by
// straight-line code or by loops that may choose pivots (rate_formulas.hpp). With these there is no
// machine code: most of the work is theirs.
#pragma once

#include <memory>

#include "compiled/compiled_function.hpp"
#include "compiled/jet_piece.hpp"

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
    explicit CompiledJets(const RateFormulas& f, Backend backend = CompileOptions{}.backend);

    void start(double* in, double* values) const noexcept;
    void operator()(const JetCall& call, double* workspace, double* coefficients) const noexcept;
    // See jet_step.hpp.
    void reach(const JetStep& step) const noexcept {
        code_->piece.step().reach(&code_->program, &step);
    }
    void advance(const JetStep& step) const noexcept {
        code_->piece.step().advance(&code_->program, &step);
    }
    void verify(const JetStep& step) const noexcept {
        code_->piece.step().verify(&code_->program, &step);
    }

    std::size_t size() const { return code_->program.size; }      // of y
    std::size_t width() const { return code_->program.row(); }    // of a row of coefficients
    std::size_t inputs() const { return code_->start.inputs(); }  // with the sides, and that room
    std::size_t places() const;                                   // of what the series begin with
    std::size_t sides() const { return code_->program.sides; }
    std::size_t first_side() const { return code_->program.first_side; }  // among the inputs
    std::span<const JetKink> kinks() const { return code_->program.kinks; }
    const JetProgram& program() const { return code_->program; }
    // How many doubles of workspace a call needs.
    std::size_t workspace(std::size_t order) const;

    bool is_machine_code() const { return code_->piece.is_machine_code(); }

    struct Code {
        Code(const RateFormulas& formulas, Backend with);
        RateFormulas f;
        Backend backend;
        JetProgram program;
        CompiledFunction start;
        std::optional<CompiledFunction> equations;  // of program.solve
        JetPiece piece;
    };

private:
    std::shared_ptr<const Code> code_;
};

}  // namespace rattleback
