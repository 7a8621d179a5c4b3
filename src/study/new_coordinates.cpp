#include "study/new_coordinates.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/interruption.hpp"
#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "model/branch_wish.hpp"
#include "model/energy.hpp"
#include "model/expectation.hpp"
#include "model/quantities.hpp"
#include "rattleback/errors.hpp"
#include "start/start_in_coordinates.hpp"
#include "study/changed_model.hpp"
#include "study/coordinate_request.hpp"

namespace rattleback {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw RequestError("coordinates", what); }

class Writer {
public:
    // With the names of inputs.
    Writer(const System& system, const CoordinateMap& map) : system_(system), map_(map) {
        if (!system.higher.empty())
            refuse(
                fmt::format("the constraint '{}' is of order {}, and those above two are not "
                            "written in other coordinates",
                            system.higher[0].constraint.name, system.higher[0].constraint.order));
        for (const Expr& applied : system.functions)
            for (const Expr& q : system.q)
                if (depends_on(applied, q) && !stays(q))
                    refuse(
                        fmt::format("the function '{}' that the model leaves open has the "
                                    "argument '{}', which is replaced",
                                    applied.name(), q.name()));
        find_reactions();
    }

    NewCoordinates run() {
        copy_names();
        write_motion();
        write_constraints();
        write_requests();
        write_expectations();
        result_.description.initial = start_in_coordinates(build(system_.description), map_);
        say_what_is_left_out();
        return std::move(result_);
    }

private:
    bool stays(const Expr& q) const { return std::ranges::find(map_.q(), q) != map_.q().end(); }
    std::string text(const Expr& e) const {
        return to_text(map_.function(substitute(e, reactions_)));
    }
    // A quantity of which no entry depends on the coordinates.
    bool is_the_same(const Expr& e) const {
        const auto found = quantities_in(system_, {&e, 1});
        return !found.empty() && found[0].kind != QuantityKind::Reaction;
    }

    // Entries that are not zero, by coordinate.
    std::vector<Assignment> components(const ExprVector& entries) const {
        std::vector<Assignment> list;
        for (std::size_t i = 0; i < entries.size(); ++i)
            if (!entries[i].is_zero()) list.push_back({to_text(map_.q()[i]), to_text(entries[i])});
        return list;
    }

    void copy_names() {
        const Description& old = system_.description;
        Description& d = result_.description;
        std::string equations;
        for (std::size_t i = 0; i < system_.size(); ++i)
            if (!stays(system_.q[i]))
                equations += fmt::format("{}`{} = {}`", equations.empty() ? "" : ", ",
                                         to_text(system_.q[i]), to_text(map_.phi()[i]));
        d.title = fmt::format("{}, in other coordinates", title_of(old));
        d.reference = old.reference;
        d.description = fmt::format("The model \"{}\" with {}.", title_of(old), equations);
        for (const Expr& q : map_.q()) d.coordinates.emplace_back(to_text(q));
        d.parameters = old.parameters;
        d.functions = old.functions;
        d.inputs = old.inputs;
        d.principle = old.principle;
        d.simulate = old.simulate;
    }

    void write_motion() {
        Description& d = result_.description;
        d.lagrangian = text(system_.lagrangian);
        const auto force = components(map_.covector(system_.force));
        if (!force.empty()) d.forces.push_back({.components = force});
    }

    void write_constraints() {
        Description& d = result_.description;
        for (const Constraint& c : system_.constraints) {
            if (is_zero(c.expression).proved_zero())
                continue;  // a contact that the coordinates ensure
            ConstraintDescription written{
                .name = c.name,
                .equation = fmt::format("{} = {}", text(c.written.left), text(c.written.right))};
            if (c.reaction) written.reaction = components(map_.covector(*c.reaction));
            d.constraints.push_back(std::move(written));
        }
        for (const ExprVector& w : system_.reaction_vanishes_on)
            d.reaction_vanishes_on.push_back(components(map_.vector(w)));
        if (!system_.parametrization) return;
        ParametrizationDescription psi;
        for (const Expr& z : system_.parametrization->variables)
            psi.variables.emplace_back(to_text(z));
        const ExprVector velocities = map_.velocity(system_.parametrization->velocities);
        for (std::size_t i = 0; i < velocities.size(); ++i)
            psi.velocities.push_back({to_text(map_.v()[i]), to_text(velocities[i])});
        d.parametrization = std::move(psi);
    }

    void write_requests() {
        Description& d = result_.description;
        for (const Symmetry& s : system_.symmetries) {
            const ExprVector generator = map_.vector(s.generator);
            if (std::ranges::any_of(generator,
                                    [&](const Expr& e) { return depends_on(e, system_.t); }))
                result_.left_out.push_back(sentence(
                    "The generator of '{}' would depend on time, and is left out.", s.name));
            else
                d.symmetries.push_back({.name = s.name, .generator = components(generator)});
        }
        for (const Event& event : system_.events) {
            if (has_no_name({event.expression}, sentence("The event '{}'", event.name))) continue;
            d.events.push_back({.name = event.name,
                                .when = text(event.expression) + " = 0",
                                .direction = direction_of(event),
                                .stop = event.stop});
        }
        for (std::size_t i = 0; i < system_.plots.size(); ++i) {
            ExprVector drawn;
            for (const PlottedCurve& curve : system_.plots[i].curves) {
                drawn.push_back(curve.x);
                drawn.push_back(curve.y);
            }
            if (has_no_name(drawn, sentence("Plot {}", i + 1))) continue;
            d.plots.push_back(system_.description.plots[i]);
            for (std::size_t k = 0; k < system_.plots[i].curves.size(); ++k)
                write_curve(system_.plots[i].curves[k], k, d.plots.back());
        }
    }

