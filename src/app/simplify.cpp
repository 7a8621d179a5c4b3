#include <memory>

#include "app/commands.hpp"
#include "app/formula.hpp"
#include "app/long_work.hpp"

namespace rattleback {

Action declare_simplify(Arguments& arguments) {
    auto given = std::make_shared<GivenFormula>();
    arguments.word("FORMULA", given->text, "What to simplify");
    add_writing_option(arguments, *given);
    add_function_option(arguments, *given);
    return [given](LongWork& work) {
        print_answer(simplify_formula(request_of(*given), work.attention()), *given);
        return 0;
    };
}

}  // namespace rattleback
