#include "writing/comparison_text.hpp"

#include <fmt/format.h>

namespace rattleback {
namespace {

std::string excess_sentence(const Comparison& c) {
    std::string exceeded, not_exceeded;
    for (const Excess& e : c.excesses) {
        if (e.time)
            exceeded += fmt::format("{}{} at t = {:.4g}", exceeded.empty() ? "" : ", ", e.distance,
                                    *e.time);
        else
            not_exceeded +=
                fmt::format("{}{}", not_exceeded.empty() ? "" : " and not ", e.distance);
    }
    if (exceeded.empty()) return fmt::format("The distance does not exceed {}.", not_exceeded);
    return fmt::format("The distance exceeds {}{}.", exceeded,
                       not_exceeded.empty() ? "" : ", and does not exceed " + not_exceeded);
}

std::string growth_sentence(const Comparison& c) {
    if (!c.growth) return "At first it grows neither like a power of t nor like an exponential.";
    const Growth& g = *c.growth;
    const char* const t = g.until < g.from ? "|t|" : "t";
    const std::string law = g.law == Growth::Law::Power
                                ? fmt::format("{:.2g} {}^{:.1f}", g.factor, t, g.exponent)
                                : fmt::format("{:.2g} exp({:.2g} {})", g.factor, g.exponent, t);
    return fmt::format("From t = {:.3g} to {:.3g} it grows about like {}.", g.from, g.until, law);
}

}  // namespace

std::vector<std::string> comparison_sentences(const Comparison& comparison) {
    return {excess_sentence(comparison), growth_sentence(comparison),
            fmt::format("It is largest, {:.4g}, at t = {:.4g}.", comparison.largest.value,
                        comparison.largest.time)};
}

}  // namespace rattleback
