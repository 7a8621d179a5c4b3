#include "compiled/llvm_jet_sums.hpp"

#include <algorithm>
#include <numeric>

namespace rattleback {
namespace {

constexpr std::size_t accumulators = 8;  // a power of two, which fits into registers

}  // namespace

unsigned jet_pack(const JetProgram& program, unsigned lanes_of_machine) {
    unsigned pack = 2;
    while (pack < lanes_of_machine && pack < program.sums.size()) pack *= 2;
    return pack;
}

JetSums::JetSums(LongFunction& code, const JetProgram& program, unsigned pack,
                 llvm::Value* workspace)
    : code_(code),
      build_(code.build()),
      sums_(program.sums.size()),
      pack_(pack),
      packs_((sums_ + pack - 1) / pack),
      half_(jet_sum_lanes(program)),
      row_(2 * half_),
      partial_(partial_sums(program)),
      vector_(llvm::FixedVectorType::get(build_.getDoubleTy(), pack)),
      align_(8 * pack),
      workspace_(workspace) {}

// From lane `first` of the row of order j.
llvm::Value* JetSums::row(Value* j, std::size_t first) {
    Value* index = build_.CreateMul(build_.CreateAdd(j, build_.getInt64(row_of_order(0))),
                                    build_.getInt64(row_));
    return build_.CreateInBoundsGEP(build_.getDoubleTy(), code_.here(workspace_),
                                    build_.CreateAdd(index, build_.getInt64(first)));
}

llvm::Value* JetSums::fma(Value* a, Value* b, Value* c) {
    return build_.CreateIntrinsic(llvm::Intrinsic::fma, {vector_}, {a, b, c});
}

// Pairs, pairs of these and so on: inserted one by one, each number would wait for those before.
std::vector<llvm::Value*> JetSums::packed(const std::vector<Value*>& numbers) {
    auto* pair = llvm::FixedVectorType::get(build_.getDoubleTy(), 2);
    std::vector<Value*> parts;
    for (std::size_t i = 0; i < packs_ * pack_; i += 2) {
        Value* part = llvm::ConstantFP::get(pair, 0);
        for (std::size_t k = 0; k < 2; ++k)
            if (i + k < sums_ && numbers[i + k] != nullptr)
                part = build_.CreateInsertElement(part, code_.here(numbers[i + k]), k);
        parts.push_back(part);
        code_.may_break();
    }
    for (unsigned width = 2; width < pack_; width *= 2) {
        llvm::SmallVector<int> both(2 * width);
        std::iota(both.begin(), both.end(), 0);
        std::vector<Value*> wider;
        for (std::size_t i = 0; i < parts.size(); i += 2) {
            wider.push_back(
                build_.CreateShuffleVector(code_.here(parts[i]), code_.here(parts[i + 1]), both));
            code_.may_break();
        }
        parts = std::move(wider);
    }
    return parts;
}

void JetSums::keep(const JetFactors& now, Value* k) {
    for (std::size_t i = 0; i < packs_; ++i) {
        build_.CreateAlignedStore(code_.here(now.a[i]), row(code_.here(k), i * pack_), align_);
        build_.CreateAlignedStore(code_.here(now.b[i]), row(code_.here(k), half_ + i * pack_),
                                  align_);
        code_.may_break();
    }
}

// What was known last, in the terms j = 1 and j = k−1, is added last.
void JetSums::compute(Value* k, const JetFactors& first, const JetFactors& before) {
    totals_.clear();
    const std::size_t together = accumulators / partial_;
    for (std::size_t from = 0; from < packs_; from += together) {
        for (Value* total : older(code_.here(k), from, std::min(packs_, from + together)))
            totals_.push_back(total);
        code_.may_break();
    }
    for (std::size_t i = 0; i < packs_; ++i) {
        Value* sum = fma(code_.here(before.a[i]), code_.here(first.b[i]), code_.here(totals_[i]));
        totals_[i] = fma(code_.here(first.a[i]), code_.here(before.b[i]), sum);
        code_.may_break();
    }
}

llvm::Value* JetSums::sum(std::size_t index) {
    return build_.CreateExtractElement(code_.here(totals_[index / pack_]), index % pack_);
}

// Σ aⱼ bₖ₋ⱼ over 2 ≤ j ≤ k−2, for some packs.
std::vector<llvm::Value*> JetSums::older(Value* k, std::size_t from, std::size_t to) {
    const std::size_t count = to - from;
    auto* before = build_.GetInsertBlock();
    auto* function = before->getParent();
    auto* head = llvm::BasicBlock::Create(build_.getContext(), "sums", function);
    auto* body = llvm::BasicBlock::Create(build_.getContext(), "four", function);
    auto* done = llvm::BasicBlock::Create(build_.getContext(), "summed", function);
    Value* first_b = row(build_.CreateSub(k, build_.getInt64(2)), half_ + from * pack_);
    Value* first_a = row(build_.getInt64(2), from * pack_);
    build_.CreateBr(head);

    build_.SetInsertPoint(head);
    llvm::PHINode* j = build_.CreatePHI(build_.getInt64Ty(), 2);
    llvm::PHINode* a = build_.CreatePHI(first_a->getType(), 2);
    llvm::PHINode* b = build_.CreatePHI(first_b->getType(), 2);
    j->addIncoming(build_.getInt64(2), before);
    a->addIncoming(first_a, before);
    b->addIncoming(first_b, before);
    std::vector<llvm::PHINode*> totals;
    for (std::size_t i = 0; i < count * partial_; ++i) {
        totals.push_back(build_.CreatePHI(vector_, 2));
        totals.back()->addIncoming(llvm::ConstantFP::get(vector_, 0), before);
    }
    Value* after_next = build_.CreateAdd(j, build_.getInt64(2));
    build_.CreateCondBr(build_.CreateICmpULE(after_next, k), body, done);

    build_.SetInsertPoint(body);
    std::vector<Value*> sums(totals.begin(), totals.end());
    const auto load = [&](Value* base, std::int64_t rows, std::size_t index) {
        const std::int64_t offset =
            rows * static_cast<std::int64_t>(row_) + static_cast<std::int64_t>(index * pack_);
        Value* place = build_.CreateConstGEP1_64(build_.getDoubleTy(), base,
                                                 static_cast<std::uint64_t>(offset));
        return build_.CreateAlignedLoad(vector_, place, align_);
    };
    for (std::size_t r = 0; r < jet_rows_at_a_time; ++r)
        for (std::size_t i = 0; i < count; ++i) {
            Value*& total = sums[i * partial_ + r % partial_];
            const auto rows = static_cast<std::int64_t>(r);
            total = fma(load(a, rows, i), load(b, -rows, i), total);
        }
    const std::int64_t turn = static_cast<std::int64_t>(jet_rows_at_a_time * row_);
    a->addIncoming(
        build_.CreateConstGEP1_64(build_.getDoubleTy(), a, static_cast<std::uint64_t>(turn)), body);
    b->addIncoming(
        build_.CreateConstGEP1_64(build_.getDoubleTy(), b, static_cast<std::uint64_t>(-turn)),
        body);
    j->addIncoming(build_.CreateAdd(j, build_.getInt64(jet_rows_at_a_time)), body);
    for (std::size_t i = 0; i < totals.size(); ++i) totals[i]->addIncoming(sums[i], body);
    build_.CreateBr(head);

    build_.SetInsertPoint(done);
    std::vector<Value*> result;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<Value*> parts(totals.begin() + static_cast<std::ptrdiff_t>(i * partial_),
                                  totals.begin() + static_cast<std::ptrdiff_t>((i + 1) * partial_));
        for (std::size_t half = partial_ / 2; half > 0; half /= 2)
            for (std::size_t r = 0; r < half; ++r)
                parts[r] = build_.CreateFAdd(parts[r], parts[r + half]);
        result.push_back(parts[0]);
    }
    return result;
}

}  // namespace rattleback
