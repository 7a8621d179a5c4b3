#include "exact/simplify.hpp"

#include <fmt/format.h>

#include <memory>

#include "app/commands.hpp"
#include "app/formula.hpp"

namespace rattleback {

Action declare_simplify(Arguments& arguments) {
    struct Given {
        std::string formula;
        FormulaOptions options;
    };
    auto given = std::make_shared<Given>();
    arguments.word("FORMULA", given->formula, "What to simplify");
    add_writing_option(arguments, given->options);
    add_function_option(arguments, given->options);
    return [given] {
        const Expr simple = simplify(read_formula(given->formula, given->options));
        fmt::print("{}\n", write(simple, given->options));
        return 0;
    };
}

}  // namespace rattleback
