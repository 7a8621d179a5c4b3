#include <memory>

#include "app/commands.hpp"
#include "app/formula.hpp"
#include "app/long_work.hpp"

namespace rattleback {

Action declare_differentiate(Arguments& arguments) {
    struct Given {
        GivenFormula formula;
        std::string by;
    };
    auto given = std::make_shared<Given>();
    arguments.word("FORMULA", given->formula.text, "What to differentiate");
    arguments.option("--by", given->by, "The symbol: x, or x' for a velocity",
                     {.name = "SYMBOL", .is_needed = true});
    add_writing_option(arguments, given->formula);
    add_function_option(arguments, given->formula);
    return [given](LongWork& work) {
        const SourceText by{.text = given->by, .file = "--by"};
        print_answer(differentiate_formula(request_of(given->formula), by, work.attention()),
                     given->formula);
        return 0;
    };
}

}  // namespace rattleback
