#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "app/commands.hpp"
#include "app/formula.hpp"
#include "exact/certify.hpp"
#include "exact/is_zero.hpp"
#include "expr/print_text.hpp"

namespace rattleback {
namespace {

std::string described(const ZeroTest& test) {
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

int tell(const ZeroTest& test) {
    switch (test.verdict) {
        case Verdict::Zero:
            fmt::print("Proved: the two sides are equal wherever both are defined.\n");
            return 0;
        case Verdict::Certified:
            fmt::print(
                "Certified: the two sides are equal wherever both are defined. No proof was found; "
                "they agree at random points of prime fields, which is false with a probability "
                "below {}.\n",
                probability_text(test.log_probability));
            return 0;
        case Verdict::NonZero:
            fmt::print("Refuted: left minus right is {:.6g}", test.value.midpoint);
            fmt::print("{}.\n", test.witness.empty() ? "" : " at " + described(test));
            return 1;
        case Verdict::Unknown:
            fmt::print("Unknown: {}.\n", test.reason);
            if (test.points > 0 && std::isfinite(test.largest))
                fmt::print(
                    "At {} random points left minus right was at most {:.1e} in absolute value.\n",
                    test.points, test.largest);
            return 1;
    }
    return 1;
}

}  // namespace

Action declare_prove(Arguments& arguments) {
    struct Given {
        std::string equation;
        FormulaOptions options;
    };
    auto given = std::make_shared<Given>();
    arguments.word("EQUATION", given->equation, "Two formulas, as left = right");
    add_function_option(arguments, given->options);
    return [given] {
        const Equation equation = read_equation(given->equation, given->options);
        return tell(are_equal(equation.left, equation.right,
                              {.parts = parts_of_equation(given->equation, given->options)}));
    };
}

}  // namespace rattleback
