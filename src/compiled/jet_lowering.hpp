// From a tape to its jets, value by value: what jet_rules.cpp writes its rules with.
//
// Each place of the tape is a series, or fixed when it depends on parameters only. Values at t₀ are
// kept as values of a TapeBuilder, so that the tape of the start is made like every other.
#pragma once

#include <array>
#include <map>
#include <optional>

#include "compiled/jet_program.hpp"
#include "compiled/tape_builder.hpp"

namespace rattleback {

// A value of the tape: what it is at t₀, and beyond that a multiple of a series, unless it is fixed.
// So −x, 2x/m, x + 1 and |x| need no series of their own.
struct Jet {
    Value start;
    std::optional<std::uint32_t> series = {};
    std::optional<Value> multiple = {};  // nothing: once
    bool is_fixed() const { return !series; }
};

class JetLowering {
public:
    explicit JetLowering(const RateFormulas& f);

    // The outputs of a tape, whose inputs are those of f and then `more`.
    std::vector<Jet> append(const Tape& tape, const std::vector<Jet>& more);
    // A series that equations solved in numbers give; they follow.
    Jet unknown(std::size_t index);
    void solve(JetSolve equations) { program_.solve = std::move(equations); }

    JetProgram finish(std::span<const Jet> rates);

    TapeBuilder& start() { return start_; }
    const std::vector<Jet>& places() const { return places_; }  // of the tape that is appended

    // A series with this value at t₀; its rule is to follow.
    Jet series(Value start);
    // factor·a, with this value at t₀.
    Jet multiple(Value start, const Jet& a, Value factor);

    // sign·factor·aₖ, sign·factor·S(a, b) and sign·factor·S(ja, b)/k, none of them fixed.
    JetTerm term(const Jet& a, double sign = 1, std::optional<Value> factor = {});
    JetSumTerm sum(const Jet& a, const Jet& b, double sign = 1);
    JetSumTerm weighted_sum(const Jet& a, const Jet& b, double sign = 1,
                            std::optional<Value> factor = {});
    JetScale scale(Value value, double constant = 1);
    void rule(const Jet& jet, std::vector<JetTerm> terms, std::vector<JetSumTerm> sums = {},
              JetScale factor = {});
    void kink(const Jet& argument);                       // of |x|
    void kink(const Jet& argument, const Jet& negative);  // of atan2
    Value side();                                         // of the next |x|

    // Sines, say, are made with their cosines; who asks for the other later gets the same. By the
    // operation and the index of the argument at t₀.
    std::map<std::pair<Op, std::uint32_t>, Jet>& made() { return made_; }
    // Equal values at t₀ are equal formulas, and have one series. By the index of the value.
    std::map<std::uint32_t, Jet>& known() { return known_; }

private:
    std::uint32_t output(Value value);
    std::uint32_t sum_of(const JetSum& wanted);
    JetScale scaled(double sign, std::optional<Value> a, std::optional<Value> b);
    Jet whole(const Jet& jet);
    std::uint32_t watch(const Jet& wanted);

    std::size_t inputs_, first_unknown_;  // of the start
    TapeBuilder start_;
    std::vector<Jet> given_;                            // the inputs of f
    std::vector<Jet> places_;                           // of the tape that is appended
    std::vector<Value> outputs_;                        // of the start
    std::map<std::uint32_t, std::uint32_t> output_of_;  // by the index of the value
    std::map<std::array<std::uint32_t, 3>, std::uint32_t> sums_;
    std::map<std::pair<Op, std::uint32_t>, Jet> made_;
    std::map<std::uint32_t, Jet> known_;
    JetProgram program_;
};

// The solution of the equations of f, given their matrix by rows and then the right side.
std::vector<Jet> jets_of_solution(JetLowering& lowering, std::span<const Jet> equations,
                                  const RateFormulas& f);

// The jet of one instruction; `place` is its own, and its operands have theirs already.
Jet jet_of(JetLowering& lowering, const Tape& f, Place place);

}  // namespace rattleback
