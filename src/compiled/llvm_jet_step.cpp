#include "compiled/llvm_jet_step.hpp"

#include <llvm/IR/IRBuilder.h>

#include <cstddef>
#include <limits>
#include <numeric>

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
          number_(build_.getDoubleTy()),
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
    Value* scalar(double x) { return llvm::ConstantFP::get(build_.getDoubleTy(), x); }
    Value* as_number(Value* integer) { return build_.CreateUIToFP(integer, build_.getDoubleTy()); }
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
    Value* subtract(Value* a, Value* b) { return build_.CreateFSub(a, b); }
    Value* mul(Value* a, Value* b) { return build_.CreateFMul(a, b); }
    Value* fma(Value* a, Value* b, Value* c) {
        return build_.CreateIntrinsic(llvm::Intrinsic::fma, {a->getType()}, {a, b, c});
    }
    Value* absolute(Value* a) { return build_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a); }
    // In halves: lanes i and i + 4, then i and i + 2, then both.
    Value* total(Value* vector) {
        for (int half = static_cast<int>(lanes / 2); half > 0; half /= 2) {
            llvm::SmallVector<int> low(static_cast<std::size_t>(half)), high(low.size());
            std::iota(low.begin(), low.end(), 0);
            std::iota(high.begin(), high.end(), half);
            vector = add(build_.CreateShuffleVector(vector, low),
                         build_.CreateShuffleVector(vector, high));
        }
        return build_.CreateExtractElement(vector, std::uint64_t{0});
    }

    Value* exponent(Value* sum, Value* k);
    Value* power_of_two(Value* exponent);

    struct Polynomial {
        Value *sum, *slope;
    };
    Polynomial horner(Value* theta, std::uint64_t first);

    llvm::IRBuilder<> build_;
    const JetProgram& program_;
    llvm::Type* number_;
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
    of_before = total(of_before), of_last = total(of_last);
    Value* k = as_number(order());
    Value* by_last = exponent(of_last, k);
    Value* by_before = exponent(of_before, add(k, scalar(-1)));
    Value* is_less = build_.CreateFCmpOLT(by_before, by_last);
    Value* theta = power_of_two(build_.CreateSelect(is_less, by_before, by_last));
    Value* both = add(of_before, of_last);
    Value* is_zero = build_.CreateFCmpOEQ(both, scalar(0));
    give(build_.CreateSelect(is_zero, scalar(std::numeric_limits<double>::infinity()), theta), 0);
    give(both, 1);
    build_.CreateRetVoid();
}

// log₂ of (mean of the squares)^(−1/2k).
llvm::Value* StepFunction::exponent(Value* sum, Value* k) {
    const double of_one = jet_powers::bits_of_one(program_.watched.size());
    Value* part = build_.CreateFDiv(scalar(-0.5), k);
    Value* bits = build_.CreateSIToFP(build_.CreateBitCast(sum, build_.getInt64Ty()), number_);
    return fma(bits, mul(part, scalar(jet_powers::unit)), mul(part, scalar(-of_one)));
}

// Of an exponent in the range of a double.
llvm::Value* StepFunction::power_of_two(Value* exponent) {
    const auto& [c0, c1, c2, c3] = jet_powers::cubic;
    Value* shifted = add(exponent, scalar(jet_powers::to_integer));
    Value* rest = subtract(exponent, add(shifted, scalar(-jet_powers::to_integer)));
    Value* upper = fma(rest, scalar(c3), scalar(c2));
    Value* lower = fma(rest, scalar(c1), scalar(c0));
    Value* power = fma(mul(rest, rest), upper, lower);
    auto* integer = build_.getInt64Ty();
    Value* n = build_.CreateShl(build_.CreateBitCast(shifted, integer), 52);
    Value* bits = build_.CreateAdd(build_.CreateBitCast(power, integer), n);
    return build_.CreateBitCast(bits, number_);
}

