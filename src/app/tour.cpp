// The short tour: Zampieri's skate, from its Lagrangian to a proof that the cycloid is its motion, to
// vakonomic motion, to a page of all of it.
#include <fmt/format.h>

#include <filesystem>

#include "app/command_line.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "app/settings.hpp"
#include "expr/print_text.hpp"
#include "expr/sentence_error.hpp"
#include "rattleback/api.hpp"
#include "study/gather_report.hpp"
#include "writing/written_equations.hpp"

namespace rattleback {
namespace {

void show_model(const System& skate) {
    say("1. A model: coordinates, a Lagrangian and a constraint on the velocities. Primes are time "
        "derivatives, numbers are exact.\n     {}\n     L = {}\n",
        title_of(skate.description), to_text(skate.lagrangian));
    for (const Constraint& c : skate.constraints)
        say("     {}: {} = 0\n", c.name, to_text(c.expression));
}

void show_equations(const Equations& equations) {
    say("\n2. Its equations of motion without multipliers, and the reaction of the blade:\n");
    const WrittenEquations written = write_out(equations);
    for (const auto* group : {&written.kinematics, &written.dynamics, &written.reactions})
        for (const Equation& e : *group)
            say("     {:<5} = {}\n", to_text(e.left), to_text(e.right));
}

bool show_agreement(const Report& known) {
    const Agreement& found = known.agreement.agreement.value();
    std::string names;
    for (const FormAgreement& form : found.forms) names += (names.empty() ? "" : ", ") + form.form;
    say("\n3. The classical formulations {}\n     give the same accelerations as {}: {}.\n", names,
        found.reference, found.all_proved() ? "proved" : "NOT proved");
    return found.all_proved();
}

void show_section(const Report& known, std::string_view name) {
    for (const Section& section : known.findings)
        for (const Sentence& each : section.sentences)
            if (section.name == name) say("     {}\n", to_text(each));
}

bool show_findings(const Report& known) {
    say("\n4. What is conserved, and a closed form put into the equations:\n");
    show_section(known, "energy");
    for (const auto& [q, form] : known.system.expect)
        say("     {:<3} = {}\n", to_text(q), to_text(form));
    show_section(known, "closed form");
    return !known.failed();
}

// Runs what the user could have typed.
int show_command(const std::vector<std::string>& words, LongWork& work) {
    say("\n     $ rattleback {}\n\n", fmt::join(words, " "));
    finish_saying();
    return run_command(words, work);
}

bool show_other_principle(LongWork& work) {
    say("\n5. Vakonomic mechanics varies among the motions that satisfy the constraint. It begins "
        "like d'Alembert's, and goes elsewhere:\n");
    return show_command({"compare", "skate", "--until", "5"}, work) == 0;
}

bool show_report(LongWork& work) {
    say("\n6. All of this, with the motion, on one page:\n");
    try {
        const std::string file =
            (std::filesystem::temp_directory_path() / "rattleback_skate.html").string();
        if (show_command({"report", "skate", "--compare", "--quiet", "-o", file}, work) != 0)
            return false;
        say("     Open {} in a browser.\n", file);
        return true;
    } catch (const std::exception& error) {  // a full or foreign folder is no fault of the tour's
        say("     There is no page: {}\n", to_text(said_by(error)));
        return true;
    }
}

}  // namespace

int tour(LongWork& work) {
    const Report known = gather_report(described_model("skate"), {}, work.attention());
    say("Rattleback {}: an engine for nonholonomic mechanics. A short tour.\n\n", version());
    show_model(known.system);
    show_equations(known.run.value().equations);
    bool all_is_well = show_agreement(known);
    all_is_well = show_findings(known) && all_is_well;
    all_is_well = show_other_principle(work) && all_is_well;
    if (work.is_interrupted()) return interrupted();
    all_is_well = show_report(work) && all_is_well;
    if (work.is_interrupted()) return interrupted();
    say("\nNext: rattleback models, rattleback check parallel_points_spring, rattleback --help, "
        "and "
        "docs/tutorial.md.\n");
    return all_is_well ? 0 : 1;
}

}  // namespace rattleback
