// A jet program as a function of LLVM: a loop over the order, with the sums of one order side by side
// in SIMD lanes.
//
//     void name(const JetProgram* program, const JetArguments* arguments)
//
// Each sum S(a, b) has a lane, in one of several packs of lanes; its factors are written there as
// they become known, a_j to row j of the left half and b_j of the right:
//
//     row j:   a of pack 1 | a of pack 2 | … | b of pack 1 | b of pack 2 | …
//
// so that S of all lanes of a pack is one multiplication of vectors per j, with no shuffling. What
// was written last, in single doubles, cannot be read as a vector at once without a stall of the
// processor. So the vectors take 2 ≤ j ≤ k−2 only, in fours, which depends on nothing recent and
// overlaps with the rules of the order before; the terms j = 1 and j = k−1 are added lane by lane
// from registers. Rows at and below 1 stay zero: a last four may reach into them.
//
// Orders 1 and 2, where these sums are empty or have one term, stand before the loop. The rules are
// straight-line code, in which what is known late is added last.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

#include "compiled/jet_kernel.hpp"

namespace rattleback {

// How many lanes a pack has, and how many doubles the workspace must have for a given order. The
// workspace must be aligned to 64 bytes.
unsigned jet_pack(const JetProgram& program, unsigned lanes_of_machine);
std::size_t jet_workspace(const JetProgram& program, unsigned pack, std::size_t order);

void emit_jets(llvm::Module& module, const std::string& name, const JetProgram& program,
               unsigned pack);

}  // namespace rattleback
