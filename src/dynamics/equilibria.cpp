#include "dynamics/equilibria.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>

#include "base/interruption.hpp"
#include "dynamics/steady_contacts.hpp"
#include "equations/form_choice.hpp"
#include "expr/print_text.hpp"
#include "expr/short_decimal.hpp"
#include "start/consistent_start.hpp"
#include "trajectory/regular_form.hpp"
#include "trajectory/switches.hpp"

namespace rattleback {
namespace {

bool has_quaternion(const System& system) {
    return std::ranges::any_of(system.frames,
                               [](const Frame& f) { return f.quaternion.has_value(); });
}

void add(Equilibria& list, std::optional<SteadyMotion> found, const SteadySearch& search) {
    ++list.tries;
    if (!found) {
        ++list.failed;
        return;
    }
    const auto known = std::ranges::find_if(
        list.found, [&](const SteadyMotion& s) { return search.are_same(s, *found); });
    if (known != list.found.end()) {
        ++known->tries;
        return;
    }
    const bool on_known_family =
        found->family.dimension > 0 && std::ranges::any_of(list.found, [&](const SteadyMotion& s) {
            return s.family.dimension == found->family.dimension && s.at_rest == found->at_rest &&
                   s.small.spectrum.stability() == found->small.spectrum.stability() &&
                   search.are_connected(s, *found);
        });
    if (on_known_family) {
        ++list.others_on_families;
        return;
    }
    found->tries = 1;
    list.found.push_back(std::move(*found));
}

// In the form chosen; and, where that fails at some states, in all velocities, which finds what lies
// there. What both can see is described in the first.
class Searches {
public:
    Searches(const System& system, std::uint64_t seed) {
        const Formulation& form = form_of_search(system);
        if (&form == &form_in_velocities()) {
            first_ = std::make_unique<SteadySearch>(system, in_velocities(system), seed);
            return;
        }
        const Equations chosen = derive(system, form.name);
        const RegularForm regular = regular_form(system, chosen);
        if (regular.choice) second_ = std::make_unique<SteadySearch>(system, regular.used, seed);
        try {
            first_ = std::make_unique<SteadySearch>(system, InVelocities{system, chosen}, seed);
        } catch (const NumericalError&) {  // it fails at the initial state
            if (!second_) throw;
            std::swap(first_, second_);
        }
    }

    void run(bool from_start, Equilibria& found, Equilibria& elsewhere) {
        const auto search = [&](SteadySearch& s) {
            return from_start ? s.from_initial_state() : s.from_random_state();
        };
        add(found, search(*first_), *first_);
        if (!second_) return;
        auto other = search(*second_);
        if (auto known = other ? first_->in_form(*other) : std::nullopt)
            add(found, std::move(known), *first_);
        else
            add(elsewhere, std::move(other), *second_);
    }

private:
    std::unique_ptr<SteadySearch> first_, second_;
};

// Formulas of contacts depend on the side where the model starts: they are made anew.
std::optional<Sentence> objection_of_model(const System& system,
                                           std::span<const std::pair<Expr, double>> at) {
    Description description = system.description;
    description.initial.clear();
    description.expect.clear();
    for (const auto& [symbol, value] : at.first(2 * system.size()))
        description.initial.push_back({to_text(symbol), short_decimal(value)});
    const System there = build(description);
    const ConsistentStart start = consistent_start(there);
    std::string violated;
    for (const auto& part : {start.positions, start.velocities})
        for (const Violation& v : part)
            violated += fmt::format("{}'{}'", violated.empty() ? "" : ", ",
                                    there.constraints[v.constraint].name);
    if (violated.empty()) return {};
    return sentence("It could not be so: as a start of the model it violates {}.", violated);
}

}  // namespace

Equilibria equilibria(const System& system, const EquilibriaOptions& options) {
    Equilibria result;
    if (has_quaternion(system))
        result.notes.emplace_back(
            "A frame turned by a quaternion is steady here only where it does not turn; give it "
            "angles to find steady rotations.");
    if (const auto switched = with_sides(system); switched && switched->size() > 0) {
        Sentences surfaces;
        for (std::size_t i = 0; i < switched->size(); ++i)
            surfaces.push_back(surface_text(*switched, i));
        result.notes.push_back(
            sentence("The equations jump or have kinks at {}: states that lie there are not "
                     "looked for, though friction may hold the system in a whole range of them.",
                     listed(surfaces, ", ", ", ")));
    }
    Searches searches(system, options.seed);
    Equilibria elsewhere;
    for (std::size_t i = 0; i <= options.tries; ++i) {
        try {
            if (i > 0 &&
                !goes_on(options.keep_going, i - 1, options.tries, fmt::format("search {}", i)))
                throw Interrupted();
            searches.run(i == 0, result, elsewhere);
        } catch (const Interrupted&) {
            result.notes.push_back(
                sentence("Interrupted: {} searches were not made.", options.tries + 1 - i));
            break;
        }
    }
    const StopScope to_the_end{
        std::stop_token()};  // what follows is short, and belongs to all found
    std::ranges::move(elsewhere.found, std::back_inserter(result.found));
    result.tries += elsewhere.tries;
    result.failed += elsewhere.failed;
    result.others_on_families += elsewhere.others_on_families;
    const SteadyContacts contacts(system);
    for (SteadyMotion& s : result.found) {
        s.objections = contacts.objections(s.small.at);
        if (auto why = objection_of_model(system, s.small.at)) s.objections.push_back(*why);
    }
    for (const auto& [symbol, value] : system.initial) result.given.push_back(symbol);
    return result;
}

}  // namespace rattleback
