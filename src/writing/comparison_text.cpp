#include "writing/comparison_text.hpp"

#include <fmt/format.h>

#include "expr/decimal.hpp"
#include "expr/functions.hpp"

namespace rattleback {
namespace {

Sentence excess_sentence(const Comparison& c) {
    const Sentence scale =
        c.scale == c.size
            ? sentence("The first motion comes {:.4g} far from its start", c.size)
            : sentence("The first motion stays where it is, and the other comes {:.4g} far",
                       c.scale);
    Sentences exceeded, not_exceeded;
    for (const Excess& e : c.excesses) {
        if (e.time)
            exceeded.push_back(sentence("{}{} at {}", e.part, exceeded.empty() ? " of that" : "",
                                        time_is(*e.time, 4)));
        else
            not_exceeded.push_back(sentence("{}", e.part));
    }
    const Sentence bounds = listed(not_exceeded, " and not ", " and not ");
    if (exceeded.empty())
        return sentence("{}; the distance does not exceed {} of that.", scale, bounds);
    return sentence("{}; the distance exceeds {}{}.", scale, listed(exceeded, ", ", ", "),
                    bounds.empty() ? bounds : ", and does not exceed " + bounds);
}

// 0.016 t^4.1, or 0.016 exp(0.5 t).
Sentence law_of(const Growth& g) {
    const bool is_backward = g.until < g.from, is_power = g.law == Growth::Law::Power;
    const char* const t = is_backward ? "|t|" : "t";
    const Expr time = is_backward ? abs(symbol("t")) : symbol("t");
    const std::string factor = fmt::format("{:.2g}", g.factor);
    const std::string number =
        is_power ? fmt::format("{:.1f}", g.exponent) : fmt::format("{:.2g}", g.exponent);
    const Expr growing = is_power ? pow(time, decimal(number)) : exp(decimal(number) * time);
    return SentencePart{.sides = {decimal(factor) * growing},
                        .as_written = is_power ? fmt::format("{} {}^{}", factor, t, number)
                                               : fmt::format("{} exp({} {})", factor, number, t)};
}

Sentence growth_sentence(const Comparison& c) {
    if (!c.growth)
        return sentence("At first it grows neither like a power of {} nor like an exponential.",
                        symbol("t"));
    const Growth& g = *c.growth;
    return sentence("From {} to {:.3g} it grows about like {}.", time_is(g.from, 3), g.until,
                    law_of(g));
}

}  // namespace

Sentences comparison_sentences(const Comparison& comparison) {
    return {excess_sentence(comparison), growth_sentence(comparison),
            sentence("It is largest, {:.4g}, at {}.", comparison.largest.value,
                     time_is(comparison.largest.time, 4))};
}

}  // namespace rattleback
