// Taylor series along the solution of dy/dt = f(t, y), as recurrences over the order.
//
// Let w(t₀ + σθ) = Σ wₖ θᵏ be the series of a value of the tape of f in the scaled time θ. Whatever
// the function, wₖ follows from what is known by then through one rule (Moore 1966; Griewank and
// Walther 2008, ch. 13):
//
//     wₖ = factor · ( Σ scale·aₖ + Σ scale·S(a, b) [/k] ) ,      S(a, b) = Σ_{0<j<k} aⱼ bₖ₋ⱼ ,
//
// where scales and factors depend on the values at t₀ only, and a factor of S may be weighted: jaⱼ
// instead of aⱼ. A product is a₀bₖ + b₀aₖ + S(a, b); a quotient (aₖ − w₀bₖ − S(w, b))/b₀; a sine
// c₀aₖ + S(ja, c)/k with its cosine c; and so on, jet_rules.cpp has them all. The states close the
// circle: yₖ₊₁ = σ fₖ/(k+1).
//
// So a program is data: `start`, an ordinary tape that gives all values at t₀ and all scales; the
// sums S; the rules in the order in which they must be applied. The orders of S reach k−1 only: all
// sums of one order can be formed at once, side by side, before the first rule. Order p costs
// p²/2 multiplications per sum, not the exponential growth of symbolic derivatives.
//
// Who runs a program adds in one order, so that all give the same to the last bit. A rule: the sums that
// are divided by k, multiplied by 1/k together, then the other sums, then the terms, each as it stands
// here, by fused multiply-add, in several parts where they are many (jet_workspace.hpp); then the
// factor. A sum S(a, b): the products of 2 ≤ j ≤ k−2 by rising j, in m = partial_sums sums of every m-th
// product; of these the second half is added to the first until one is left; then a_{k−1} b₁, then
// a₁ b_{k−1}.
//
// The scale σ, the width of the step before, keeps the coefficients near the size of the state: near
// a singular point they would overflow without it.
//
// Linear equations M x = r have one more rule, for all xₖ at once:
//
//     M₀ xₖ = rₖ − Mₖ x₀ − Σ S(Mᵢⱼ, xⱼ) .
//
// Where the elimination is short it is part of the start, and what is left of it are rules without sums:
// two triangular solutions. Else M₀ is factored in numbers, once for all orders.
//
// |x| and the cut of atan2 are followed on the side where they are at t₀. Beyond a zero of a kink's
// argument the series is not that of f: who steps must stop there. Where the argument of |x| is zero
// at t₀ itself, one more input of `start` per |x| says which side to take: 1 or −1.
#pragma once

#include "compiled/jet_rows.hpp"
#include "compiled/rate_formulas.hpp"

namespace rattleback {

struct JetFactor {
    std::uint32_t series = 0;
    bool weighted = false;  // j·aⱼ
    friend bool operator==(const JetFactor&, const JetFactor&) = default;
};

// S(a, b)
struct JetSum {
    JetFactor a, b;
    friend bool operator==(const JetSum&, const JetSum&) = default;
};

// constant · start[place]; the constant alone where there is no place.
struct JetScale {
    static constexpr std::uint32_t nowhere = 0xFFFFFFFFU;
    double constant = 1;
    std::uint32_t place = nowhere;
    bool is_one() const { return place == nowhere && constant == 1; }
};

struct JetTerm {
    JetScale scale;
    std::uint32_t series = 0;
};

struct JetSumTerm {
    JetScale scale;
    std::uint32_t sum = 0;
    bool over_order = false;  // divided by k
};

struct JetRule {
    std::uint32_t series = 0;
    std::vector<JetTerm> terms;
    std::vector<JetSumTerm> sums;
    JetScale factor;
};

// What d(state)/dt is: at t₀ the value at a place of start, beyond it a multiple of a series, or zero
// where there is none.
struct JetRate {
    static constexpr std::uint32_t none = 0xFFFFFFFFU;
    std::uint32_t start = 0;
    std::uint32_t series = none;
    JetScale scale = {};
};

// f is not analytic where this series is zero and, for the cut of atan2, the other is negative. Both
// are counted among those watched.
struct JetKink {
    std::uint32_t argument = 0;
    std::uint32_t negative = JetScale::nowhere;
};

// Equations that are solved in numbers: M₀ xₖ = ρₖ.
struct JetSolve {
    Tape equations;                              // inputs: those of f; outputs: M by rows, then r
    std::vector<std::uint32_t> right, unknowns;  // series: ρ (nowhere: it is zero), and x
};

struct JetProgram {
    // Inputs: those of f, then the sides, then what is solved for in numbers; outputs: f, then all
    // places below.
    Tape start;
    std::size_t size = 0;  // of y, whose series come first; then t, where f depends on it
    // Of each series at t₀: its place in the outputs of start. Of one that no value has, but only
    // coefficients of higher orders, that of zero.
    std::vector<std::uint32_t> values;
    std::vector<JetRate> rates;  // of y and of t
    std::vector<JetSum> sums;
    std::vector<JetRule> rules;
    std::optional<JetSolve> solve;
    std::vector<JetKink> kinks;          // those of |x| first, in the order of their sides
    std::size_t sides = 0;               // how many of them
    std::size_t first_side = 0;          // among the inputs of start
    std::vector<std::uint32_t> watched;  // the series whose coefficients are given out, y first
    JetRows rows;                        // the same as flat arrays

    std::size_t series() const { return values.size(); }
    // Coefficients are given out in rows of this many, the last of which may be unused: vectors
    // then need no special end.
    std::size_t row() const { return (watched.size() + 7) / 8 * 8; }
    std::size_t places() const { return start.outputs.size(); }
    std::size_t unknowns() const { return solve ? solve->unknowns.size() : 0; }
};

// Few sums are formed in more parts, so that as many products as ever are on their way.
inline std::size_t partial_sums(const JetProgram& program) {
    return program.sums.size() <= 16 ? 4 : program.sums.size() <= 32 ? 2 : 1;
}

// The inputs of f are its states, as many as it has outputs, then the time, then any parameters.
// Throws NumericalError when there are too few inputs.
JetProgram jet_program(const RateFormulas& f);

}  // namespace rattleback
