#include "rattleback/model.hpp"

#include "door/door.hpp"
#include "expr/print_text.hpp"
#include "model/entry_names.hpp"
#include "model/system.hpp"
#include "study/changed_model.hpp"
#include "study/constrain_model.hpp"
#include "study/new_coordinates.hpp"
#include "writing/constrained_text.hpp"
#include "writing/model_toml.hpp"

namespace rattleback {

struct Model::Held {
    System system;  // with the names of its inputs
};

namespace {

// What only the values of inputs show is refused too.
System validated(const Description& description) {
    if (!description.inputs.empty()) (void)build(description);
    return build(description, InputsAs::ByName);
}

}  // namespace

Model::Model(const Description& description)
    : held_(std::make_shared<const Held>(Held{validated(with_named_entries(description))})) {}

Model Model::with(const std::vector<NewValue>& values) const {
    return with_values(description(), values);
}

Model Model::with_inputs(const std::vector<NewValue>& inputs) const {
    return rattleback::with_inputs(description(), inputs);
}

Model Model::with_principle(const std::string& principle) const {
    Description named = description();
    named.principle = principle;
    return rattleback::with_principle(description(), principle_of(named));
}

ModelInCoordinates Model::in_coordinates(const std::vector<NewValue>& old,
                                         const Attention& attention) const {
    auto [changed, left_out] = rattleback::in_coordinates(description(), old, attention);
    return {Model(changed), to_texts(left_out)};
}

std::string Model::text(const std::vector<std::string>& remarks) const {
    return model_toml(description(), remarks);
}

std::string Model::title() const { return title_of(description()); }

std::vector<std::string> Model::coordinates() const {
    std::vector<std::string> names;
    for (const Expr& q : held_->system.q) names.emplace_back(q.name());
    return names;
}

std::vector<std::string> Model::parameters() const {
    std::vector<std::string> names;
    for (const Parameter& p : held_->system.parameters) names.emplace_back(p.symbol.name());
    return names;
}

std::vector<std::string> Model::inputs() const {
    std::vector<std::string> names;
    for (const Input& each : held_->system.inputs) names.push_back(each.name);
    return names;
}

std::vector<std::string> Model::constraints() const {
    std::vector<std::string> equations;
    for (const Constraint& c : held_->system.constraints) equations.push_back(to_text(c.written));
    return equations;
}

Formula Model::lagrangian() const { return Door::formula(held_->system.lagrangian); }

Description Model::description() const { return held_->system.description; }

struct ConstrainedForces::Held {
    ConstrainedModel found;
};

Model ConstrainedForces::model() const { return held_->found.system.description; }

std::vector<std::string> ConstrainedForces::constraints() const {
    std::vector<std::string> equations;
    for (const ForceConstraint& c : held_->found.constraints)
        equations.push_back(to_text(c.equation));
    return equations;
}

std::vector<std::string> ConstrainedForces::sentences() const {
    return to_texts(held_->found.sentences);
}

std::string ConstrainedForces::text() const { return constrained_model_text(held_->found); }
std::string ConstrainedForces::json() const { return constrained_model_json(held_->found); }

ConstrainedForces constrain(const Model& model, const std::string& split,
                            const Attention& attention) {
    return Door::made<ConstrainedForces>(
        constrain_model(model.description(), force_split(split), attention));
}

}  // namespace rattleback
