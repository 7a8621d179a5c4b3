#include "model/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "expr/graph.hpp"
#include "model/dependence.hpp"
#include "model/fresh_names.hpp"

namespace rattleback {
namespace {

// "knife edge blade" as knife_edge_blade.
std::string as_name(std::string text) {
    for (char& c : text) {
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool is_digit = c >= '0' && c <= '9';
        if (!is_letter && !is_digit) c = '_';
    }
    return text;
}

std::string name_of(const Expr& symbol) { return std::string(symbol.name()); }

class QuantityNames {
public:
    explicit QuantityNames(const System& system) : system_(system) {}

    std::vector<Quantity> run() {
        const std::size_t n = system_.size(), k = system_.constraints.size();
        for (std::size_t i = 0; i < n; ++i)
            add("R_" + name_of(system_.q[i]), {.kind = QuantityKind::Reaction, .of = i});
        add("gauss", {.kind = QuantityKind::Gauss});
        if (system_.principle == Principle::Vakonomic) return std::move(result_);
        for (const std::string& mu : fresh_names(system_, "mu", k))
            add(mu, {.kind = QuantityKind::Multiplier, .of = next_++});
        add_speeds();
        if (!is_generalized(system_)) add_contacts();
        return std::move(result_);
    }

private:
    void add_speeds() {
        std::size_t of_velocities = 0;
        for (const Constraint& c : system_.constraints) of_velocities += c.order < 2 ? 1 : 0;
        if (of_velocities == 0 || of_velocities >= system_.size() || system_.parametrization)
            return;
        next_ = 0;
        for (const std::string& u : fresh_names(system_, "u", system_.size() - of_velocities))
            add(u, {.kind = QuantityKind::Speed, .of = next_++});
    }

    void add_contacts() {
        for (std::size_t i = 0; i < system_.contacts.size(); ++i) {
            const Contact& contact = system_.contacts[i];
            const std::string name = as_name(contact.name);
            for (std::size_t axis = 0; axis < 3; ++axis)
                add(fmt::format("F_{}_{}", name, "xyz"[axis]),
                    {.kind = QuantityKind::Force, .of = i, .axis = axis});
            if (!contact.normal) continue;
            add("N_" + name, {.kind = QuantityKind::Normal, .of = i});
            add("T_" + name, {.kind = QuantityKind::Friction, .of = i});
        }
    }

    void add(const std::string& name, Quantity quantity) {
        if (is_taken(name)) return;
        quantity.symbol = symbol(name);
        result_.push_back(std::move(quantity));
    }

    bool is_taken(const std::string& name) const {
        const auto is_named = [&](const Expr& e) { return e.name() == name; };
        const System& s = system_;
        const auto has_latent = [&](const HigherConstraint& h) {
            return std::ranges::any_of(h.latent, is_named);
        };
        return std::ranges::any_of(s.q, is_named) ||
               std::ranges::any_of(s.parameters, is_named, &Parameter::symbol) ||
               std::ranges::any_of(s.functions, is_named) ||
               std::ranges::any_of(s.higher, has_latent) ||
               (s.parametrization && std::ranges::any_of(s.parametrization->variables, is_named)) ||
               std::ranges::any_of(s.definitions, [&](const auto& d) { return d.first == name; }) ||
               std::ranges::any_of(s.frames, [&](const Frame& f) { return f.name == name; }) ||
               std::ranges::any_of(result_, [&](const Quantity& q) { return is_named(q.symbol); });
    }

    const System& system_;
    std::size_t next_ = 0;
    std::vector<Quantity> result_;
};

bool is_numbered(const std::string& name, std::string_view stem) {
    return name.starts_with(stem) && name.size() > stem.size() &&
           name.find_first_not_of("_0123456789", stem.size()) == std::string::npos;
}

}  // namespace

std::vector<Quantity> quantities_of(const System& system) { return QuantityNames(system).run(); }

std::vector<Quantity> quantities_in(const System& system, std::span<const Expr> expressions) {
    std::vector<Quantity> result = quantities_of(system);
    const std::vector<Expr> symbols = symbols_of(expressions);
    std::erase_if(result, [&](const Quantity& q) {
        return std::ranges::find(symbols, q.symbol) == symbols.end();
    });
    return result;
}

bool needs_motion(const System& system, const Expr& expression) {
    if (order_of(expression, system) >= 2) return true;
    return std::ranges::any_of(quantities_in(system, {&expression, 1}),
                               [](const Quantity& q) { return q.kind != QuantityKind::Speed; });
}

bool may_be_quantity(const std::string& name, const Description& description) {
    const auto is_reaction = [&](const Written& q) { return name == "R_" + q.text(); };
    constexpr std::array<std::string_view, 3> at_contacts{"F_", "N_", "T_"};
    return name == "gauss" || is_numbered(name, "mu") || is_numbered(name, "u") ||
           std::ranges::any_of(description.coordinates, is_reaction) ||
           std::ranges::any_of(at_contacts,
                               [&](std::string_view stem) { return name.starts_with(stem); });
}

}  // namespace rattleback
