#include "writing/proof_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exact/certify.hpp"
#include "expr/print_text.hpp"

namespace rattleback {
namespace {

// "x = 1/2, A(x) = x^2"
std::string witness_text(const ZeroTest& test) {
    std::vector<std::pair<Expr, Number>> values(test.witness.begin(), test.witness.end());
    std::sort(values.begin(), values.end());
    std::string text;
    for (const auto& [symbol, value] : values)
        text +=
            fmt::format("{}{} = {}", text.empty() ? "" : ", ", to_text(symbol), value.to_text());
    for (const auto& [application, concrete] : test.witness_functions)
        text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", to_text(application),
                            to_text(concrete));
    return text;
}

}  // namespace

std::string proof_text(const ZeroTest& test) {
    switch (test.verdict) {
        case Verdict::Zero: return "Proved: the two sides are equal wherever both are defined.\n";
        case Verdict::Certified:
            return fmt::format(
                "Certified: the two sides are equal wherever both are defined. No proof was found; "
                "they agree at random points of prime fields, which is false with a probability "
                "below {}.\n",
                probability_text(test.log_probability));
        case Verdict::NonZero:
            return fmt::format("Refuted: left minus right is {:.6g}{}.\n", test.value.midpoint,
                               test.witness.empty() ? "" : " at " + witness_text(test));
        case Verdict::Unknown: break;
    }
    std::string text = fmt::format("Unknown: {}.\n", to_text(test.reason));
    if (test.points > 0 && std::isfinite(test.largest))
        text += fmt::format(
            "At {} random points left minus right was at most {:.1e} in absolute value.\n",
            test.points, test.largest);
    return text;
}

}  // namespace rattleback
