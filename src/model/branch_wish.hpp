// The branch of a constraint that is a product, where the model names it: a part of its start.
//
//     [[constraint]]
//     name     = "parallel"
//     equation = "(x'*cos(phi) + y'*sin(phi))*phi' = 0"
//     branch   = "phi' = 0"            # or 1, its number, or "gauss"
//
// is the initial value `parallel.branch`, as it is set from the command line and from C++, and stands
// among the initial values of a system under a symbol of this name: a number, or left − right of the
// equation, or the symbol `gauss`. With "gauss" a motion that starts on several branches takes the one
// with the least constraint. Whether there is such a branch is seen where the constraint is split
// (geometry/branches_beside.hpp); once it is, the wish is fulfilled and no longer among the values.
#pragma once

#include <optional>
#include <string>

#include "model/build_steps.hpp"

namespace rattleback {

enum class BranchBy : std::uint8_t { Number, Equation, Gauss };

struct BranchWish {
    BranchBy by;
    std::size_t number = 0;  // from 1
    Expr equation = {};      // to be zero
};

// As the model calls it: "constraint 2" where it has no name of its own.
std::string name_of_constraint(const Description& description, std::size_t i);

// The name of the initial value, and the constraint of such a name; nothing for other names.
std::string branch_name(const std::string& constraint);
std::optional<std::string> constraint_of_branch(const std::string& name);

// Reads the wish into the initial values. Throws ModelError where it cannot be one.
void read_branch(const Assignment& wish, const Vocabulary& names, System& system);

std::optional<BranchWish> branch_wish(const System& system, const Constraint& constraint);
void remove_branch_wish(System& system, const std::string& constraint);
// As the model wrote it.
const Written& written_wish(const System& system, const Constraint& constraint);

// Whether the model names anything of its state at the start.
bool names_its_start(const System& system);

}  // namespace rattleback
