#include "model/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "expr/graph.hpp"
#include "model/dependence.hpp"
#include "model/drives.hpp"
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

// What the model has names for.
std::set<std::string, std::less<>> names_of_model(const System& s) {
    std::set<std::string, std::less<>> names;
    const auto add = [&](const Expr& e) { names.insert(name_of(e)); };
    std::ranges::for_each(s.q, add);
    std::ranges::for_each(s.parameters, add, &Parameter::symbol);
    std::ranges::for_each(s.functions, add);
    for (const HigherConstraint& h : s.higher) std::ranges::for_each(h.latent, add);
    if (s.parametrization) std::ranges::for_each(s.parametrization->variables, add);
    for (const auto& [name, meaning] : s.definitions) names.insert(name);
    for (const Input& input : s.inputs) names.insert(input.name);
    for (const Frame& frame : s.frames) names.insert(frame.name);
    return names;
}

constexpr std::array<std::string_view, 4> parts_of_gauss{"S", "S_0", "S_1", "S_2"};

class QuantityNames {
public:
    explicit QuantityNames(const System& system)
        : system_(system), taken_(names_of_model(system)) {}

    std::vector<Quantity> run() {
        const std::size_t n = system_.size(), k = system_.constraints.size();
        for (std::size_t i = 0; i < n; ++i)
            add("R_" + name_of(system_.q[i]), {.kind = QuantityKind::Reaction, .of = i});
        add("gauss", {.kind = QuantityKind::Gauss});
        for (std::size_t i = 0; i < parts_of_gauss.size(); ++i)
            add(std::string(parts_of_gauss[i]), {.kind = QuantityKind::GaussPart, .of = i});
        if (system_.principle == Principle::Vakonomic) return std::move(result_);
        for (const std::string& mu : fresh_names(system_, "mu", k))
            add(mu, {.kind = QuantityKind::Multiplier, .of = next_++});
        add_speeds();
        if (!is_generalized(system_)) add_contacts();
        return std::move(result_);
    }

private:
    void add_speeds() {
        const std::vector<std::string> names = speed_names(system_);
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (!system_.parametrization) add(names[i], {.kind = QuantityKind::Speed, .of = i});
            add("gauss_" + names[i], {.kind = QuantityKind::GaussSlope, .of = i});
            for (std::size_t j = 0; j < names.size(); ++j)
                add(fmt::format("gauss_{}_{}", names[i], names[j]),
                    {.kind = QuantityKind::GaussCurvature, .of = i, .axis = j});
        }
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
        if (!taken_.insert(name).second) return;
        quantity.symbol = symbol(name);
        result_.push_back(std::move(quantity));
    }

    const System& system_;
    std::set<std::string, std::less<>> taken_;
    std::size_t next_ = 0;
    std::vector<Quantity> result_;
};

bool is_numbered(const std::string& name, std::string_view stem) {
    return name.starts_with(stem) && name.size() > stem.size() &&
           name.find_first_not_of("_0123456789", stem.size()) == std::string::npos;
}

}  // namespace

std::vector<Quantity> quantities_of(const System& system) { return QuantityNames(system).run(); }

std::vector<std::string> speed_names(const System& system) {
    std::vector<std::string> names;
    if (system.parametrization) {
        for (const Expr& z : system.parametrization->variables) names.push_back(name_of(z));
        return names;
    }
    std::size_t of_velocities = 0;
    for (const Constraint& c : system.constraints) of_velocities += c.order < 2 ? 1 : 0;
    if (of_velocities == 0 || of_velocities >= system.size()) return {};
    return fresh_names(system, "u", system.size() - of_velocities);
}

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
    return name == "gauss" || name.starts_with("gauss_") ||
           std::ranges::find(parts_of_gauss, name) != parts_of_gauss.end() ||
           is_drive_quantity(name, description) || is_numbered(name, "mu") ||
           is_numbered(name, "u") || std::ranges::any_of(description.coordinates, is_reaction) ||
           std::ranges::any_of(at_contacts,
                               [&](std::string_view stem) { return name.starts_with(stem); });
}

}  // namespace rattleback
