// The short tour: Zampieri's skate, from its Lagrangian to a proof that the cycloid is its motion.
#include <fmt/format.h>

#include "analysis/agreement.hpp"
#include "analysis/closed_forms.hpp"
#include "analysis/energy_balance.hpp"
#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "expr/print_text.hpp"
#include "report/written_equations.hpp"

namespace rattleback {
namespace {

void show_model(const System& skate) {
    fmt::print(
        "1. A model: coordinates, a Lagrangian and a constraint on the velocities. Primes are time "
        "derivatives, numbers are exact.\n     {}\n     L = {}\n",
        title_of(skate.description), to_text(skate.lagrangian));
    for (const Constraint& c : skate.constraints)
        fmt::print("     {}: {} = 0\n", c.name, to_text(c.expression));
}

void show_equations(const System& skate) {
    fmt::print(
        "\n2. Its equations of motion without multipliers, and the reaction of the blade:\n");
    const Equations equations = derive(skate, "benenti");
    const WrittenEquations written = write_out(equations);
    for (const auto* group : {&written.kinematics, &written.dynamics, &written.reactions})
        for (const Equation& e : *group)
            fmt::print("     {:<5} = {}\n", to_text(e.left), to_text(e.right));
}

bool show_agreement(const System& skate) {
    const Agreement found = agreement(skate);
    std::string names;
    for (const FormAgreement& form : found.forms) names += (names.empty() ? "" : ", ") + form.form;
    fmt::print("\n3. The classical formulations {}\n     give the same accelerations as {}: {}.\n",
               names, found.reference, found.all_proved() ? "proved" : "NOT proved");
    return found.all_proved();
}

bool show_findings(const System& skate) {
    fmt::print("\n4. What is conserved, and a closed form put into the equations:\n");
    for (const std::string& sentence : energy_balance(skate).sentences)
        fmt::print("     {}\n", sentence);
    for (const auto& [q, form] : skate.expect)
        fmt::print("     {:<3} = {}\n", to_text(q), to_text(form));
    const ClosedForms found = closed_forms(skate);
    for (const std::string& sentence : found.sentences) fmt::print("     {}\n", sentence);
    return found.hold == Answer::Yes;
}

}  // namespace

int tour() {
    const System skate = load_model("skate");
    fmt::print("Rattleback {}: an engine for nonholonomic mechanics. A short tour.\n\n",
               RATTLEBACK_VERSION);
    show_model(skate);
    show_equations(skate);
    const bool agree = show_agreement(skate), proved = show_findings(skate);
    fmt::print(
        "\nNext: rattleback check parallel_points_spring, rattleback derive skate --as latex, and "
        "rattleback --help.\n");
    return agree && proved ? 0 : 1;
}

}  // namespace rattleback
