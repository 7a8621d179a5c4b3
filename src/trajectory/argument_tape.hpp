// The arguments of the functions of f behind which a force can hide, and how fast they move.
//
// A force that is felt in a small part of space or of time only is written with functions that are
// flat elsewhere: exp, tanh and their kin, atan, quotients and negative powers. There neither f nor
// any of its derivatives shows that the force exists; but the argument of the function does, because
// it moves. So their arguments are what a step is judged by (step_guard.hpp):
//
//     Exponent   of exp, sinh, cosh, tanh, atan; a moving exponent
//     Divisor    b of a/b; the base of a negative power, which counts as often as the power says;
//                not where it moves through exponents only, as in 1/(1 + exp(x)): these will do
//     Base       of a high power, which is flat wherever the base is not largest: cos(x)^200
//     Angle      of tan; of sines and cosines on which one of the above depends
//
// Those that depend on neither y nor t are left out, and with them all else of f: what is evaluated
// here, argument and rate of change along the motion, is usually a few operations or none. Sums and
// products of a few factors hide nothing, and need no attention.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiled/tape.hpp"
#include "trajectory/ode_problem.hpp"

namespace rattleback {

enum class ArgumentKind : std::uint8_t { Exponent, Divisor, Base, Angle };

struct WatchedArgument {
    ArgumentKind kind;
    std::uint32_t slot;
    double power = 1;  // of a Divisor or a Base
};

struct MovingValue {
    double value = 0, slope = 0;  // and d/dt
};

class ArgumentTape {
public:
    // From problem.formulas; where there are none, from problem.tape, which keeps what was found.
    explicit ArgumentTape(const OdeProblem& problem);
    // From f of so many entries of y, then t, then these parameters.
    ArgumentTape(const Tape& f, std::size_t size, const std::vector<double>& parameters);

    std::span<const WatchedArgument> arguments() const { return arguments_; }
    bool empty() const { return arguments_.empty(); }

    // One value per argument, at y where dy/dt = rate. It allocates nothing.
    void evaluate(double t, const double* y, const double* rate, MovingValue* values);

private:
    struct Load {
        std::uint32_t slot;
        std::size_t entry;  // of y; its size: t
    };
    struct Step {
        std::uint32_t slot;
        Op op;
        std::uint32_t a, b, c;
    };
    class Extraction;

    std::size_t size_;
    std::vector<WatchedArgument> arguments_;
    std::vector<Load> loads_;
    std::vector<Step> steps_;
    std::vector<MovingValue> slots_;  // the loads, numbers that do not move, and one per step
};

}  // namespace rattleback
