#include "compiled/llvm_jet_step.hpp"

#include <llvm/IR/IRBuilder.h>

#include <cstddef>
#include <limits>

namespace rattleback {
namespace {

constexpr std::uint64_t lanes = 8;

// One function; a value is a vector of eight entries, numbers are the same in all of them.
class StepFunction {
public:
    using Value = llvm::Value;

    StepFunction(llvm::Module& module, const std::string& name, const JetProgram& program)
        : build_(module.getContext()),
          program_(program),
          vector_(llvm::FixedVectorType::get(build_.getDoubleTy(), lanes)) {
        auto* type = llvm::FunctionType::get(build_.getVoidTy(),
                                             {build_.getPtrTy(), build_.getPtrTy()}, false);
        function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module);
        function_->addFnAttr(llvm::Attribute::NoUnwind);
        function_->addFnAttr("min-legal-vector-width", "512");
        function_->addFnAttr("prefer-vector-width", "512");
        build_.SetInsertPoint(block("entry"));
    }

    void reach();
    void advance();
    void verify();

private:
    llvm::BasicBlock* block(const char* name) {
        return llvm::BasicBlock::Create(build_.getContext(), name, function_);
    }
    Value* member(std::size_t offset, llvm::Type* type) {
        Value* place = build_.CreateConstGEP1_64(build_.getInt8Ty(), function_->getArg(1), offset);
        return build_.CreateLoad(type, place);
    }
    Value* pointer(std::size_t offset) { return member(offset, build_.getPtrTy()); }
    Value* splat(Value* number) { return build_.CreateVectorSplat(lanes, number); }
    Value* number(std::size_t offset) { return splat(member(offset, build_.getDoubleTy())); }
    Value* constant(double x) { return llvm::ConstantFP::get(vector_, x); }
    Value* order() { return member(offsetof(JetStep, order), build_.getInt64Ty()); }

    Value* place(Value* base, Value* index, std::uint64_t first) {
        Value* at = build_.CreateAdd(index, build_.getInt64(first));
        return build_.CreateGEP(build_.getDoubleTy(), base, at);
    }
    Value* load(Value* base, std::uint64_t first) { return load(base, build_.getInt64(0), first); }
    Value* load(Value* base, Value* index, std::uint64_t first) {
        return build_.CreateAlignedLoad(vector_, place(base, index, first), llvm::Align(8));
    }
    void store(Value* value, Value* base, std::uint64_t first) {
        build_.CreateAlignedStore(value, place(base, build_.getInt64(0), first), llvm::Align(8));
    }
    void give(Value* value, std::uint64_t index) {
        Value* result = pointer(offsetof(JetStep, result));
        build_.CreateStore(value, build_.CreateConstGEP1_64(build_.getDoubleTy(), result, index));
    }

    Value* add(Value* a, Value* b) { return build_.CreateFAdd(a, b); }
    Value* mul(Value* a, Value* b) { return build_.CreateFMul(a, b); }
    Value* fma(Value* a, Value* b, Value* c) {
        return build_.CreateIntrinsic(llvm::Intrinsic::fma, {vector_}, {a, b, c});
    }
    Value* absolute(Value* a) { return build_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a); }
    Value* total(Value* vector) {
        auto* sum = build_.CreateFAddReduce(llvm::ConstantFP::get(build_.getDoubleTy(), 0), vector);
        sum->setHasAllowReassoc(true);  // in pairs, not one by one
        return sum;
    }

    struct Polynomial {
        Value *sum, *slope;
    };
    Polynomial horner(Value* theta, std::uint64_t first);

    llvm::IRBuilder<> build_;
    const JetProgram& program_;
    llvm::FixedVectorType* vector_;
    llvm::Function* function_ = nullptr;
};

void StepFunction::reach() {
    Value* y = pointer(offsetof(JetStep, coefficients));
    Value* row = build_.getInt64(program_.row());
    Value* last = build_.CreateMul(order(), row);
    Value* before = build_.CreateSub(last, row);
    Value* rtol = number(offsetof(JetStep, rtol));
    Value* atol = pointer(offsetof(JetStep, atol));
    Value *of_before = constant(0), *of_last = constant(0);
    for (std::uint64_t first = 0; first < program_.watched.size(); first += lanes) {
        Value* scale = fma(rtol, absolute(load(y, first)), load(atol, first));
        Value* weight = build_.CreateFDiv(constant(1), scale);
        Value* at_before = mul(load(y, before, first), weight);
        Value* at_last = mul(load(y, last, first), weight);
        of_before = fma(at_before, at_before, of_before);
        of_last = fma(at_last, at_last, of_last);
    }
    give(total(of_before), 0);
    give(total(of_last), 1);
    build_.CreateRetVoid();
}

