#include "rattleback/model.hpp"

#include "expr/print_text.hpp"
#include "model/entry_names.hpp"
#include "model/system.hpp"
#include "study/changed_model.hpp"
#include "study/new_coordinates.hpp"
#include "writing/model_toml.hpp"

namespace rattleback {

Model::Model(const Description& description)
    : system_(std::make_shared<const System>(build(with_named_entries(description)))) {}

Model Model::with(const std::vector<NewValue>& values) const {
    return with_values(description(), values);
}

Model Model::with_principle(const std::string& principle) const {
    Description named = description();
    named.principle = principle;
    return rattleback::with_principle(description(), principle_of(named));
}

Model Model::in_coordinates(const std::vector<NewValue>& old) const {
    return rattleback::in_coordinates(description(), old).description;
}

std::string Model::text() const { return model_toml(description()); }

std::string Model::title() const { return title_of(description()); }

std::vector<std::string> Model::coordinates() const {
    std::vector<std::string> names;
    for (const Expr& q : system_->q) names.emplace_back(q.name());
    return names;
}

std::vector<std::string> Model::parameters() const {
    std::vector<std::string> names;
    for (const Parameter& p : system_->parameters) names.emplace_back(p.symbol.name());
    return names;
}

std::vector<std::string> Model::constraints() const {
    std::vector<std::string> equations;
    for (const Constraint& c : system_->constraints) equations.push_back(to_text(c.written));
    return equations;
}

Formula Model::lagrangian() const { return Formula(system_->lagrangian); }

Description Model::description() const { return system_->description; }

}  // namespace rattleback
