#include "compiled/llvm_sincos.hpp"

#include <array>

namespace rattleback {
namespace {

class SinCos {
public:
    SinCos(llvm::IRBuilder<>& build, llvm::Value* x) : build_(build), type_(x->getType()) {
        reduce(x);
        z_ = mul(r_, r_);
        square_ = mul(z_, z_);
    }

    // S₁ to S₆ and C₁ to C₆ of fdlibm's k_sin.c and k_cos.c.
    llvm::Value* sine_of_rest() {
        llvm::Value* p = polynomial(
            {{8.33333333332248946124e-03, -1.98412698298579493134e-04, 2.75573137070700676789e-06,
              -2.50507602534068634195e-08, 1.58969099521155010221e-10}});
        llvm::Value* cube = mul(z_, r_);
        llvm::Value* inner = fma(neg(cube), p, mul(e_, number(0.5)));
        llvm::Value* outer = fma(z_, inner, neg(e_));
        return sub(r_, fma(cube, number(1.66666666666666324348e-01), outer));
    }

    llvm::Value* cosine_of_rest() {
        llvm::Value* p = polynomial(
            {{-1.38888888888741095749e-03, 2.48015872894767294178e-05, -2.75573143513906633035e-07,
              2.08757232129817482790e-09, -1.13596475577881948265e-11}});
        llvm::Value* tail = mul(z_, fma(z_, p, number(4.16666666666666019037e-02)));
        llvm::Value* half = mul(z_, number(0.5));
        llvm::Value* head = sub(number(1), half);
        llvm::Value* lost = sub(sub(number(1), head), half);
        llvm::Value* small = fma(z_, tail, fma(neg(r_), e_, lost));
        return build_.CreateFAdd(head, small);
    }

    // From the values at the rest to those at x.
    SinCosValues turned(llvm::Value* sine, llvm::Value* cosine) {
        llvm::Type* bits = quadrant_->getType();
        llvm::Value* odd =
            build_.CreateICmpNE(build_.CreateAnd(quadrant_, llvm::ConstantInt::get(bits, 1)),
                                llvm::ConstantInt::get(bits, 0));
        llvm::Value* next = build_.CreateAdd(quadrant_, llvm::ConstantInt::get(bits, 1));
        return {signed_by(quadrant_, build_.CreateSelect(odd, cosine, sine)),
                signed_by(next, build_.CreateSelect(odd, sine, cosine))};
    }

private:
    llvm::Value* number(double value) { return llvm::ConstantFP::get(type_, value); }
    llvm::Value* mul(llvm::Value* a, llvm::Value* b) { return build_.CreateFMul(a, b); }
    llvm::Value* sub(llvm::Value* a, llvm::Value* b) { return build_.CreateFSub(a, b); }
    llvm::Value* neg(llvm::Value* a) { return build_.CreateFNeg(a); }
    llvm::Value* fma(llvm::Value* a, llvm::Value* b, llvm::Value* c) {
        return build_.CreateIntrinsic(llvm::Intrinsic::fma, {type_}, {a, b, c});
    }

    void reduce(llvm::Value* x) {
        // Adding 1.5·2⁵² rounds to an integer and leaves it in the low bits of the sum.
        llvm::Value* const shift = number(0x1.8p52);
        llvm::Value* shifted = fma(x, number(0x1.45f306dc9c883p-1), shift);
        llvm::Type* bits = type_->getWithNewType(build_.getInt64Ty());
        quadrant_ = build_.CreateBitCast(shifted, bits);
        llvm::Value* k = sub(shifted, shift);
        llvm::Value* first = fma(k, number(-0x1.921fb54442d18p+0), x);
        llvm::Value* second = number(-0x1.1a62633100000p-54);
        r_ = fma(k, second, first);
        e_ = fma(k, number(-0x1.1701b839a2520p-88), fma(k, second, sub(first, r_)));
    }

    // Σ cᵢ zⁱ as (c₀ + c₁z) + z²((c₂ + c₃z) + z²c₄), of which the parts run side by side.
    llvm::Value* polynomial(const std::array<double, 5>& c) {
        llvm::Value* low = fma(z_, number(c[1]), number(c[0]));
        llvm::Value* middle = fma(z_, number(c[3]), number(c[2]));
        return fma(square_, fma(square_, number(c[4]), middle), low);
    }

    // −value where bit 1 of the quadrant is set.
    llvm::Value* signed_by(llvm::Value* quadrant, llvm::Value* value) {
        llvm::Type* bits = quadrant->getType();
        llvm::Value* sign =
            build_.CreateAnd(build_.CreateShl(quadrant, llvm::ConstantInt::get(bits, 62)),
                             llvm::ConstantInt::get(bits, std::uint64_t{1} << 63U));
        return build_.CreateBitCast(build_.CreateXor(build_.CreateBitCast(value, bits), sign),
                                    type_);
    }

    llvm::IRBuilder<>& build_;
    llvm::Type* type_;
    llvm::Value *r_ = nullptr, *e_ = nullptr, *z_ = nullptr, *square_ = nullptr;
    llvm::Value* quadrant_ = nullptr;
};

}  // namespace

SinCosValues emit_sincos(llvm::IRBuilder<>& build, llvm::Value* x) {
    SinCos emitted(build, x);
    llvm::Value* sine = emitted.sine_of_rest();
    llvm::Value* cosine = emitted.cosine_of_rest();
    return emitted.turned(sine, cosine);
}

}  // namespace rattleback