// Σ_{k>0} cₖ θᵏ⁻¹ and its derivative after one more multiplication by θ.
StepFunction::Polynomial StepFunction::horner(Value* theta, std::uint64_t first) {
    Value* coefficients = pointer(offsetof(JetStep, coefficients));
    Value* begin = order();
    auto* before = build_.GetInsertBlock();
    auto* loop = block("order");
    auto* done = block("done");
    build_.CreateBr(loop);

    build_.SetInsertPoint(loop);
    llvm::PHINode* k = build_.CreatePHI(build_.getInt64Ty(), 2);
    llvm::PHINode* sum = build_.CreatePHI(vector_, 2);
    llvm::PHINode* slope = build_.CreatePHI(vector_, 2);
    Value* index = build_.CreateMul(k, build_.getInt64(program_.row()));
    Value* next_sum = fma(theta, sum, load(coefficients, index, first));
    Value* next_slope = fma(theta, slope, next_sum);
    Value* next = build_.CreateSub(k, build_.getInt64(1));
    k->addIncoming(begin, before);
    k->addIncoming(next, loop);
    sum->addIncoming(constant(0), before);
    sum->addIncoming(next_sum, loop);
    slope->addIncoming(constant(0), before);
    slope->addIncoming(next_slope, loop);
    build_.CreateCondBr(build_.CreateICmpNE(next, build_.getInt64(0)), loop, done);
    build_.SetInsertPoint(done);
    return {next_sum, next_slope};
}

void StepFunction::advance() {
    Value* theta = number(offsetof(JetStep, theta));
    Value* y = pointer(offsetof(JetStep, coefficients));
    Value* carry = pointer(offsetof(JetStep, carry));
    Value* change = pointer(offsetof(JetStep, change));
    Value* end = pointer(offsetof(JetStep, end));
    Value* slope = pointer(offsetof(JetStep, slope));
    for (std::uint64_t first = 0; first < program_.size; first += lanes) {
        const Polynomial p = horner(theta, first);
        Value* moved = add(mul(theta, p.sum), load(carry, first));
        store(moved, change, first);
        store(add(load(y, first), moved), end, first);
        store(p.slope, slope, first);
    }
    build_.CreateRetVoid();
}

void StepFunction::verify() {
    Value* theta = number(offsetof(JetStep, theta));
    Value* h = number(offsetof(JetStep, h));
    Value* rtol = number(offsetof(JetStep, rtol));
    Value* atol = pointer(offsetof(JetStep, atol));
    Value* terms =
        build_.CreateUIToFP(build_.CreateAdd(order(), build_.getInt64(1)), build_.getDoubleTy());
    Value* weight = build_.CreateFDiv(constant(1), splat(terms));
    Value* holds = nullptr;
    for (std::uint64_t first = 0; first < program_.size; first += lanes) {
        Value* step = mul(h, load(pointer(offsetof(JetStep, rate)), first));
        Value* moved = absolute(step);
        Value* size = absolute(load(pointer(offsetof(JetStep, end)), first));
        Value* defect =
            build_.CreateFSub(mul(theta, load(pointer(offsetof(JetStep, slope)), first)), step);
        Value* left_out = mul(weight, absolute(defect));
        Value* larger = build_.CreateSelect(build_.CreateFCmpOGT(moved, size), moved, size);
        Value* tolerance = mul(constant(10), fma(rtol, larger, load(atol, first)));
        Value* rounding = constant(100 * std::numeric_limits<double>::epsilon());
        Value* allowed = fma(rounding, add(size, moved), tolerance);
        Value* these = build_.CreateFCmpOLE(left_out, allowed);
        if (program_.size < first + lanes) {  // what is beyond the states holds
            llvm::SmallVector<llvm::Constant*, lanes> beyond;
            for (std::uint64_t i = 0; i < lanes; ++i)
                beyond.push_back(build_.getInt1(first + i >= program_.size));
            these = build_.CreateOr(these, llvm::ConstantVector::get(beyond));
        }
        holds = holds == nullptr ? these : build_.CreateAnd(holds, these);
    }
    Value* bits = build_.CreateBitCast(holds, build_.getIntNTy(lanes));
    Value* all = build_.CreateICmpEQ(bits, llvm::ConstantInt::getAllOnesValue(bits->getType()));
    give(build_.CreateUIToFP(all, build_.getDoubleTy()), 0);
    build_.CreateRetVoid();
}

}  // namespace

void emit_step_functions(llvm::Module& module, const std::string& name, const JetProgram& program) {
    StepFunction(module, name + "_reach", program).reach();
    StepFunction(module, name + "_advance", program).advance();
    StepFunction(module, name + "_verify", program).verify();
}

}  // namespace rattleback
