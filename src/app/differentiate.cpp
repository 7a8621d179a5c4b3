#include <fmt/format.h>

#include <memory>

#include "app/commands.hpp"
#include "app/formula.hpp"
#include "app/usage.hpp"
#include "exact/simplify.hpp"
#include "expr/derivative.hpp"
#include "expr/parse.hpp"

namespace rattleback {

Action declare_differentiate(Arguments& arguments) {
    struct Given {
        std::string formula, by;
        FormulaOptions options;
    };
    auto given = std::make_shared<Given>();
    arguments.word("FORMULA", given->formula, "What to differentiate");
    arguments.option("--by", given->by, "The symbol: x, or x' for a velocity",
                     {.name = "SYMBOL", .is_needed = true});
    add_writing_option(arguments, given->options);
    add_function_option(arguments, given->options);
    return [given] {
        const Expr by = parse({.text = given->by, .file = "--by"});
        if (!by.is_symbol())
            throw UsageError(
                fmt::format("--by takes a symbol such as x or x', not '{}'", given->by));
        const Expr formula = read_formula(given->formula, given->options);
        fmt::print("{}\n", write(simplify(derivative(formula, by)), given->options));
        return 0;
    };
}

}  // namespace rattleback
