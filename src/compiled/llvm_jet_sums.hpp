// The sums S(a, b) of a jet program as code of LLVM, side by side in SIMD lanes.
//
// The lanes of jet_workspace.hpp are taken in packs, as wide as the machine's vectors. Factors are
// written there as they become known, so that S of all lanes of a pack is one multiplication of vectors per j, with no shuffling. Rows
// are put together in registers and written whole, as a vector that is read cannot come out of single
// doubles just written without a stall of the processor. The vectors in memory serve 2 ≤ j ≤ k−2, in
// fours, which depends on nothing recent and overlaps with the rules of the order before; the terms
// j = 1 and j = k−1 are added from registers, last.
#pragma once

#include <vector>

#include "compiled/jet_workspace.hpp"
#include "compiled/llvm_long_function.hpp"

namespace rattleback {

// How many lanes a pack has.
unsigned jet_pack(const JetProgram& program, unsigned lanes_of_machine);

// The factors of all sums at one order, in packs.
struct JetFactors {
    std::vector<llvm::Value*> a, b;
};

class JetSums {
public:
    JetSums(LongFunction& code, const JetProgram& program, unsigned pack, llvm::Value* workspace);

    // One number per sum, null for zero, as packs.
    std::vector<llvm::Value*> packed(const std::vector<llvm::Value*>& numbers);
    // Writes the factors of order k, which is at least 2.
    void keep(const JetFactors& now, llvm::Value* k);
    // Computes all sums of order k, from the factors of order 1 and of the order before and those
    // kept.
    void compute(llvm::Value* k, const JetFactors& first, const JetFactors& before);
    // One of those computed last, taken out of its pack where it is used: by way of memory it would be
    // known later.
    llvm::Value* sum(std::size_t index);

private:
    using Value = llvm::Value;

    Value* row(Value* j, std::size_t first);
    Value* fma(Value* a, Value* b, Value* c);
    std::vector<Value*> older(Value* k, std::size_t from, std::size_t to);

    LongFunction& code_;
    llvm::IRBuilder<>& build_;
    std::size_t sums_;
    unsigned pack_;
    std::size_t packs_, half_, row_, partial_;
    llvm::FixedVectorType* vector_;
    llvm::Align align_;
    Value* workspace_;
    std::vector<Value*> totals_;  // of each pack
};

}  // namespace rattleback
