#include "rattleback/derivation.hpp"

#include "door/formulas.hpp"
#include "equations/formulations.hpp"
#include "study/derive_forms.hpp"
#include "writing/equations_json.hpp"
#include "writing/equations_latex.hpp"
#include "writing/equations_mathml.hpp"
#include "writing/equations_text.hpp"

namespace rattleback {

FormOfMotion::FormOfMotion(const Formulation& row)
    : name(row.name), title(row.title), accepts(row.accepts), source(row.source) {}

std::optional<std::string> FormOfMotion::refusal(const Model& model) const {
    return refusal_of(model.description(), name);
}

std::vector<FormOfMotion> forms_of_motion() {
    std::vector<FormOfMotion> forms;
    for (const Formulation& row : formulations()) forms.emplace_back(row);
    return forms;
}

Derivation::Derivation(Equations equations)
    : equations_(std::make_shared<const Equations>(std::move(equations))) {}

std::string Derivation::form() const { return equations_->form; }
FormulaVector Derivation::coordinates() const { return formulas(equations_->q); }
FormulaVector Derivation::speeds() const { return formulas(equations_->speeds); }
FormulaVector Derivation::velocities() const { return formulas(equations_->velocities); }
FormulaVector Derivation::unknowns() const { return formulas(equations_->unknowns); }
FormulaMatrix Derivation::matrix() const { return formulas(equations_->matrix); }
FormulaVector Derivation::right() const { return formulas(equations_->right); }
FormulaVector Derivation::accelerations() const { return formulas(equations_->accelerations); }
FormulaVector Derivation::reactions() const { return formulas(equations_->reactions); }
std::vector<std::string> Derivation::notes() const { return to_texts(equations_->notes); }

std::string Derivation::text(bool steps) const {
    return equations_text(formulation(form()), *equations_, {.steps = steps});
}

std::string Derivation::unicode(bool steps) const {
    return equations_text(formulation(form()), *equations_, {.steps = steps, .mathematics = true});
}

std::string Derivation::latex(bool steps) const {
    return equations_latex(formulation(form()), *equations_, steps);
}

std::string Derivation::mathml(bool steps) const {
    return equations_mathml(formulation(form()), *equations_, steps);
}

std::string Derivation::json() const { return equations_json(formulation(form()), *equations_); }

Derivation derive(const Model& model, const std::string& form, const Attention& attention) {
    auto [system, notes, forms] = derive_form(model.description(), form, attention);
    Equations& equations = forms.front().equations;
    equations.notes.insert(equations.notes.begin(), notes.begin(), notes.end());
    return Derivation(std::move(equations));
}

}  // namespace rattleback