// Σ_{k>0} cₖ θᵏ⁻¹ and Σ_{k>0} k cₖ θᵏ⁻¹, by Horner in θ²: terms of even and of odd order do not wait
// for each other.
StepFunction::Polynomial StepFunction::horner(Value* theta, std::uint64_t first) {
    Value* coefficients = pointer(offsetof(JetStep, coefficients));
    Value* row = build_.getInt64(program_.row());
    Value* squared = mul(theta, theta);
    // An odd last term stands alone.
    Value* is_odd = build_.CreateTrunc(order(), build_.getInt1Ty());
    Value* even = build_.CreateAnd(order(), ~std::uint64_t{1});
    Value* top = load(coefficients, build_.CreateMul(order(), row), first);
    top = build_.CreateSelect(is_odd, top, constant(0));
    Value* top_slope = mul(splat(as_number(order())), top);
    auto* before = build_.GetInsertBlock();
    auto* loop = block("orders");
    auto* done = block("done");
    build_.CreateBr(loop);

    build_.SetInsertPoint(loop);
    const auto carried = [&](Value* start) {
        llvm::PHINode* value = build_.CreatePHI(start->getType(), 2);
        value->addIncoming(start, before);
        return value;
    };
    llvm::PHINode *k = carried(even), *of_even = carried(constant(0)), *of_odd = carried(top),
                  *even_slope = carried(constant(0)), *odd_slope = carried(top_slope);
    Value* at_even = load(coefficients, build_.CreateMul(k, row), first);
    Value* below = build_.CreateSub(k, build_.getInt64(1));
    Value* at_odd = load(coefficients, build_.CreateMul(below, row), first);
    const auto add_term = [&](llvm::PHINode* total, Value* term) {
        Value* next = fma(squared, total, term);
        total->addIncoming(next, loop);
        return next;
    };
    Value* next_even = add_term(of_even, at_even);
    Value* next_odd = add_term(of_odd, at_odd);
    Value* next_even_slope = add_term(even_slope, mul(splat(as_number(k)), at_even));
    Value* next_odd_slope = add_term(odd_slope, mul(splat(as_number(below)), at_odd));
    Value* next = build_.CreateSub(k, build_.getInt64(2));
    k->addIncoming(next, loop);
    build_.CreateCondBr(build_.CreateICmpNE(next, build_.getInt64(0)), loop, done);
    build_.SetInsertPoint(done);
    return {fma(theta, next_even, next_odd), fma(theta, next_even_slope, next_odd_slope)};
}

void StepFunction::advance() {
    Value* theta = number(offsetof(JetStep, theta));
    Value* y = pointer(offsetof(JetStep, coefficients));
    Value* carry = pointer(offsetof(JetStep, carry));
    Value* lost = pointer(offsetof(JetStep, lost));
    Value* end = pointer(offsetof(JetStep, end));
    Value* slope = pointer(offsetof(JetStep, slope));
    for (std::uint64_t first = 0; first < program_.size; first += lanes) {
        const Polynomial p = horner(theta, first);
        Value* from = load(y, first);
        Value* change = add(mul(theta, p.sum), load(carry, first));
        Value* to = add(from, change);
        Value* back = subtract(to, from);
        store(to, end, first);
        store(add(subtract(from, subtract(to, back)), subtract(change, back)), lost, first);
        store(p.slope, slope, first);
    }
    build_.CreateRetVoid();
}

void StepFunction::verify() {
    Value* theta = number(offsetof(JetStep, theta));
    Value* h = number(offsetof(JetStep, h));
    Value* rtol = number(offsetof(JetStep, rtol));
    Value* atol = pointer(offsetof(JetStep, atol));
    Value* terms = as_number(build_.CreateAdd(order(), build_.getInt64(1)));
    Value* weight = build_.CreateFDiv(constant(1), splat(terms));
    Value* holds = nullptr;
    for (std::uint64_t first = 0; first < program_.size; first += lanes) {
        Value* step = mul(h, load(pointer(offsetof(JetStep, rate)), first));
        Value* moved = absolute(step);
        Value* size = absolute(load(pointer(offsetof(JetStep, end)), first));
        Value* defect = subtract(mul(theta, load(pointer(offsetof(JetStep, slope)), first)), step);
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
