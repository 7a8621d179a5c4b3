#include "writing/equilibria_text.hpp"
#include "expr/print_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace rattleback {
namespace {

using Json = nlohmann::ordered_json;

bool is_among(const ExprVector& symbols, const Expr& symbol) {
    return std::ranges::find(symbols, symbol) != symbols.end();
}

// u1 and its like are made of velocities, and the model does not know them.
bool follows_from_velocities(const SteadyMotion& s, const Expr& symbol) {
    return std::ranges::any_of(s.small.speeds,
                               [&](const auto& speed) { return speed.first == symbol; });
}

// Essential variables, the velocities that do not vanish, and those that the model's start names: with
// all their digits these, and what the model does not name, are the state.
std::string state_text(const SteadyMotion& s, const ExprVector& given) {
    std::string text;
    for (const auto& [symbol, value] : s.small.at) {
        if (follows_from_velocities(s, symbol)) continue;
        const bool shown = symbol.order() > 0 ? value != 0 || is_among(given, symbol)
                                              : !is_among(s.small.cyclic, symbol);
        if (shown)
            text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", to_text(symbol), value);
    }
    return text.empty() ? "all is at rest" : text;
}

std::string kind_text(const SteadyMotion& s) {
    const char* const kind = s.at_rest ? "Equilibrium" : "Steady motion";
    const char* const doubt = s.family.is_sure ? "" : " as far as the search sees";
    if (s.family.dimension == 0) return fmt::format("{}, isolated{}", kind, doubt);
    return fmt::format("{}, in a family of dimension {}{}", kind, s.family.dimension, doubt);
}

Json motion_json(const SteadyMotion& s) {
    Json json{{"at", Json::object()},
              {"at_rest", s.at_rest},
              {"family", s.family.dimension},
              {"family_is_sure", s.family.is_sure},
              {"residual", s.residual},
              {"stability", name_of(s.small.spectrum.stability())},
              {"verdict", to_text(s.small.verdict)},
              {"state", Json::array()},
              {"eigenvalues", Json::array()},
              {"objections", to_texts(s.objections)},
              {"tries", s.tries}};
    for (const Expr& variable : s.small.state) json["state"].push_back(to_text(variable));
    for (const auto& [symbol, value] : s.small.at)
        if (!follows_from_velocities(s, symbol)) json["at"][to_text(symbol)] = value;
    for (const Mode& m : s.small.spectrum.modes)
        json["eigenvalues"].push_back({m.eigenvalue.real(), m.eigenvalue.imag()});
    return json;
}

}  // namespace

std::string equilibria_text(const Equilibria& all) {
    std::string text;
    for (std::size_t i = 0; i < all.found.size(); ++i) {
        const SteadyMotion& s = all.found[i];
        text += fmt::format("{}. {}\n   {}\n   {}\n", i + 1, kind_text(s), state_text(s, all.given),
                            to_text(s.small.verdict));
        for (const Sentence& objection : s.objections)
            text += fmt::format("   {}\n", to_text(objection));
        text += "\n";
    }
    if (all.found.empty()) text += "No equilibrium and no steady motion was found.\n\n";
    text += all.tries == 1
                ? fmt::format("1 search, {} result", all.failed == 1 ? "no" : "with a")
                : fmt::format("{} searches, {} of them without a result", all.tries, all.failed);
    if (all.others_on_families > 0)
        text += fmt::format("; {} ended at other points of families", all.others_on_families);
    text += ". There may be more.\n";
    for (const Sentence& note : all.notes) text += to_text(note) + "\n";
    return text;
}

std::string equilibria_json(const std::string& title, const Equilibria& all) {
    Json json{{"title", title},
              {"found", Json::array()},
              {"tries", all.tries},
              {"failed", all.failed},
              {"others_on_families", all.others_on_families},
              {"notes", to_texts(all.notes)}};
    for (const SteadyMotion& s : all.found) json["found"].push_back(motion_json(s));
    return json.dump() + "\n";
}

}  // namespace rattleback
