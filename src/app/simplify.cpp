#include "exact/simplify.hpp"

#include <fmt/format.h>

#include <memory>

#include "app/commands.hpp"
#include "app/formula.hpp"

namespace rattleback {

Action declare_simplify(CLI::App& arguments) {
    struct Given {
        std::string formula;
        Form form = Form::Text;
    };
    auto given = std::make_shared<Given>();
    arguments.add_option("FORMULA", given->formula, "What to simplify")->required();
    add_form_option(arguments, given->form);
    return [given] {
        fmt::print("{}\n", write(simplify(read_formula(given->formula)), given->form));
        return 0;
    };
}

}  // namespace rattleback
