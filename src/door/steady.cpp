#include "rattleback/steady.hpp"

#include "door/door.hpp"
#include "expr/print_text.hpp"
#include "study/find_equilibria.hpp"
#include "study/linearize_model.hpp"
#include "writing/equilibria_text.hpp"
#include "writing/linearization_text.hpp"

namespace rattleback {

struct LinearizedMotion::Held {
    SmallMotions found;
};

std::vector<std::string> LinearizedMotion::variables() const {
    const ExprVector& state = held_->found.about.state;
    return to_texts(Sentences(state.begin(), state.end()));
}

std::vector<std::vector<double>> LinearizedMotion::matrix() const { return held_->found.about.a; }

std::vector<std::complex<double>> LinearizedMotion::eigenvalues() const {
    std::vector<std::complex<double>> values;
    for (const Mode& mode : held_->found.about.spectrum.modes) values.push_back(mode.eigenvalue);
    return values;
}

std::string LinearizedMotion::verdict() const { return to_text(held_->found.about.verdict); }

std::vector<double> LinearizedMotion::critical_values() const {
    std::vector<double> values;
    if (held_->found.locus)
        for (const CriticalValue& critical : held_->found.locus->critical)
            values.push_back(critical.value);
    return values;
}

std::vector<double> LinearizedMotion::swept() const {
    return held_->found.locus ? held_->found.locus->values : std::vector<double>();
}

std::vector<std::vector<std::complex<double>>> LinearizedMotion::branches() const {
    return held_->found.locus ? held_->found.locus->branches
                              : std::vector<std::vector<std::complex<double>>>();
}

std::string LinearizedMotion::text() const {
    return linearization_text(held_->found.about) +
           (held_->found.locus ? root_locus_text(*held_->found.locus) : "");
}

std::string LinearizedMotion::json() const {
    return linearization_json(held_->found.title, held_->found.about,
                              held_->found.locus ? &*held_->found.locus : nullptr);
}

LinearizedMotion linearize(const Model& model, const LinearizeRequest& request,
                           const Attention& attention) {
    return Door::made<LinearizedMotion>(linearize_model(model.description(), request, attention));
}

struct SteadyStates::Held {
    std::string title;
    Equilibria found;
};

std::vector<SteadyState> SteadyStates::states() const {
    std::vector<SteadyState> result;
    for (const SteadyMotion& steady : held_->found.found) {
        SteadyState& state = result.emplace_back();
        for (const auto& [symbol, value] : steady.small.at)
            state.at.emplace(to_text(symbol), value);
        state.verdict = to_text(steady.small.verdict);
    }
    return result;
}

std::string SteadyStates::text() const { return equilibria_text(held_->found); }
std::string SteadyStates::json() const { return equilibria_json(held_->title, held_->found); }

SteadyStates equilibria(const Model& model, const EquilibriaRequest& request,
                        const Attention& attention) {
    return Door::made<SteadyStates>(model.title(),
                                    find_equilibria(model.description(), request, attention));
}

}  // namespace rattleback
