#include "rattleback/steady.hpp"

#include "study/find_equilibria.hpp"
#include "study/linearize_model.hpp"
#include "writing/equilibria_text.hpp"
#include "writing/linearization_text.hpp"

namespace rattleback {

LinearizedMotion::LinearizedMotion(SmallMotions found)
    : found_(std::make_shared<const SmallMotions>(std::move(found))) {}

std::vector<std::string> LinearizedMotion::variables() const { return found_->about.state; }

std::vector<std::vector<double>> LinearizedMotion::matrix() const { return found_->about.a; }

std::vector<std::complex<double>> LinearizedMotion::eigenvalues() const {
    std::vector<std::complex<double>> values;
    for (const Mode& mode : found_->about.spectrum.modes) values.push_back(mode.eigenvalue);
    return values;
}

std::string LinearizedMotion::verdict() const { return to_text(found_->about.verdict); }

std::vector<double> LinearizedMotion::critical_values() const {
    std::vector<double> values;
    if (found_->locus)
        for (const CriticalValue& critical : found_->locus->critical)
            values.push_back(critical.value);
    return values;
}

std::string LinearizedMotion::text() const {
    return linearization_text(found_->about) +
           (found_->locus ? root_locus_text(*found_->locus) : "");
}

std::string LinearizedMotion::json() const {
    return linearization_json(found_->title, found_->about,
                              found_->locus ? &*found_->locus : nullptr);
}

LinearizedMotion linearize(const Model& model, const LinearizeRequest& request,
                           const Attention& attention) {
    return LinearizedMotion(linearize_model(model.description(), request, attention));
}

SteadyStates::SteadyStates(std::string title, Equilibria found)
    : title_(std::move(title)), found_(std::make_shared<const Equilibria>(std::move(found))) {}

std::vector<SteadyState> SteadyStates::states() const {
    std::vector<SteadyState> result;
    for (const SteadyMotion& steady : found_->found)
        result.push_back(
            {{steady.small.at.begin(), steady.small.at.end()}, to_text(steady.small.verdict)});
    return result;
}

std::string SteadyStates::text() const { return equilibria_text(*found_); }
std::string SteadyStates::json() const { return equilibria_json(title_, *found_); }

SteadyStates equilibria(const Model& model, const EquilibriaRequest& request,
                        const Attention& attention) {
    return {model.title(), find_equilibria(model.description(), request, attention)};
}

}  // namespace rattleback
