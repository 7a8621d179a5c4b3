#include "rattleback/derivation.hpp"

#include "door/door.hpp"
#include "equations/formulations.hpp"
#include "study/derive_forms.hpp"
#include "writing/equations_json.hpp"
#include "writing/equations_latex.hpp"
#include "writing/equations_mathml.hpp"
#include "writing/equations_text.hpp"

namespace rattleback {

std::optional<std::string> FormOfMotion::refusal(const Model& model) const {
    const Refusal why = refusal_of(model.description(), name);
    return why ? std::optional(to_text(*why)) : std::nullopt;
}

std::vector<FormOfMotion> forms_of_motion() {
    std::vector<FormOfMotion> forms;
    for (const Formulation& row : formulations())
        forms.push_back({std::string(row.name), std::string(row.title), std::string(row.accepts),
                         std::string(row.source)});
    return forms;
}

struct Derivation::Held {
    Equations equations;
};

std::string Derivation::form() const { return held_->equations.form; }
FormulaVector Derivation::coordinates() const { return Door::formulas(held_->equations.q); }
FormulaVector Derivation::speeds() const { return Door::formulas(held_->equations.speeds); }
FormulaVector Derivation::velocities() const { return Door::formulas(held_->equations.velocities); }
FormulaVector Derivation::unknowns() const { return Door::formulas(held_->equations.unknowns); }
FormulaMatrix Derivation::matrix() const { return Door::formulas(held_->equations.matrix); }
FormulaVector Derivation::right() const { return Door::formulas(held_->equations.right); }
FormulaVector Derivation::accelerations() const {
    return Door::formulas(held_->equations.accelerations);
}
FormulaVector Derivation::reactions() const { return Door::formulas(held_->equations.reactions); }
std::vector<std::string> Derivation::notes() const { return to_texts(held_->equations.notes); }

std::string Derivation::text(bool steps) const {
    return equations_text(formulation(form()), held_->equations, {.steps = steps});
}

std::string Derivation::unicode(bool steps) const {
    return equations_text(formulation(form()), held_->equations,
                          {.steps = steps, .mathematics = true});
}

std::string Derivation::latex(bool steps) const {
    return equations_latex(formulation(form()), held_->equations, steps);
}

std::string Derivation::mathml(bool steps) const {
    return equations_mathml(formulation(form()), held_->equations, steps);
}

std::string Derivation::json() const {
    return equations_json(formulation(form()), held_->equations);
}

Derivation derive(const Model& model, const std::string& form, const Attention& attention) {
    auto [system, notes, forms] = derive_form(model.description(), form, attention);
    Equations& equations = forms.front().equations;
    equations.notes.insert(equations.notes.begin(), notes.begin(), notes.end());
    return Door::made<Derivation>(std::move(equations));
}

}  // namespace rattleback