    // Reactions are told by those of all new coordinates; a name that is then something else's is lost.
    bool has_name(const Quantity& quantity) const {
        if (quantity.kind == QuantityKind::Reaction)
            return std::ranges::none_of(map_.q(), [&](const Expr& q) {
                const Expr reaction = symbol("R_" + to_text(q));
                return stays(reaction) ||
                       std::ranges::find(system_.parameters, reaction, &Parameter::symbol) !=
                           system_.parameters.end();
            });
        return !stays(quantity.symbol) &&
               (quantity.kind == QuantityKind::Gauss ||
                (quantity.kind == QuantityKind::Multiplier && system_.contacts.empty()));
    }

    // Forces at contacts, which are told by their constraints, and speeds, which are others.
    bool has_no_name(const ExprVector& asked, const Sentence& what) {
        for (const Quantity& q : quantities_in(system_, asked)) {
            if (has_name(q)) continue;
            result_.left_out.push_back(
                sentence("{} asks for '{}', which has no name in the new coordinates, and is "
                         "left out.",
                         what, q.symbol.name()));
            return true;
        }
        return false;
    }

    // Over the x of all curves where there is one.
    void write_curve(const PlottedCurve& curve, std::size_t k, PlotDescription& plot) {
        plot.y[k] = text(curve.y);
        if (k < plot.x.size()) plot.x[k] = text(curve.x);
    }

    static const char* direction_of(const Event& event) {
        return event.direction > 0 ? "rising" : event.direction < 0 ? "falling" : "both";
    }

    // Constants of the motion are functions like others. Closed forms of coordinates that are replaced
    // are solved for the new ones where that is linear.
    void write_expectations() {
        Description& d = result_.description;
        ExprVector closed = system_.q;
        for (const auto& [what, expected] : system_.expect)
            if (!is_constant_of_motion(expected)) std::ranges::replace(closed, what, expected);
        const bool all_are_closed = std::ranges::none_of(
            system_.q, [&](const Expr& q) { return std::ranges::find(closed, q) != closed.end(); });
        const auto inverse = all_are_closed ? map_.affine_inverse(closed, system_.t) : std::nullopt;
        for (const auto& [what, expected] : system_.expect) {
            const auto place = std::ranges::find(system_.q, what) - system_.q.begin();
            const auto i = static_cast<std::size_t>(place);
            if (has_no_name({what}, sentence("What is expected of {}", what))) continue;
            if (is_constant_of_motion(expected))
                d.expect.push_back({text(what), constant_word});
            else if (inverse && i < system_.size())
                d.expect.push_back({to_text(map_.q()[i]), to_text((*inverse)[i])});
            else if (stays(symbol(what.name())) || is_the_same(what))
                d.expect.push_back({to_text(what), to_text(expected)});
            else
                result_.left_out.push_back(
                    sentence("The closed form {} is that of a coordinate which is replaced.",
                             Equation{what, expected}));
        }
    }

    void say_what_is_left_out() {
        const Description& old = system_.description;
        if (!old.particles.empty() || !old.bodies.empty())
            result_.left_out.emplace_back(
                "Particles and bodies are told by their Lagrangian and their forces.");
        if (!system_.contacts.empty())
            result_.left_out.emplace_back(
                "Contacts are told by their constraints: the forces there, and where they would be "
                "lost or slip, are not computed.");
        if (!old.drawings.empty())
            result_.left_out.emplace_back("The drawings of the model are left out.");
        for (const Assignment& value : old.initial)
            if (const auto constraint = constraint_of_branch(value.name.text()))
                result_.left_out.push_back(
                    sentence("The choice of a branch of '{}' is left out: its equation is another.",
                             *constraint));
    }

    // Covectors: what they were is J⁻ᵀ times what they are.
    void find_reactions() {
        ExprVector reactions;
        for (const Expr& q : map_.q()) reactions.push_back(symbol("R_" + to_text(q)));
        const auto old = solve(transposed(map_.slope()), reactions);
        for (const Quantity& q : quantities_of(system_))
            if (q.kind == QuantityKind::Reaction) reactions_.emplace_back(q.symbol, (*old)[q.of]);
    }

    const System& system_;
    const CoordinateMap& map_;
    std::vector<Replacement> reactions_;
    NewCoordinates result_;
};

}  // namespace

NewCoordinates in_coordinates(const Description& description, std::span<const NewValue> old,
                              const Attention& attention) {
    const StopScope scope(attention.stop);
    const System system = build(description, InputsAs::ByName);
    const CoordinateMap map = coordinate_map(system, old);
    return Writer(system, map).run();
}

}  // namespace rattleback
