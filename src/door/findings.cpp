#include "rattleback/findings.hpp"

#include "study/check_model.hpp"
#include "study/quantity_rate.hpp"
#include "writing/check_text.hpp"
#include "writing/rate_text.hpp"

namespace rattleback {

Findings::Findings(ModelCheck found)
    : found_(std::make_shared<const ModelCheck>(std::move(found))) {}

bool Findings::ok() const { return found_->ok(); }

std::vector<FoundSection> Findings::sections() const {
    std::vector<FoundSection> result;
    for (const Section& section : found_->sections)
        result.push_back({section.name, to_texts(section.sentences), !section.failed});
    return result;
}

std::vector<std::string> Findings::section(const std::string& name) const {
    for (const FoundSection& section : sections())
        if (section.name == name) return section.sentences;
    return {};
}

std::string Findings::text() const { return check_text(*found_); }
std::string Findings::json() const { return check_json(*found_); }

Findings check(const Model& model, const CheckRequest& request, const Attention& attention) {
    return Findings(check_model(model.description(), request, attention));
}

QuantityFinding::QuantityFinding(QuantityRate found)
    : found_(std::make_shared<const QuantityRate>(std::move(found))) {}

bool QuantityFinding::is_conserved() const { return found_->rate.is_conserved(); }
Formula QuantityFinding::rate() const { return Formula(found_->rate.value); }
std::string QuantityFinding::text() const { return rate_text(*found_); }
std::string QuantityFinding::json() const { return rate_json(*found_); }

QuantityFinding follow(const Model& model, const std::string& quantity) {
    return QuantityFinding(rate_of(model.description(), quantity));
}

}  // namespace rattleback
