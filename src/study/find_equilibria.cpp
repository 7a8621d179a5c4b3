#include "study/find_equilibria.hpp"

#include "base/interruption.hpp"
#include "structure/run_branch.hpp"
#include "study/changed_model.hpp"
#include "study/parts_of_work.hpp"

namespace rattleback {

Equilibria find_equilibria(const Description& description, const EquilibriaRequest& request,
                           const Attention& attention) {
    require_functions(description);
    require_no_tables(description);
    const StopScope scope(attention.stop);
    const auto [system, notes] = understood(build(description));
    Equilibria result = equilibria(
        system,
        {.tries = request.tries, .seed = request.seed, .keep_going = keep_going(attention)});
    result.notes.insert(result.notes.end(), notes.begin(), notes.end());
    return result;
}

}  // namespace rattleback
