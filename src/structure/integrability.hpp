// Which constraints are integrable: what they fix once and for all, and what they leave open.
//
// The constraints that are affine in the velocities, A v + c = 0 (positional ones by their time
// derivative), are forms on the configuration space,
//
//     ω = A dq                    when no c and no time occur,
//     ω = c dt + A dq             otherwise, with time as one more coordinate, q⁰ = t.
//
// Their Lie flag (geometry/distribution.hpp) says it all: growth vector, Frobenius, and I^(∞), the
// combinations of constraints that are integrable, with their integrals F(t, q) = const where these
// are elementary. At the initial state the growth may be slower: a singular state, such as a
// jack-knifed trailer. Nonlinear constraints are left out here; see branches.hpp.
#pragma once

#include "exact/answer.hpp"
#include "expr/sentence.hpp"
#include "geometry/distribution.hpp"
#include "model/system.hpp"

namespace rattleback {

struct Integrability {
    Distribution distribution;  // D, on q or on (t, q)
    bool with_time = false;
    std::size_t positional = 0;   // independent positional constraints, each an integral by itself
    std::optional<LieFlag> flag;  // nothing when it was too large
    ExprVector integrals;         // F = const, as many of them as were found
    std::optional<PointGrowth> at_start;
    Sentences sentences;
    Sentence start_sentence;  // where growth at the initial state is slower

    Answer is_integrable() const;
};

struct IntegrabilityOptions {
    Limits limits = interactive_limits;
    bool at_start = true;
    // The same constraints with other parameters as letters, if they were looked at: at the initial
    // state all have their numbers, and where the flag is the same its growth there is, too.
    const Integrability* known = nullptr;
};

// Of the affine constraints, or of a linear parametrization given in their place; nothing when there
// is neither. They must not be inconsistent.
std::optional<Integrability> integrability(const System& system,
                                           const IntegrabilityOptions& options = {});

// "x - r*theta is constant", where it is so: between the states where an integral may jump.
Sentence constants_text(const Integrability& found, const System& system);

// (2, 3, 5).
std::string growth_text(const std::vector<std::size_t>& growth);

}  // namespace rattleback
