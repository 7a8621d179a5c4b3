#include "model/specialized.hpp"

#include <algorithm>
#include <numeric>

#include "expr/as_written.hpp"
#include "expr/graph.hpp"
#include "expr/input.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "model/dependence.hpp"
#include "model/higher_constraints.hpp"
#include "model/initial_values.hpp"
#include "model/quantities.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

std::vector<Replacement> values_of(const System& system, const FixedParameters& fixed) {
    std::vector<Replacement> values;
    for (std::size_t i = 0; i < fixed.size(); ++i)
        if (fixed[i])
            values.emplace_back(system.parameters[i].symbol,
                                substitute(written_value(system, i), values));
    return values;
}

class Specialization {
public:
    explicit Specialization(std::span<const Replacement> values) : values_(values) {}

    void put(Expr& e) const { e = substitute(e, values_); }
    template <typename Range>
    void put(Range& range) const {
        for (auto& entry : range) put(entry);
    }
    void put(View& view) const { put_all(view.axes, view.omega, view.velocity); }
    void put(Frame& f) const {
        put_all(f.place, f.place_rate, f.turning, f.own, f.unspun);
        if (f.hub) put(*f.hub);
        if (f.quaternion) put(*f.quaternion);
    }
    void put(Body& b) const { put_all(b.mass, b.centre, b.inertia); }
    void put(Particle& p) const { put_all(p.mass, p.position, p.force); }
    void put(Contact& c) const {
        put(c.point);
        for (Contact::Part& part : c.parts) put(part.direction);
        if (c.unknown) put(*c.unknown);
        if (c.normal) put(*c.normal);
        if (c.mu) put(*c.mu);
    }
    void put(Symmetry& s) const { put(s.generator); }
    void put(Input& i) const { put_all(i.value, i.force); }
    void put(Drive& d) const {
        put_all(d.rate, d.momentum, d.whole);
        if (d.force) put(*d.force);
    }
    void put(Event& e) const { put(e.expression); }
    void put(Plot& p) const {
        for (PlottedCurve& curve : p.curves) put_all(curve.x, curve.y);
    }
    void put(Drawing& d) const { put_all(d.place, d.direction, d.axes, d.size); }
    void put(Parameter& p) const { put(p.value); }
    template <typename Name>
    void put(std::pair<Name, Expr>& entry) const {
        put(entry.second);
    }

    template <typename... Parts>
    void put_all(Parts&... parts) const {
        (put(parts), ...);
    }

private:
    std::span<const Replacement> values_;
};

// What is left of a constraint, classified anew. One without coordinates keeps its order: it cannot
// hold, or says nothing.
void reclassify(const System& system, const Specialization& values, Constraint& c) {
    Expr b = c.expression;
    values.put(b);
    if (b == c.expression) return;
    const auto normal = is_evidently_linear(b, system) ? std::nullopt : quick_normal_form(b);
    if (order_of(normal.value_or(b), system) < 0) {
        c.expression = normal.value_or(b);
        c.explicit_for.reset();
        return;
    }
    Equation written = c.written;
    values.put_all(written.left, written.right);
    Constraint again =
        classified(written.left - written.right == b ? written : Equation{b, 0}, normal, system);
    again.name = c.name;
    again.reaction = c.reaction;
    c = std::move(again);
}

// Of one whose highest derivatives are left; without them it is of lower order, or says nothing.
void specialize_higher(System& s, const Specialization& values) {
    std::vector<HigherConstraint> kept;
    for (HigherConstraint& h : s.higher) {
        Constraint& c = h.constraint;
        const int order = c.order;
        if (c.reaction) values.put(*c.reaction);
        reclassify(s, values, c);
        const bool is_left = c.order == order && order_of(c.expression, s) == order;
        if (is_left)
            kept.push_back(higher_constraint(std::move(c), std::move(h.latent), s));
        else if (!c.expression.is_zero())
            s.constraints.push_back(std::move(c));
    }
    s.higher = std::move(kept);
}

// Where a name is no parameter's any more, or a constraint is gone, multipliers and speeds are called
// otherwise: mu_1 is mu1 then, and mu2 may be the first. What is nobody's has no name there.
void rename_quantities(const System& before, System& after,
                       const std::vector<std::size_t>& constraints) {
    const std::vector<Quantity> now = quantities_of(after);
    std::vector<Replacement> names;
    for (const Quantity& old : quantities_of(before)) {
        const bool is_kept = before.higher.size() == after.higher.size();
        const auto is_same = [&](const Quantity& q) {
            const bool of_constraint = q.kind == QuantityKind::Multiplier;
            return is_kept && q.kind == old.kind && q.axis == old.axis &&
                   (of_constraint ? constraints[q.of] : q.of) == old.of;
        };
        const auto found = std::ranges::find_if(now, is_same);
        const bool is_lost = found == now.end() &&
                             std::ranges::find(now, old.symbol, &Quantity::symbol) != now.end();
        if (is_lost) names.emplace_back(old.symbol, symbol("no " + std::string(old.symbol.name())));
        if (found != now.end() && found->symbol != old.symbol)
            names.emplace_back(old.symbol, found->symbol);
    }
    const Specialization renaming(names);
    for (auto& [quantity, value] : after.expect) renaming.put(quantity);
    renaming.put_all(after.definitions, after.events, after.plots);
}

}  // namespace

