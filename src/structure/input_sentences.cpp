#include "structure/input_sentences.hpp"

#include <algorithm>
#include <array>

#include "exact/simplify.hpp"
#include "expr/input.hpp"
#include "model/input_table.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

Sentence what_it_is(const Input& each) {
    if (each.is_open)
        return sentence("The input {} is open, and 0 where nothing else is given.",
                        input(each.name));
    if (each.table) {
        static constexpr std::array kinds{"that is constant between", "with straight lines between",
                                          "with cubic splines between"};
        return sentence("The input {} is a table from {} to {}, {} its times.", input(each.name),
                        Equation{symbol("t"), floating(each.table->first())},
                        Equation{symbol("t"), floating(each.table->last())},
                        kinds.at(static_cast<std::size_t>(each.table->interpolation())));
    }
    return sentence("The input {}.", Equation{input(each.name), each.value});
}

Sentence dependence(const Input& each) {
    if (each.needed < 0) return "The motion does not depend on it.";
    if (each.needed == 0) return "The motion depends on it, and not on its derivatives.";
    return sentence("The motion, or the force of its drive, depends on it up to {}.",
                    input(each.name, each.needed));
}

Sentence of_drive(const Drive& drive) {
    const Expr name = input(drive.input);
    if (!drive.force)
        return sentence(
            "What the drive of {} exerts is not known: the model does not say how reactions act "
            "along it.",
            name);
    const Expr force = symbol("Q_" + drive.input);
    return sentence("Its drive exerts {}, and delivers the power {}.",
                    Equation{force, simplify(*drive.force)},
                    Equation{symbol("P_" + drive.input), force * drive.rate});
}

}  // namespace

Sentences input_sentences(const System& system) {
    Sentences result;
    for (const Input& each : system.inputs) {
        Sentence said = what_it_is(each) + " " + dependence(each);
        const auto drive = std::ranges::find(system.drives, each.name, &Drive::input);
        if (drive != system.drives.end()) said += " " + of_drive(*drive);
        result.push_back(std::move(said));
    }
    return result;
}

}  // namespace rattleback
