#include "rattleback/findings.hpp"

#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"
#include "study/check_model.hpp"
#include "study/motion_series.hpp"
#include "study/quantity_rate.hpp"
#include "writing/check_text.hpp"
#include "writing/rate_text.hpp"
#include "writing/series_text.hpp"

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

SeriesFinding::SeriesFinding(MotionSeries found)
    : found_(std::make_shared<const MotionSeries>(std::move(found))) {}

std::vector<std::string> SeriesFinding::variables() const {
    std::vector<std::string> result;
    for (const Expr& variable : found_->variables) result.push_back(to_text(variable));
    return result;
}

FormulaVector SeriesFinding::coefficients(const std::string& variable) const {
    for (std::size_t i = 0; i < found_->variables.size(); ++i)
        if (to_text(found_->variables[i]) == variable)
            return {found_->coefficients[i].begin(), found_->coefficients[i].end()};
    throw RequestError("the series has no variable '" + variable + "'");
}

std::string SeriesFinding::text() const { return series_text(*found_); }
std::string SeriesFinding::json() const { return series_json(*found_); }

SeriesFinding series(const Model& model, const SeriesRequest& request) {
    return SeriesFinding(series_of(model.description(), request));
}

}  // namespace rattleback
