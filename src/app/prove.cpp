#include <memory>

#include "app/commands.hpp"
#include "app/formula.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "writing/proof_text.hpp"

namespace rattleback {

Action declare_prove(Arguments& arguments) {
    auto given = std::make_shared<GivenFormula>();
    arguments.word("EQUATION", given->text, "Two formulas, as left = right");
    add_function_option(arguments, *given);
    return [given](LongWork& work) {
        const EquationAnswer answer = prove_equation(request_of(*given), work.attention());
        tell_notes(answer.notes);
        say("{}", proof_text(answer.test));
        return answer.test.holds() ? 0 : 1;
    };
}

}  // namespace rattleback
