#include "compiled/llvm_sincos.hpp"

namespace rattleback {
namespace {

// Instructions for values of one type.
class Instructions {
public:
    using Value = llvm::Value*;
    using Bits = llvm::Value*;

    Instructions(llvm::IRBuilder<>& build, llvm::Type* type)
        : build_(&build), type_(type), bits_(type->getWithNewType(build.getInt64Ty())) {}

    Value number(double value) { return llvm::ConstantFP::get(type_, value); }
    Value add(Value a, Value b) { return build_->CreateFAdd(a, b); }
    Value sub(Value a, Value b) { return build_->CreateFSub(a, b); }
    Value mul(Value a, Value b) { return build_->CreateFMul(a, b); }
    Value neg(Value a) { return build_->CreateFNeg(a); }
    Value fma(Value a, Value b, Value c) {
        return build_->CreateIntrinsic(llvm::Intrinsic::fma, {type_}, {a, b, c});
    }

    Bits bits(Value a) { return build_->CreateBitCast(a, bits_); }
    Bits next(Bits a) { return build_->CreateAdd(a, whole(1)); }
    Value odd(Bits quadrant, Value then, Value otherwise) {
        Value is_odd = build_->CreateICmpNE(build_->CreateAnd(quadrant, whole(1)), whole(0));
        return build_->CreateSelect(is_odd, then, otherwise);
    }
    Value negated_by(Bits quadrant, Value value) {
        Value sign = build_->CreateAnd(build_->CreateShl(quadrant, whole(62)),
                                       whole(std::uint64_t{1} << 63U));
        return build_->CreateBitCast(build_->CreateXor(bits(value), sign), type_);
    }

private:
    Value whole(std::uint64_t value) { return llvm::ConstantInt::get(bits_, value); }

    llvm::IRBuilder<>* build_;
    llvm::Type *type_, *bits_;
};

}  // namespace

SinCosValues emit_sincos(llvm::IRBuilder<>& build, llvm::Value* x) {
    return SinCos(Instructions(build, x->getType()), x).values();
}

}  // namespace rattleback