void leave_out(System& system, std::size_t constraint) {
    system.constraints.erase(system.constraints.begin() + static_cast<std::ptrdiff_t>(constraint));
    for (Contact& contact : system.contacts) {
        std::erase_if(contact.parts,
                      [&](const Contact::Part& p) { return p.constraint == constraint; });
        for (Contact::Part& part : contact.parts)
            if (part.constraint > constraint) --part.constraint;
    }
}

FixedParameters all_fixed(const System& system) {
    return FixedParameters(system.parameters.size(), true);
}

namespace {

// In all that the system says, but for its constraints.
System with_replaced(const System& system, const Specialization& values) {
    System s = system;
    values.put_all(s.definitions, s.functions, s.inputs, s.drives, s.lagrangian, s.force,
                   s.particles, s.frames, s.bodies, s.gravity, s.contacts, s.reaction_vanishes_on,
                   s.initial, s.expect, s.symmetries, s.events, s.plots, s.drawings, s.up);
    for (auto& [quantity, value] : s.expect) values.put(quantity);
    if (s.parametrization) values.put(s.parametrization->velocities);
    return s;
}

void reclassify(System& s, const Specialization& values) {
    for (Constraint& c : s.constraints) {
        if (c.reaction) values.put(*c.reaction);
        reclassify(s, values, c);
    }
    specialize_higher(s, values);
}

}  // namespace

System specialized(const System& system, const FixedParameters& fixed) {
    const std::vector<Replacement> replacements = values_of(system, fixed);
    const Specialization values(replacements);
    System s = with_replaced(system, values);
    s.parameters.clear();
    s.description.parameters.clear();
    for (std::size_t i = 0; i < fixed.size(); ++i)
        if (!fixed[i]) {
            s.parameters.push_back(system.parameters[i]);
            if (i < system.description.parameters.size())
                s.description.parameters.push_back(system.description.parameters[i]);
        }
    reclassify(s, values);
    std::vector<std::size_t> places(s.constraints.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    for (std::size_t i = s.constraints.size(); i-- > 0;)
        if (s.constraints[i].expression.is_zero()) {
            leave_out(s, i);
            places.erase(places.begin() + static_cast<std::ptrdiff_t>(i));
        }
    rename_quantities(system, s, places);
    return s;
}

System with_inputs_replaced(const System& by_name, std::span<const Replacement> replacements) {
    const Specialization values(replacements);
    System result = with_replaced(by_name, values);
    std::erase_if(result.functions, is_input);
    reclassify(result, values);
    return result;
}

System constraints_by_numbers(const System& system) {
    System alone;
    alone.description.parameters = system.description.parameters;
    alone.q = system.q;
    alone.v = system.v;
    alone.a = system.a;
    alone.t = system.t;
    alone.parameters = system.parameters;
    alone.lagrangian = system.lagrangian;
    alone.force = system.force;
    alone.constraints = system.constraints;
    alone.higher = system.higher;
    alone.principle = system.principle;
    return specialized(alone, all_fixed(alone));
}

Sentences fixed_values(const System& system, const FixedParameters& fixed) {
    const auto& written = system.description.parameters;
    const bool is_as_written = written.size() == system.parameters.size();
    Sentences values;
    for (std::size_t i = 0; i < fixed.size(); ++i) {
        if (!fixed[i]) continue;
        const auto& [symbol, value] = system.parameters[i];
        values.push_back(is_as_written ? as_written(std::string(symbol.name()) + " = " +
                                                    written[i].formula.text())
                                       : Equation{symbol, value});
    }
    return values;
}

// Halves of the parameters are freed as long as the statement holds, and single ones in the end.
FixedParameters fewest_fixed(const System& system,
                             const std::function<bool(const System&)>& holds) {
    FixedParameters fixed = all_fixed(system);
    const auto try_to_free = [&](std::size_t from, std::size_t to) {
        FixedParameters fewer = fixed;
        std::fill(fewer.begin() + static_cast<std::ptrdiff_t>(from),
                  fewer.begin() + static_cast<std::ptrdiff_t>(to), false);
        try {
            if (!holds(specialized(system, fewer))) return false;
        } catch (const NumericalError&) {
            return false;
        }
        fixed = std::move(fewer);
        return true;
    };
    const std::function<void(std::size_t, std::size_t)> free = [&](std::size_t from,
                                                                   std::size_t to) {
        if (from == to || try_to_free(from, to) || to - from == 1) return;
        const std::size_t middle = from + (to - from) / 2;
        free(middle, to);
        free(from, middle);
    };
    free(0, fixed.size());
    return fixed;
}

}  // namespace rattleback
