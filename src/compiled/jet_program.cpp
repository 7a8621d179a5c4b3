#include "compiled/jet_program.hpp"

#include <algorithm>
#include <cmath>

#include "compiled/jet_lateness.hpp"
#include "compiled/jet_lowering.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

bool reads(const Tape& f, Place place) {
    const auto is_read_by = [&](const Instruction& i) {
        const int n = operands(i.op);
        return i.a == place || (n > 1 && i.b == place) || (n > 2 && i.c == place);
    };
    return std::ranges::any_of(f.instructions, is_read_by) ||
           std::ranges::find(f.outputs, place) != f.outputs.end();
}

std::size_t inputs_of(const RateFormulas& f) { return f.rates.inputs.size() - f.unknowns; }

// Those of f, a side for every |x| and sign x, under names that no formula can have, and what is
// solved for in numbers.
ExprVector start_inputs(const RateFormulas& f) {
    const auto of_f = f.rates.inputs.begin() + static_cast<std::ptrdiff_t>(inputs_of(f));
    ExprVector inputs(f.rates.inputs.begin(), of_f);
    for (const Tape* tape : {&f.equations, &f.rates})
        for (const Instruction& step : tape->instructions)
            if (step.op == Op::Abs || step.op == Op::Sign)
                inputs.push_back(symbol("side " + std::to_string(inputs.size())));
    if (!f.signs) inputs.insert(inputs.end(), of_f, f.rates.inputs.end());
    return inputs;
}

}  // namespace

JetLowering::JetLowering(const RateFormulas& f)
    : inputs_(inputs_of(f)),
      first_unknown_(start_inputs(f).size() - f.unknowns),
      start_(start_inputs(f)) {
    const std::size_t n = f.rates.outputs.size();
    if (inputs_ < n + 1)
        throw NumericalError(
            "Taylor series need a right-hand side whose inputs are the state, the time and the "
            "parameters, in this order.");
    program_.size = n;
    program_.first_side = inputs_;
    outputs_.resize(n);  // for f
    for (Place i = 0; i < inputs_; ++i) {
        const bool depends = i == n && (reads(f.equations, i) || reads(f.rates, i));
        given_.push_back(i < n || depends ? series({i}) : Jet{{i}});
        if (i < n) program_.watched.push_back(i);
    }
}

std::vector<Jet> JetLowering::append(const Tape& tape, const std::vector<Jet>& more) {
    places_ = given_;
    places_.insert(places_.end(), more.begin(), more.end());
    for (const double constant : tape.constants) places_.push_back({start_.constant(constant)});
    for (std::size_t i = 0; i < tape.instructions.size(); ++i)
        places_.push_back(jet_of(*this, tape, static_cast<Place>(places_.size())));
    std::vector<Jet> result;
    for (const Place place : tape.outputs) result.push_back(places_[place]);
    return result;
}

Jet JetLowering::unknown(std::size_t index) {
    return series({static_cast<std::uint32_t>(first_unknown_ + index)});
}

Jet JetLowering::series(Value start) {
    program_.values.push_back(output(start));
    return {start, static_cast<std::uint32_t>(program_.values.size() - 1)};
}

std::uint32_t JetLowering::output(Value value) {
    const auto next = static_cast<std::uint32_t>(outputs_.size());
    const auto [it, is_new] = output_of_.try_emplace(value.index, next);
    if (is_new) outputs_.push_back(value);
    return it->second;
}

Jet JetLowering::multiple(Value start, const Jet& a, Value factor) {
    return {start, a.series, a.multiple ? start_.multiply(*a.multiple, factor) : factor};
}

JetScale JetLowering::scale(Value value, double constant) {
    if (start_.is_constant(value)) return {constant * start_.value(value)};
    const double size = std::abs(constant);
    if (size != 1) value = start_.multiply(start_.constant(size), value);
    return {constant < 0 ? -1.0 : 1.0, output(value)};
}

