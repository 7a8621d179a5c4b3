#include "rattleback/findings.hpp"

#include "door/door.hpp"
#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"
#include "study/check_model.hpp"
#include "study/motion_series.hpp"
#include "study/quantity_rate.hpp"
#include "writing/check_text.hpp"
#include "writing/rate_text.hpp"
#include "writing/series_text.hpp"

namespace rattleback {

struct Findings::Held {
    ModelCheck found;
};

bool Findings::ok() const { return held_->found.ok(); }

std::vector<FoundSection> Findings::sections() const {
    std::vector<FoundSection> result;
    for (const Section& section : held_->found.sections)
        result.push_back({section.name, to_texts(section.sentences), !section.failed});
    return result;
}

std::vector<std::string> Findings::section(const std::string& name) const {
    return to_texts(held_->found.section(name).sentences);
}

std::string Findings::text() const { return check_text(held_->found); }
std::string Findings::json() const { return check_json(held_->found); }

Findings check(const Model& model, const CheckRequest& request, const Attention& attention) {
    return Door::made<Findings>(check_model(model.description(), request, attention));
}

struct QuantityFinding::Held {
    QuantityRate found;
};

bool QuantityFinding::is_conserved() const { return held_->found.rate.is_conserved(); }
Formula QuantityFinding::rate() const { return Door::formula(held_->found.rate.value); }
std::string QuantityFinding::text() const { return rate_text(held_->found); }
std::string QuantityFinding::json() const { return rate_json(held_->found); }

QuantityFinding follow(const Model& model, const std::string& quantity,
                       const Attention& attention) {
    return Door::made<QuantityFinding>(rate_of(model.description(), quantity, attention));
}

struct SeriesFinding::Held {
    MotionSeries found;
};

std::vector<std::string> SeriesFinding::variables() const {
    std::vector<std::string> result;
    for (const Expr& variable : held_->found.variables) result.push_back(to_text(variable));
    return result;
}

FormulaVector SeriesFinding::coefficients(const std::string& variable) const {
    for (std::size_t i = 0; i < held_->found.variables.size(); ++i)
        if (to_text(held_->found.variables[i]) == variable)
            return Door::formulas(held_->found.coefficients[i]);
    throw RequestError("the series has no variable '" + variable + "'");
}

std::string SeriesFinding::text() const { return series_text(held_->found); }
std::string SeriesFinding::json() const { return series_json(held_->found); }

SeriesFinding series(const Model& model, const SeriesRequest& request, const Attention& attention) {
    return Door::made<SeriesFinding>(series_of(model.description(), request, attention));
}

}  // namespace rattleback
