// The model as mathematics.
#include <fmt/format.h>

#include <algorithm>

#include "expr/as_written.hpp"
#include "expr/input.hpp"
#include "model/branch_wish.hpp"
#include "page/html_sections.hpp"
#include "writing/abbreviations.hpp"
#include "writing/html_sentence.hpp"
#include "writing/html_text.hpp"
#include "writing/written_equations.hpp"

namespace rattleback {
namespace {

// Those of order three and more behind the others.
std::vector<Constraint> all_constraints(const System& system) {
    std::vector<Constraint> all = system.constraints;
    for (const HigherConstraint& h : system.higher) all.push_back(h.constraint);
    return all;
}

// What the model says in formulas, with abbreviations where they are long.
struct Formulas {
    std::vector<Equation> abbreviations, lagrangian, forces, constraints;

    explicit Formulas(const System& system) {
        lagrangian.push_back({symbol("L"), system.lagrangian});
        for (std::size_t i = 0; i < system.size(); ++i)
            if (!system.force[i].is_zero())
                forces.push_back({symbol("F_" + std::string(system.q[i].name())), system.force[i]});
        for (const Constraint& c : all_constraints(system)) constraints.push_back(c.written);
        shorten();
    }

private:
    void shorten() {
        std::vector<Expr*> sides;
        for (auto* group : {&lagrangian, &forces, &constraints})
            for (Equation& e : *group) sides.insert(sides.end(), {&e.left, &e.right});
        ExprVector all;
        for (const Expr* side : sides) all.push_back(*side);
        if (written_size(all) <= longest_unabbreviated) return;
        Abbreviated found = abbreviate(all);
        for (std::size_t i = 0; i < sides.size(); ++i) *sides[i] = found.formulas[i];
        abbreviations = std::move(found.definitions);
    }
};

std::string displays(const std::vector<Equation>& equations) {
    std::string text;
    for (const Equation& e : equations) text += html_display(e);
    return text;
}

std::string coordinates(const System& system) {
    std::string names;
    for (const Expr& q : system.q) names += (names.empty() ? "" : ", ") + html_math(q);
    std::string text =
        fmt::format("<p>{} {}.", system.size() == 1 ? "Coordinate" : "Coordinates", names);
    std::string functions;
    for (const Expr& f : system.functions)
        if (!is_input(f)) functions += (functions.empty() ? "" : ", ") + html_math(f);
    if (!functions.empty()) {
        text += fmt::format(" Functions left open: {}.", functions);
    }
    if (system.principle == Principle::Vakonomic)
        text +=
            " The principle is vakonomic: the action is stationary among the motions that "
            "satisfy the constraints.";
    return text + "</p>\n";
}

std::string constraints(const System& system, const std::vector<Equation>& written) {
    if (written.empty()) return {};
    std::string text = "<h3>Constraints</h3>\n";
    const std::vector<Constraint> all = all_constraints(system);
    for (std::size_t i = 0; i < written.size(); ++i)
        text += fmt::format("<p class=\"name\">{}</p>\n{}", html(all[i].name),
                            html_display(written[i]));
    return text;
}

std::string parameters(const System& system) {
    if (system.parameters.empty()) return {};
    std::vector<std::vector<std::string>> rows{{"Parameter", "Value"}};
    const std::vector<Assignment>& written = system.description.parameters;
    for (std::size_t i = 0; i < system.parameters.size(); ++i) {
        const auto& [name, value] = system.parameters[i];
        rows.push_back({html_math(name), i < written.size()
                                             ? html_formulas({&written[i].formula, 1})
                                             : html_math(value)});
    }
    return "<h3>Parameters</h3>\n" + html_table(rows);
}

std::string initial_values(const System& system) {
    std::string text;
    for (const auto& [name, formula] : system.description.initial) {
        if (constraint_of_branch(name.text())) continue;  // the notes tell it
        text += (text.empty() ? "" : ", ") +
                html_sentence(as_written(name.text() + " = " + formula.text()));
    }
    if (text.empty()) return {};
    return fmt::format(
        "<h3>Initial values</h3>\n<p>At {}: {}. What is not named is 0, or follows from the "
        "constraints.</p>\n",
        mathml_root(to_mathml(Equation{system.t, 0})), text);
}

std::string particles(const Description& described) {
    if (described.particles.empty()) return {};
    std::vector<std::vector<std::string>> rows{{"Particle", "Mass", "Position"}};
    for (const ParticleDescription& p : described.particles)
        rows.push_back(
            {html(p.name.text()), html_formulas({&p.mass, 1}), html_formulas(p.position)});
    return "<h3>Particles</h3>\n" + html_table(rows);
}

std::string frames(const Description& described) {
    if (described.frames.empty()) return {};
    std::vector<std::vector<std::string>> rows{{"Frame", "On", "Origin", "Turned"}};
    for (const FrameDescription& f : described.frames) {
        std::string turns = f.quaternion.empty() ? "" : "by " + html_formulas(f.quaternion);
        for (const auto& turn : f.rotations)
            if (turn.size() == 2)
                turns += fmt::format("{}about {} by {}", turns.empty() ? "" : ", ",
                                     html_formulas({turn.data(), 1}),
                                     html_formulas({turn.data() + 1, 1}));
        rows.push_back({html(f.name.text()), html(f.parent.empty() ? "ground" : f.parent.text()),
                        html_formulas(f.origin), turns});
    }
    return "<h3>Frames</h3>\n" + html_table(rows);
}

std::string bodies(const Description& described) {
    if (described.bodies.empty()) return {};
    std::vector<std::vector<std::string>> rows{
        {"Body", "Frame", "Mass", "Centre of mass", "Inertia about it"}};
    for (const BodyDescription& b : described.bodies)
        rows.push_back({html(b.name.empty() ? b.frame.text() : b.name.text()), html(b.frame.text()),
                        html_formulas({&b.mass, 1}), html_formulas(b.centre),
                        html_formulas(b.inertia)});
    return "<h3>Bodies</h3>\n" + html_table(rows);
}

}  // namespace

std::string html_model(const Report& report) {
    const System& system = report.system;
    const Formulas formulas(system);
    std::string text = "<section id=\"model\">\n<h2>The model</h2>\n" + coordinates(system);
    text += particles(system.description) + frames(system.description) + bodies(system.description);
    const std::string lagrangian = displays(formulas.lagrangian);
    if (formulas.abbreviations.empty()) {
        text += "<h3>Lagrangian</h3>\n" + lagrangian;
        if (!formulas.forces.empty()) text += "<h3>Forces</h3>\n" + displays(formulas.forces);
        text += constraints(system, formulas.constraints);
    } else {
        text += fmt::format(
            "<details class=\"steps\"><summary>Lagrangian and constraints, with {} "
            "abbreviations</summary>\n{}<h3>Lagrangian</h3>\n{}{}{}</details>\n",
            formulas.abbreviations.size(), displays(formulas.abbreviations), lagrangian,
            formulas.forces.empty() ? "" : "<h3>Forces</h3>\n" + displays(formulas.forces),
            constraints(system, formulas.constraints));
    }
    text += html_finding(report, "inputs", "Inputs") + parameters(system) + initial_values(system);
    if (report.model_text.empty()) return text + "</section>\n";
    return text + fmt::format(
                      "<details class=\"file\"><summary>The model file</summary>\n"
                      "<pre><code>{}</code></pre></details>\n</section>\n",
                      html(report.model_text));
}

}  // namespace rattleback