JetScale JetLowering::scaled(double sign, std::optional<Value> a, std::optional<Value> b) {
    if (a && b) return scale(start_.multiply(*a, *b), sign);
    if (a || b) return scale(a ? *a : *b, sign);
    return {sign};
}

std::uint32_t JetLowering::sum_of(const JetSum& wanted) {
    const auto next = static_cast<std::uint32_t>(program_.sums.size());
    const auto [it, is_new] = sums_.try_emplace(
        {wanted.a.series, wanted.b.series, std::uint32_t{wanted.a.weighted}}, next);
    if (is_new) program_.sums.push_back(wanted);
    return it->second;
}

JetTerm JetLowering::term(const Jet& a, double sign, std::optional<Value> factor) {
    return {scaled(sign, a.multiple, factor), *a.series};
}

JetSumTerm JetLowering::sum(const Jet& a, const Jet& b, double sign) {
    const auto [first, second] = std::minmax(*a.series, *b.series);
    return {scaled(sign, a.multiple, b.multiple), sum_of({{first}, {second}}), false};
}

JetSumTerm JetLowering::weighted_sum(const Jet& a, const Jet& b, double sign,
                                     std::optional<Value> factor) {
    const std::optional<Value> both = a.multiple && b.multiple
                                          ? start_.multiply(*a.multiple, *b.multiple)
                                          : (a.multiple ? a.multiple : b.multiple);
    return {scaled(sign, both, factor), sum_of({{*a.series, true}, {*b.series}}), true};
}

void JetLowering::rule(const Jet& jet, std::vector<JetTerm> terms, std::vector<JetSumTerm> sums,
                       JetScale factor) {
    program_.rules.push_back({*jet.series, std::move(terms), std::move(sums), factor});
}

// A jet that is its series, also at t₀.
Jet JetLowering::whole(const Jet& jet) {
    if (!jet.multiple && outputs_[program_.values[*jet.series]] == jet.start) return jet;
    const Jet own = series(jet.start);
    rule(own, {term(jet)});
    return own;
}

std::uint32_t JetLowering::watch(const Jet& wanted) {
    const Jet jet = whole(wanted);
    auto& watched = program_.watched;
    const auto known = std::ranges::find(watched, *jet.series);
    const auto index = static_cast<std::uint32_t>(known - watched.begin());
    if (known == watched.end()) watched.push_back(*jet.series);
    return index;
}

void JetLowering::kink(const Jet& argument) {
    const auto after_sides = program_.kinks.begin() + static_cast<std::ptrdiff_t>(program_.sides);
    program_.kinks.insert(after_sides, {watch(argument)});
    ++program_.sides;
}

void JetLowering::kink(const Jet& argument, const Jet& negative) {
    JetKink kink{watch(argument)};
    if (!negative.is_fixed()) kink.negative = watch(negative);
    program_.kinks.push_back(kink);
}

Value JetLowering::side() { return {static_cast<std::uint32_t>(inputs_ + program_.sides)}; }

JetProgram JetLowering::finish(std::span<const Jet> rates) {
    JetProgram result = std::move(program_);
    for (std::uint32_t i = 0; i < result.size; ++i) {
        const Jet& rate = rates[i];
        JetRate& made = result.rates.emplace_back();
        made.start = i;
        outputs_[i] = rate.start;
        if (rate.is_fixed()) continue;
        made.series = *rate.series;
        made.scale = scaled(1, rate.multiple, {});
    }
    const bool depends_on_time = !given_[result.size].is_fixed();
    if (depends_on_time) result.rates.push_back({output(start_.constant(1))});
    result.start = start_.finish(outputs_);
    result = arranged(std::move(result));
    result.rows = jet_rows(result);
    return result;
}

JetProgram jet_program(const RateFormulas& f) {
    JetLowering lowering(f);
    std::vector<Jet> unknowns;
    if (f.unknowns > 0) unknowns = jets_of_solution(lowering, lowering.append(f.equations, {}), f);
    return lowering.finish(lowering.append(f.rates, unknowns));
}

}  // namespace rattleback
