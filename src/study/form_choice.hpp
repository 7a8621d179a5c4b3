// The formulation in which a motion is computed where nobody says which.
//
// That is the normal form in auxiliary variables, whose state satisfies the constraints by
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
// the smallest state where it exists (plain_form, equations/formulations.hpp), and a power series takes all
// velocities, whose equations are the shortest.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "equations/formulations.hpp"
#include "expr/sentence.hpp"

namespace rattleback {

struct FormChoice {
    enum class Why : std::uint8_t { Asked, Principle, Default, DefaultRefuses, DefaultCosts };

    std::string name;
    Why why = Why::Asked;
    Sentence refusal = {};       // of the default, where it refuses
    std::size_t eliminated = 0;  // velocities that the default would eliminate, where that costs

    Sentence sentence() const;  // empty where it was asked for
};

// Throws DerivationError where no form applies.
FormChoice default_form(const System& system);

// The one that is asked for, or the default where the name is empty.
FormChoice chosen_form(const System& system, const std::string& name);

// With all velocities where that applies, else with the fewest.
const Formulation& form_of_series(const System& system);

std::vector<std::string_view> form_names();

// Throws RequestError, with the names that there are, where there is no formulation of this name.
void check_form_name(const std::string& name);

}  // namespace rattleback
