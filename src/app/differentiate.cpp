#include <fmt/format.h>

#include <memory>

#include "app/commands.hpp"
#include "app/formula.hpp"
#include "exact/simplify.hpp"
#include "expr/derivative.hpp"
#include "expr/parse.hpp"

namespace rattleback {

Action declare_differentiate(CLI::App& arguments) {
    struct Given {
        std::string formula, by;
        Form form = Form::Text;
    };
    auto given = std::make_shared<Given>();
    arguments.add_option("FORMULA", given->formula, "What to differentiate")->required();
    arguments.add_option("--by", given->by, "The symbol: x, or x' for a velocity")->required();
    add_form_option(arguments, given->form);
    return [given] {
        const Expr by = parse(given->by);
        if (!by.is_symbol())
            throw CLI::ValidationError("--by",
                                       "'" + given->by + "' is not a symbol such as x or x'");
        fmt::print("{}\n",
                   write(simplify(derivative(read_formula(given->formula), by)), given->form));
        return 0;
    };
}

}  // namespace rattleback
