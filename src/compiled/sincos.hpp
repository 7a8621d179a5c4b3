// Sine and cosine without a branch or a table: one algorithm for numbers and for generated code.
//
// The argument is reduced to |r + e| ≤ π/4 by x = k·π/2 + r + e with π/2 in three parts (Cody and
// Waite): C₁ has 53 bits, and x − k·C₁ is exact with a fused multiply–add; C₂ has 33 bits, so that
// k·C₂ is exact for |k| < 2²⁰; C₃ has the next 53. What rounding x − k·C₁ − k·C₂ loses is kept in e.
// Both polynomials are those of Sun's fdlibm, of degree 13 and 14, with the correction for e; the
// quadrant k mod 4 swaps them and sets the signs. The error is below one unit in the last place for
// |x| < largest_angle; beyond it (and for infinities) the caller has to use something else. NaN gives
// NaN.
//
// What a Value is, and how it is reckoned with, says `Arithmetic`. Of the bits of a value it is asked
// for the next whole number, for a choice by the lowest bit, odd(bits, then, otherwise), and for the
// sign by the second, negated_by(bits, value). Doubles (interpreter.cpp) and code for doubles
// (llvm_sincos.cpp) give the same to the last bit.
#pragma once

#include <array>

namespace rattleback {

inline constexpr double largest_angle = 1e6;

template <typename Value>
struct SinCosOf {
    Value sine, cosine;
};

template <typename Arithmetic>
class SinCos {
public:
    using Value = typename Arithmetic::Value;
    using Bits = typename Arithmetic::Bits;

    SinCos(Arithmetic with, Value x) : with_(with) {
        reduce(x);
        z_ = with_.mul(r_, r_);
        square_ = with_.mul(z_, z_);
    }

    SinCosOf<Value> values() {
        const Value sine = sine_of_rest(), cosine = cosine_of_rest();
        return {with_.negated_by(quadrant_, with_.odd(quadrant_, cosine, sine)),
                with_.negated_by(with_.next(quadrant_), with_.odd(quadrant_, sine, cosine))};
    }

private:
    void reduce(Value x) {
        // Adding 1.5·2⁵² rounds to an integer and leaves it in the low bits of the sum.
        const Value shift = number(0x1.8p52);
        const Value shifted = fma(x, number(0x1.45f306dc9c883p-1), shift);
        quadrant_ = with_.bits(shifted);
        const Value k = sub(shifted, shift);
        const Value first = fma(k, number(-0x1.921fb54442d18p+0), x);
        const Value second = number(-0x1.1a62633100000p-54);
        r_ = fma(k, second, first);
        e_ = fma(k, number(-0x1.1701b839a2520p-88), fma(k, second, sub(first, r_)));
    }

    // S₁ to S₆ of fdlibm's k_sin.c.
    Value sine_of_rest() {
        const Value p = polynomial(
            {{8.33333333332248946124e-03, -1.98412698298579493134e-04, 2.75573137070700676789e-06,
              -2.50507602534068634195e-08, 1.58969099521155010221e-10}});
        const Value cube = mul(z_, r_);
        const Value inner = fma(with_.neg(cube), p, mul(e_, number(0.5)));
        const Value outer = fma(z_, inner, with_.neg(e_));
        return sub(r_, fma(cube, number(1.66666666666666324348e-01), outer));
    }

    // C₁ to C₆ of k_cos.c.
    Value cosine_of_rest() {
        const Value p = polynomial(
            {{-1.38888888888741095749e-03, 2.48015872894767294178e-05, -2.75573143513906633035e-07,
              2.08757232129817482790e-09, -1.13596475577881948265e-11}});
        const Value tail = mul(z_, fma(z_, p, number(4.16666666666666019037e-02)));
        const Value half = mul(z_, number(0.5));
        const Value head = sub(number(1), half);
        const Value lost = sub(sub(number(1), head), half);
        return with_.add(head, fma(z_, tail, fma(with_.neg(r_), e_, lost)));
    }

    // Σ cᵢ zⁱ as (c₀ + c₁z) + z²((c₂ + c₃z) + z²c₄), of which the parts run side by side.
    Value polynomial(const std::array<double, 5>& c) {
        const Value low = fma(z_, number(c[1]), number(c[0]));
        const Value middle = fma(z_, number(c[3]), number(c[2]));
        return fma(square_, fma(square_, number(c[4]), middle), low);
    }

    Value number(double value) { return with_.number(value); }
    Value mul(Value a, Value b) { return with_.mul(a, b); }
    Value sub(Value a, Value b) { return with_.sub(a, b); }
    Value fma(Value a, Value b, Value c) { return with_.fma(a, b, c); }

    Arithmetic with_;
    Value r_ = {}, e_ = {}, z_ = {}, square_ = {};
    Bits quadrant_ = {};
};

}  // namespace rattleback
