#include "compiled/tape.hpp"

#include <algorithm>
#include <bit>

#include "compiled/tape_builder.hpp"

namespace rattleback {

std::size_t Tape::operations() const {
    const auto pairs = std::count_if(instructions.begin(), instructions.end(),
                                     [](const auto& i) { return i.op == Op::PairedCosine; });
    return instructions.size() - static_cast<std::size_t>(pairs);
}

bool same_code(const Tape& a, const Tape& b) {
    const auto same_bits = [](double x, double y) {
        return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    };
    return a.inputs.size() == b.inputs.size() && a.outputs == b.outputs &&
           a.instructions == b.instructions &&
           std::equal(a.constants.begin(), a.constants.end(), b.constants.begin(),
                      b.constants.end(), same_bits);
}

std::uint64_t code_hash(const Tape& tape) {
    std::uint64_t h = tape.inputs.size();
    const auto mix = [&](std::uint64_t x) { h = (std::rotl(h, 23) ^ x) * 0x9E3779B97F4A7C15U; };
    for (const double c : tape.constants) mix(std::bit_cast<std::uint64_t>(c));
    for (const Instruction& i : tape.instructions) {
        mix(static_cast<std::uint64_t>(i.op));
        mix((std::uint64_t{i.a} << 32U) | i.b);
        mix(i.c);
    }
    for (const Place place : tape.outputs) mix(place);
    return h;
}

Tape record(std::span<const Expr> inputs, std::span<const Expr> outputs) {
    TapeBuilder builder(inputs);
    return builder.finish(builder.append(outputs));
}

}  // namespace rattleback
