// Which formulation is used where nobody says which, and why: the one place where that is decided.
//
// For a motion that is the normal form in auxiliary variables, whose state satisfies the constraints by
// construction and is the smallest; where it does not apply, or costs too much, Lagrange's equations
// with multipliers, or else the first form that applies. The reason is data; `sentence` says it. Where
// the variables of the form are not fit for a state, the start among them, the run itself goes on in
// others (trajectory/simulate.hpp).
//
// What it costs is to eliminate k velocities: each of the k takes up the coefficients of all
// constraints, some c operations, and machine code for about k c operations is most of the time of a
// run. With multipliers there are about c, and a solution that no code is written for.
//
// Where no motion is computed that cost does not count: small motions, steady ones, rates and proofs take
// the smallest state where it exists, and a power series takes all velocities, whose equations are the
// shortest. Equations in all velocities need no chart: they take over where others fail at a state, or
// divide by what may vanish.
#pragma once

#include <string>
#include <string_view>

#include "equations/formulations.hpp"
#include "expr/sentence.hpp"

namespace rattleback {

struct FormChoice {
    enum class Why : std::uint8_t {
        Asked,
        Principle,
        Default,
        DefaultRefuses,
        DefaultCosts,
        OtherFails,    // at a state
        OtherDivides,  // by what may vanish
    };

    std::string name;
    Why why = Why::Asked;
    std::string instead_of = {};  // the form that it would have been
    Sentence reason = {};         // why that refuses or fails, or what it divides by
    std::size_t eliminated = 0;   // velocities that the default would eliminate, where that costs

    Sentence sentence() const;  // empty where it was asked for
};

// For a motion. Throws DerivationError where no form applies.
FormChoice default_form(const System& system);

// The one that is asked for, or the default where the name is empty.
FormChoice chosen_form(const System& system, const std::string& name);

// With the fewest velocities where that applies, else with all.
const Formulation& plain_form(const System& system);

// With all velocities where that applies, else with the fewest.
const Formulation& form_of_series(const System& system);

// For steady states, which are searched for everywhere: as plain_form; with all velocities where a frame
// is turned by a quaternion, of which now one velocity and now another depends on the other three.
const Formulation& form_of_search(const System& system);

// All velocities in the place of equations that fail for this reason, or divide by this; nothing where
// these have all of them, are of another principle, or all velocities do not apply.
std::optional<FormChoice> form_without_chart(const System& system, const Equations& equations,
                                             FormChoice::Why why, const Sentence& reason);

}  // namespace rattleback
