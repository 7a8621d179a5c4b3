#include "dynamics/part_energies.hpp"

#include <algorithm>

#include "expr/functions.hpp"
#include "expr/graph.hpp"

namespace rattleback {
namespace {

using Part = std::vector<std::size_t>;

constexpr std::size_t compared_states = 100;

std::vector<Part> parts_of(const ExprMatrix& mass) {
    std::vector<Part> parts;
    for (std::size_t i = 0; i < mass.size(); ++i) {
        Part its{i};
        const auto is_coupled = [&](const Part& part) {
            return std::ranges::any_of(part, [&](std::size_t j) { return !mass[i][j].is_zero(); });
        };
        for (const Part& part : parts)
            if (is_coupled(part)) its.insert(its.end(), part.begin(), part.end());
        std::erase_if(parts, is_coupled);
        std::ranges::sort(its);
        parts.push_back(std::move(its));
    }
    return parts;
}

bool has_velocities(const ExprMatrix& mass, const ExprVector& v) {
    for (const ExprVector& row : mass)
        for (const Expr& m : row)
            if (std::ranges::any_of(v, [&](const Expr& each) { return depends_on(m, each); }))
                return true;
    return false;
}

}  // namespace

std::vector<Balance> part_energies(const System& system) {
    if (system.principle == Principle::Vakonomic) return {};
    const auto [mass, force] = free_motion(system);
    const std::vector<Part> parts = parts_of(mass);
    if (parts.size() < 2 || has_velocities(mass, system.v)) return {};
    std::vector<Balance> result;
    for (const Part& part : parts) {
        Balance b{.watch = Watch{.kind = WatchKind::PartEnergy,
                                 .says = Sentence(symbol("T") - symbol("T0")) +
                                         " - work of all forces and reactions"},
                  .value = 0,
                  .size = 0,
                  .rate = 0,
                  .field = {},
                  .generator = ExprVector(system.size(), 0)};
        for (const std::size_t i : part) {
            b.watch.which += (i == part.front() ? Sentence() : ", ") + system.q[i];
            b.generator[i] = system.v[i];
            b.rate += force[i] * system.v[i];
            for (const std::size_t j : part) {
                const Expr square = system.v[i] * system.v[j] / 2;
                b.value += mass[i][j] * square;
                b.size += abs(mass[i][j] * square);
                b.rate +=
                    derivative_along(mass[i][j], system.by_time_without_accelerations()) * square;
            }
        }
        if (has_reaction(system)) b.field = b.generator;
        result.push_back(std::move(b));
    }
    return result;
}

std::vector<double> sizes_of_parts(const System& system, const Equations& equations,
                                   const Trajectory& run) {
    MotionStates states(system, equations, Watched::Parts);
    std::vector<double> result(states.balances().size());
    if (result.empty()) return result;
    const auto look = [&](double t, std::span<const double> state) {
        states.see(t, state);
        const auto seen = states.all();
        for (std::size_t j = 0; j < result.size(); ++j)
            result[j] = std::max(result[j], seen[j].size);
    };
    const std::size_t count = run.dense.empty() ? run.times.size() : run.dense.segments();
    std::vector<double> state(run.states.width());
    for (std::size_t i = 0; i < count; i += count / compared_states + 1) {
        if (run.dense.empty()) {
            look(run.times[i], run.states[i]);
            continue;
        }
        const Segment segment = run.dense.segment(i);
        segment.evaluate(0, state.data());
        look(segment.start.high, state);
    }
    return result;
}

}  // namespace rattleback
