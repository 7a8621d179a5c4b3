#include "study/coordinate_request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/suggest.hpp"
#include "expr/graph.hpp"
#include "expr/parse.hpp"
#include "expr/tokens.hpp"
#include "model/latent_names.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw RequestError("coordinates", what); }

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

std::vector<std::string> names_of(const ExprVector& symbols) {
    std::vector<std::string> names;
    for (const Expr& s : symbols) names.emplace_back(s.name());
    return names;
}

// What the user said, read.
class CoordinateReader {
public:
    CoordinateReader(const System& system, std::span<const NewValue> old) : system_(system) {
        for (const Expr& q : system.q) phi_.push_back(q);
        for (const NewValue& one : old) replaced_.push_back(one.name);
        for (const NewValue& one : old) read(one);
    }

    CoordinateMap map() const {
        if (replaced_.empty()) refuse("no coordinate is given as a formula of new ones");
        if (new_.size() != replaced_.size())
            refuse(
                fmt::format("{} coordinate{} given, in terms of {} new one{}{}; there must be as "
                            "many new ones as old ones",
                            replaced_.size(), replaced_.size() == 1 ? " is" : "s are", new_.size(),
                            new_.size() == 1 ? "" : "s",
                            new_.empty() ? "" : fmt::format(", {}", fmt::join(new_, ", "))));
        ExprVector q;
        std::size_t next = 0;
        for (const Expr& old : system_.q)
            q.push_back(is_replaced(old) ? symbol(new_[next++]) : old);
        CoordinateMap result(system_, q, phi_);
        if (!result.is_regular())
            refuse(
                fmt::format("{} are no coordinates: the old ones do not change independently "
                            "when they do",
                            fmt::join(new_, ", ")));
        return result;
    }

private:
    bool is_replaced(const Expr& q) const { return contains(replaced_, q.name()); }

    void read(const NewValue& one) {
        const auto old = std::ranges::find(system_.q, one.name, &Expr::name);
        if (old == system_.q.end())
            refuse(fmt::format("the model has no coordinate '{}'{}", one.name,
                               did_you_mean(one.name, names_of(system_.q))));
        Expr& phi = phi_[static_cast<std::size_t>(old - system_.q.begin())];
        if (phi != *old) refuse(fmt::format("'{}' is given twice", one.name));
        phi = parse(SourceText{.text = one.formula, .file = one.name}, Names{.largest_order = 0});
        for (const std::string& name : names_in_order(one.formula, phi)) add(name, one);
    }

    static std::vector<std::string> names_in_order(const std::string& text, const Expr& phi) {
        const std::vector<std::string> known = names_of(symbols_of(phi));
        std::vector<std::string> names;
        const SourceText source{.text = text};
        Tokens all(source);
        for (Token token = all.next(); token.kind != TokenKind::End; token = all.next()) {
            const std::string word(all.text(token.range));
            if (contains(known, word) && !contains(names, word)) names.push_back(word);
        }
        return names;
    }

    // What the name is in the model, where no coordinate may have it.
    std::string other_meaning(const std::string& name) const {
        if (contains(replaced_, name)) return "replaced itself";
        if (std::ranges::any_of(system_.definitions,
                                [&](const auto& d) { return d.first == name; }))
            return "an abbreviation of the model";
        if (contains(names_of(system_.functions), name)) return "a function of the model";
        if (std::ranges::find(system_.inputs, name, &Input::name) != system_.inputs.end())
            return "an input of the model";
        if (system_.parametrization && contains(names_of(system_.parametrization->variables), name))
            return "a variable of the parametrization";
        if (contains(latent_names(system_.description), name)) return "a latent variable";
        return {};
    }

    void add(const std::string& name, const NewValue& where) {
        if (const std::string meaning = other_meaning(name); !meaning.empty())
            refuse(fmt::format("'{}' in the formula for '{}' is {}; give new coordinates new names",
                               name, where.name, meaning));
        const bool stays = contains(names_of(system_.q), name) || name == system_.t.name() ||
                           std::ranges::any_of(system_.parameters, [&](const Parameter& p) {
                               return p.symbol.name() == name;
                           });
        if (!stays && !contains(new_, name)) new_.push_back(name);
    }

    const System& system_;
    ExprVector phi_;
    std::vector<std::string> replaced_, new_;
};

}  // namespace

CoordinateMap coordinate_map(const System& system, std::span<const NewValue> old) {
    return CoordinateReader(system, old).map();
}

}  // namespace rattleback
