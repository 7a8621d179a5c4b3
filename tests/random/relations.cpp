#include "random/relations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "exact/limits.hpp"
#include "random/coordinate_change.hpp"
#include "random/random_body.hpp"
#include "structure/run_branch.hpp"

namespace rattleback::testing {
namespace {

using Result = std::optional<RelatedModel>;

template <typename T>
std::vector<T> in_order(const std::vector<T>& entries, const std::vector<std::size_t>& order) {
    std::vector<T> result;
    for (const std::size_t i : order)
        if (!entries.empty()) result.push_back(entries[i]);
    return result;
}

Result other_order_of_coordinates(RandomSource& random, const RandomModel& of, const Judge&) {
    const std::size_t n = of.model.coordinates.size();
    const auto order = random.order(n);
    if (std::ranges::is_sorted(order)) return {};
    ModelText m = of.model;
    m.coordinates = in_order(m.coordinates, order);
    m.forces = in_order(m.forces, order);
    for (ConstraintText& c : m.constraints) c.reaction = in_order(c.reaction, order);
    for (auto& w : m.vanishes_on) w = in_order(w, order);
    m.q = in_order(m.q, order);
    m.v = in_order(m.v, order);
    std::vector<std::size_t> inverse(n);
    for (std::size_t i = 0; i < n; ++i) inverse[order[i]] = i;
    return RelatedModel{
        m,
        {[inverse](const State& s) {
             return State{s.t, in_order(s.q, inverse), in_order(s.v, inverse)};
         },
         [inverse](const Vector& r, const State&) { return in_order(r, inverse); }}};
}

Result other_order_of_constraints(RandomSource& random, const RandomModel& of, const Judge&) {
    const auto order = random.order(of.model.constraints.size());
    if (std::ranges::is_sorted(order)) return {};
    ModelText m = of.model;
    m.constraints = in_order(m.constraints, order);
    return RelatedModel{m};
}

template <CoordinateChange (*make)(RandomSource&, std::size_t)>
Result other_coordinates(RandomSource& random, const RandomModel& of, const Judge&) {
    const CoordinateChange change = make(random, of.model.coordinates.size());
    const auto model = change.applied(of.model);
    if (!model) return {};
    return RelatedModel{
        *model,
        {[change](const State& s) { return change.back(s); },
         [change](const Vector& r, const State& s) { return change.covector_back(r, s); }}};
}

// 10^k as a formula.
std::string power_of_ten(int k) { return fmt::format("10^({})", k); }

std::string times(const std::string& factor, const std::string& text) {
    return "(" + factor + ")*(" + text + ")";
}

// q = λ Q, t = τ T, and L, F and R are μ times as large.
ModelText in_units(const ModelText& of, const std::vector<int>& lengths, int time, int mass) {
    std::map<std::string, std::string> by{{"t", power_of_ten(time) + "*t"}};
    for (std::size_t i = 0; i < lengths.size(); ++i)
        for (int primes = 0; primes <= 2; ++primes) {
            const std::string name =
                of.coordinates[i] + std::string(static_cast<std::size_t>(primes), '\'');
            by[name] = power_of_ten(lengths[i] - primes * time) + "*" + name;
        }
    const std::string mu = power_of_ten(mass);
    ModelText m = rewritten(of, by);
    if (!m.lagrangian.empty()) m.lagrangian = times(mu, m.lagrangian);
    for (ParticleText& p : m.particles) {
        p.mass = times(power_of_ten(mass - 2 * time), p.mass);
        for (std::string& f : p.force) f = times(mu, f);
    }
    for (std::string& potential : m.potentials) potential = times(mu, potential);
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const std::string lambda = power_of_ten(lengths[i]);
        if (!m.forces.empty()) m.forces[i] = times(mu + "*" + lambda, m.forces[i]);
        for (ConstraintText& c : m.constraints)
            if (!c.reaction.empty()) c.reaction[i] = times(lambda, c.reaction[i]);
        for (auto& w : m.vanishes_on) w[i] = times(power_of_ten(-lengths[i]), w[i]);
        m.q[i] /= std::pow(10.0L, lengths[i]);
        m.v[i] /= std::pow(10.0L, lengths[i] - time);
    }
    m.until /= std::pow(10.0L, time);
    return m;
}

template <int largest>
Result other_units(RandomSource& random, const RandomModel& of, const Judge&) {
    if (!of.model.tables.empty()) return {};
    const auto exponent = [&] {
        return static_cast<int>(random.between(0, 2 * largest)) - largest;
    };
    const int time = exponent(), mass = exponent();
    const std::vector<int> lengths(of.model.coordinates.size(), exponent());
    RelatedModel result{in_units(of.model, lengths, time, mass)};
    result.time_unit = std::pow(10.0L, time);
    result.back.state = [=](const State& s) {
        State state{s.t * std::pow(10.0L, time), s.q, s.v};
        for (std::size_t i = 0; i < s.q.size(); ++i) {
            state.q[i] *= std::pow(10.0L, lengths[i]);
            state.v[i] *= std::pow(10.0L, lengths[i] - time);
        }
        return state;
    };
    result.back.covector = [=](const Vector& r, const State&) {
        Vector covector = r;
        for (std::size_t i = 0; i < r.size(); ++i)
            covector[i] /= std::pow(10.0L, lengths[i] + mass);
        return covector;
    };
    result.atol_factor = std::pow(10.0, -std::max(lengths[0], lengths[0] - time));
    return result;
}

std::string zero_of(const ConstraintText& c) { return "((" + c.left + ") - (" + c.right + "))"; }

int order_of(const ConstraintText& c) {
    const std::string all = c.left + c.right;
    return all.find("''") != std::string::npos ? 2 : all.find('\'') != std::string::npos ? 1 : 0;
}

// A factor that never vanishes; velocities may be in it, unless the constraint is positional.
Result multiplied_constraints(RandomSource& random, const RandomModel& of, const Judge&) {
    if (of.model.constraints.empty()) return {};
    ModelText m = of.model;
    std::vector<std::string> names = m.coordinates;
    names.emplace_back("t");
    for (ConstraintText& c : m.constraints) {
        std::string factor = positive(random, names).text;
        if (order_of(c) > 0 && random.one_in(2)) factor += " + " + random.of(m.coordinates) + "'^2";
        c.left = "(" + factor + ")*" + zero_of(c);
        c.right = "0";
    }
    return RelatedModel{m};
}

// c₁ + f c₂ and c₂ + g c₁ with |f g| < 1, of constraints of the same order.
Result combined_constraints(RandomSource& random, const RandomModel& of, const Judge&) {
    ModelText m = of.model;
    for (std::size_t i = 0; i < m.constraints.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            ConstraintText &a = m.constraints[i], &b = m.constraints[j];
            if (order_of(a) != order_of(b)) continue;
            const std::string f = small(random, m.coordinates).text;
            const std::string g = small(random, m.coordinates).text;
            const std::string left = zero_of(a) + " + (" + f + ")*" + zero_of(b);
            b.left = zero_of(b) + " + (" + g + ")*" + zero_of(a);
            a.left = left;
            a.right = b.right = "0";
            return RelatedModel{m};
        }
    return {};
}

// Positional ones are combined with constant factors: f·φ = 0 beside φ = 0 is dependent only where φ
// vanishes, which the program does not see (docs/trust.md).
Result redundant_constraint(RandomSource& random, const RandomModel& of, const Judge&) {
    const auto& all = of.model.constraints;
    const bool has_law =
        !of.model.vanishes_on.empty() ||
        std::ranges::any_of(all, [](const auto& c) { return !c.reaction.empty(); });
    if (all.empty() || has_law) return {};
    ModelText m = of.model;
    const ConstraintText& first = random.of(all);
    const std::string factor =
        order_of(first) == 0 ? random.mass() : positive(random, m.coordinates).text;
    std::string sum = "(" + factor + ")*" + zero_of(first);
    for (const ConstraintText& c : all)
        if (&c != &first && order_of(c) == order_of(first)) sum += " + " + zero_of(c);
    m.constraints.push_back({sum});
    return RelatedModel{m};
}

Result shifted_time(RandomSource&, const RandomModel& of, const Judge& judge) {
    if (judge.truth().samples.size() < 2) return {};
    const State& start = judge.truth().samples[0];
    ModelText m = rewritten(of.model, {{"t", "t + " + decimal(start.t)}});
    m.q = start.q;
    m.v = start.v;
    m.until -= start.t;
    RelatedModel result{m};
    result.time_zero = start.t;
    result.back.state = [from = start.t](const State& s) { return State{s.t + from, s.q, s.v}; };
    return result;
}

Result potential_written_otherwise(RandomSource& random, const RandomModel& of, const Judge&) {
    if (of.potential.is_zero()) return {};
    const bool in_lagrangian = !of.without_potential.lagrangian.empty();
    auto writing = static_cast<PotentialWriting>(
        (static_cast<std::size_t>(of.writing) + 1 + random.below(2)) % 3);
    if (!in_lagrangian && writing == PotentialWriting::InLagrangian)
        writing = of.writing == PotentialWriting::AsForce ? PotentialWriting::AsPotential
                                                          : PotentialWriting::AsForce;
    ModelText m = with_potential(of.without_potential, of.potential, writing);
    m.q = of.model.q;
    m.v = of.model.v;
    m.until = of.model.until;
    return RelatedModel{m};
}

// T = Σ m ṙ²/2, and the forces on the particles as forces on the coordinates.
Result particles_written_by_a_lagrangian(RandomSource&, const RandomModel& of, const Judge&) {
    if (of.positions.empty()) return {};
    ModelText m = of.model;
    m.particles.clear();
    const std::size_t n = m.coordinates.size();
    if (m.forces.empty()) m.forces.assign(n, "0");
    std::vector<std::string> terms;
    for (std::size_t p = 0; p < of.positions.size(); ++p) {
        const ParticleText& particle = of.model.particles[p];
        for (std::size_t c = 0; c < of.positions[p].size(); ++c) {
            const FormulaText& r = of.positions[p][c];
            terms.push_back("(" + particle.mass + ")*(" + time_derivative(r) + ")^2/2");
            for (std::size_t i = 0; i < n && !particle.force.empty(); ++i)
                if (r.partial(m.coordinates[i]) != "0")
                    m.forces[i] +=
                        " + (" + particle.force[c] + ")*(" + r.partial(m.coordinates[i]) + ")";
        }
    }
    m.lagrangian = sum_of(terms);
    return RelatedModel{m};
}

Result body_written_by_particles(RandomSource&, const RandomModel& of, const Judge&) {
    if (of.body_particles.empty()) return {};
    return RelatedModel{body_as_particles(of)};
}

// L and L + dG(t, q)/dt have the same motion.
Result time_derivative_added(RandomSource& random, const RandomModel& of, const Judge&) {
    if (of.model.lagrangian.empty()) return {};
    ModelText m = of.model;
    std::vector<std::string> names = m.coordinates;
    names.emplace_back("t");
    m.lagrangian += " + " + time_derivative(product(smooth(random, names), smooth(random, names)));
    return RelatedModel{m};
}

constexpr std::array<ModelRelation, 15> table{{
    {"coordinates in another order", other_order_of_coordinates},
    {"constraints in another order", other_order_of_constraints},
    {"linear change of coordinates", other_coordinates<CoordinateChange::linear>},
    {"nonlinear change of coordinates", other_coordinates<CoordinateChange::nonlinear>},
    {"moving coordinates", other_coordinates<CoordinateChange::moving>},
    {"other units, 10^±3", other_units<3>},
    {"constraints multiplied", multiplied_constraints},
    {"constraints combined", combined_constraints},
    {"redundant constraint added", redundant_constraint},
    {"time shifted", shifted_time},
    {"potential written otherwise", potential_written_otherwise},
    {"particles written by L", particles_written_by_a_lagrangian},
    {"body written by particles", body_written_by_particles},
    {"time derivative added to L", time_derivative_added},
    {"other units, 10^±10", other_units<10>},
}};

}  // namespace

std::span<const ModelRelation> model_relations() { return table; }

RunVerdict related_run(Judge& judge, const RelatedModel& related, RunRequest request) {
    std::optional<System> system;
    try {
        system.emplace(run_branch(built(related.model)).system);
    } catch (const TooLarge& error) {
        return {.kind = RunVerdict::Kind::Refused, .why = error.what()};
    }
    request.atol *= related.atol_factor;
    Judge::Wanted wanted{.times = {}, .back = related.back};
    for (const double t : judge.times()) {
        if (t <= related.time_zero)
            ++wanted.first;
        else
            wanted.times.push_back(
                static_cast<double>((t - related.time_zero) / related.time_unit));
    }
    return judge.run(*system, request, wanted);
}

}  // namespace rattleback::testing
