// The polynomial and its derivative at θ by Horner, eight entries at a time:
//
//     change ← cₖ + θ·change ,   slope ← change + θ·slope ,   k = order … 1.
#include <llvm/IR/IRBuilder.h>

#include "compiled/llvm_jets.hpp"

namespace rattleback {
namespace {

constexpr std::uint64_t lanes = 8;

class Advance {
public:
    Advance(llvm::Module& module, const std::string& name, const JetProgram& program)
        : build_(module.getContext()),
          row_(program.row()),
          vector_(llvm::FixedVectorType::get(build_.getDoubleTy(), lanes)) {
        auto* type = llvm::FunctionType::get(build_.getVoidTy(),
                                             {build_.getInt8PtrTy(), build_.getInt8PtrTy()}, false);
        function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module);
        function_->addFnAttr(llvm::Attribute::NoUnwind);
        function_->addFnAttr("min-legal-vector-width", "512");
        function_->addFnAttr("prefer-vector-width", "512");
        build_.SetInsertPoint(block("entry"));
        llvm::Type* numbers = build_.getDoubleTy()->getPointerTo();
        coefficients_ = argument(0, numbers);
        change_ = argument(1, numbers);
        slope_ = argument(2, numbers);
        theta_ = build_.CreateVectorSplat(lanes, argument(3, build_.getDoubleTy()));
        order_ = argument(4, build_.getInt64Ty());
    }

    void run(std::size_t size) {
        for (std::uint64_t first = 0; first < size; first += lanes) entries(first);
        build_.CreateRetVoid();
    }

private:
    using Value = llvm::Value;

    llvm::BasicBlock* block(const char* name) {
        return llvm::BasicBlock::Create(build_.getContext(), name, function_);
    }
    Value* argument(unsigned index, llvm::Type* type) {
        Value* place = build_.CreateBitCast(function_->getArg(1), type->getPointerTo());
        return build_.CreateLoad(type, build_.CreateConstGEP1_64(type, place, index));
    }
    Value* pack_at(Value* base, Value* index) {
        Value* place = build_.CreateInBoundsGEP(build_.getDoubleTy(), base, index);
        return build_.CreateBitCast(place, vector_->getPointerTo());
    }
    Value* fma(Value* a, Value* b, Value* c) {
        return build_.CreateIntrinsic(llvm::Intrinsic::fma, {vector_}, {a, b, c});
    }

    void entries(std::uint64_t first) {
        auto* before = build_.GetInsertBlock();
        auto* loop = block("order");
        auto* done = block("done");
        Value* zero = llvm::ConstantFP::get(vector_, 0);
        build_.CreateBr(loop);

        build_.SetInsertPoint(loop);
        llvm::PHINode* k = build_.CreatePHI(build_.getInt64Ty(), 2);
        llvm::PHINode* change = build_.CreatePHI(vector_, 2);
        llvm::PHINode* slope = build_.CreatePHI(vector_, 2);
        Value* index =
            build_.CreateAdd(build_.CreateMul(k, build_.getInt64(row_)), build_.getInt64(first));
        Value* c = build_.CreateAlignedLoad(vector_, pack_at(coefficients_, index), llvm::Align(8));
        Value* next_change = fma(theta_, change, c);
        Value* next_slope = fma(theta_, slope, next_change);
        Value* next = build_.CreateSub(k, build_.getInt64(1));
        k->addIncoming(order_, before);
        k->addIncoming(next, loop);
        change->addIncoming(zero, before);
        change->addIncoming(next_change, loop);
        slope->addIncoming(zero, before);
        slope->addIncoming(next_slope, loop);
        build_.CreateCondBr(build_.CreateICmpNE(next, build_.getInt64(0)), loop, done);

        build_.SetInsertPoint(done);
        Value* at = build_.getInt64(first);
        build_.CreateAlignedStore(build_.CreateFMul(theta_, next_change), pack_at(change_, at),
                                  llvm::Align(8));
        build_.CreateAlignedStore(next_slope, pack_at(slope_, at), llvm::Align(8));
    }

    llvm::IRBuilder<> build_;
    std::size_t row_;
    llvm::FixedVectorType* vector_;
    llvm::Function* function_ = nullptr;
    Value *coefficients_ = nullptr, *change_ = nullptr, *slope_ = nullptr, *theta_ = nullptr,
          *order_ = nullptr;
};

}  // namespace

void emit_advance(llvm::Module& module, const std::string& name, const JetProgram& program) {
    Advance(module, name, program).run(program.size);
}

}  // namespace rattleback
