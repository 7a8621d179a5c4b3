// Formulas of a state and of what the equations of motion make of it, as code.
//
//     QuantityValues value(system, equations, motion, {R_x, N_ball - m*g}, {});
//     value(motion.input(state, t).data(), out);
//
// They are evaluated in two steps: what the equations make of the state (named_values.hpp) is put into the
// formula as numbers.
//
// A copy shares the code and has scratch of its own. The system must live as long as copies do.
#pragma once

#include "trajectory/named_values.hpp"

namespace rattleback {

class QuantityValues {
public:
    // Throws DerivationError for multipliers that are not unique, and for speeds that are not there.
    QuantityValues(const System& system, const Equations& equations,
                   const EquationsOfMotion& motion, std::span<const Expr> expressions,
                   const CompileOptions& options);

    // `in`: as functions of the motion take it.
    void operator()(const double* in, double* out);
    std::size_t size() const { return formulas_.outputs(); }

private:
    std::size_t inputs_;
    NamedValues named_;
    CompiledFunction formulas_;
    std::vector<double> in_;  // with the named numbers behind
};

}  // namespace rattleback
