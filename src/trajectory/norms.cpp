#include "trajectory/norms.hpp"

#include <algorithm>

#include "equations/formulations.hpp"
#include "expr/functions.hpp"
#include "expr/occurrence.hpp"
#include "expr/rebuild.hpp"
#include "model/decisions.hpp"
#include "model/input_table.hpp"
#include "trajectory/apex.hpp"
#include "trajectory/projection.hpp"

namespace rattleback {
namespace {

// One norm, and forces in which its direction takes the place of w/√Q.
class Taking {
public:
    Taking(const System& system, const Expr& root, NormSquares squares, std::size_t number)
        : system_(system), squares_(std::move(squares)), root_(root) {
        norm_ = {root.args()[0], squares_.parts, squares_.weights, {}, name("size", number, 0)};
        for (std::size_t i = 0; i < squares_.parts.size(); ++i)
            norm_.directions.push_back(name("direction", number, i + 1));
    }

    const Norm& norm() const { return norm_; }

    // Nothing where there are other limits than directions give, or none.
    std::optional<Expr> rewritten(const Expr& e) const {
        bool has_limits = true;
        const Expr result = rebuilt(e, [&](const Expr& node, std::span<const Expr> args) {
            Expr now = node == root_ ? norm_.size : with_children(node, args);
            if (!has_limits || now.kind() != Kind::Product) return now;
            const auto product = with_directions(now);
            has_limits = product.has_value();
            return product.value_or(now);
        });
        if (!has_limits) return {};
        for (const Expr& direction : norm_.directions)
            if (depends_on_any(derivative(result, direction), norm_.directions)) return {};
        return result;
    }

private:
    static Expr name(const char* stem, std::size_t number, std::size_t part) {
        return symbol(std::string(stem) + " " + std::to_string(number) +
                      (part == 0 ? "" : " " + std::to_string(part)));
    }

    // A product in which sizes stand below the bar: as many factors become directions.
    std::optional<Expr> with_directions(const Expr& product) const {
        std::int64_t below = 0;
        std::vector<std::pair<Expr, std::int64_t>> others;
        for (std::size_t j = 0; j < product.args().size(); ++j) {
            const Expr& base = product.args()[j];
            const std::int64_t exponent = product.exponents()[j];
            if (base == norm_.size)
                below -= exponent;
            else if (base == norm_.square && exponent < 0)
                below -= 2 * exponent;
            else
                others.emplace_back(base, exponent);
        }
        Expr directions = 1;
        for (auto& [base, exponent] : others)
            for (; below > 0 && exponent > 0; --exponent, --below) {
                const auto along = direction_of(base);
                if (!along) break;
                directions *= *along;
            }
        Expr left = directions;
        for (const auto& [base, exponent] : others) left *= pow(base, exponent);
        if (below <= 0) return left * pow(norm_.size, -below);
        return term_by_term(left, below);
    }

    // A sum above the bar whose terms have directions each for itself.
    std::optional<Expr> term_by_term(const Expr& product, std::int64_t below) const {
        const std::vector<Expr> factors =
            product.kind() == Kind::Product
                ? std::vector(product.args().begin(), product.args().end())
                : std::vector{product};
        for (const Expr& sum : factors) {
            if (sum.kind() != Kind::Sum || !depends_on_any(sum, system_.v)) continue;
            if (!sum.number().is_zero()) continue;
            const Expr others = product / sum;
            SumBuilder result;
            for (std::size_t i = 0; i < sum.args().size(); ++i) {
                const Expr term = others * sum.args()[i] * pow(norm_.size, -below);
                const auto one = with_directions(term);
                if (!one) return {};
                result.add(sum.coefficients()[i], *one);
            }
            return result.build();
        }
        return {};
    }

    // f/|w| for f = Σ aᵢ wᵢ.
    std::optional<Expr> direction_of(const Expr& f) const {
        if (!depends_on_any(f, system_.v)) return {};
        const ExprVector slopes = gradient(f, system_.v);
        for (const Expr& slope : slopes)
            if (depends_on_any(slope, system_.v)) return {};
        const ExprVector a = squares_.combination(slopes);
        Expr rest = f, along = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            rest -= a[i] * squares_.parts[i];
            along += a[i] * norm_.directions[i];
        }
        if (!vanishes_quickly(rest)) return {};
        return along;
    }

    const System& system_;
    NormSquares squares_;
    Expr root_;
    Norm norm_;
};

std::vector<Expr*> forces_of(System& system) {
    std::vector<Expr*> result;
    for (Expr& e : system.force) result.push_back(&e);
    for (Particle& p : system.particles)
        for (Expr& e : p.force) result.push_back(&e);
    return result;
}

// Roots of what the velocities are in.
ExprVector roots_of_velocities(const std::vector<Expr*>& forces, const System& system) {
    ExprVector all, result;
    for (const Expr* e : forces) all.push_back(*e);
    const Graph graph(all);
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (is_call(node, FunctionId::Sqrt) && node.args()[0].kind() == Kind::Sum &&
            depends_on_any(node, system.v) && !depends_on_any(node, system.a))
            result.push_back(node);
    }
    return result;
}

ExprVector vanishing_parameters(const System& system) {
    ExprVector result;
    for (const Parameter& p : lasting_parameters(system))
        if (p.value.is_zero()) result.push_back(p.symbol);
    return result;
}

// A form whose speeds the constraints leave free, for one that keeps all velocities.
std::optional<Equations> with_free_speeds(const System& system, const Equations& equations) {
    if (system.constraints.empty() || !keeps_all_velocities(system, equations) ||
        form_in_speeds().refusal(system))
        return {};
    Equations free = derive(system, form_in_speeds().name);
    if (free.speeds_from_velocities.size() != free.speeds.size()) return {};
    return free;
}

}  // namespace

std::vector<Norm> take_directions(System& system) {
    std::vector<Norm> result;
    const std::vector<Expr*> forces = forces_of(system);
    if (roots_of_velocities(forces, system).empty()) return result;
    // What has no friction at all has no direction to lose.
    std::vector<Replacement> zeros;
    for (const Expr& symbol : decided(system, &vanishing_parameters)) zeros.emplace_back(symbol, 0);
    for (Expr* e : forces) *e = substitute(*e, zeros);
    for (const Expr& root : roots_of_velocities(forces, system)) {
        auto squares = squares_of(root.args()[0], system.v, lasting_parameters(system));
        if (!squares || is_apex(system, *squares)) continue;
        const Taking taking(system, root, std::move(*squares), result.size() + 1);
        ExprVector rewritten;
        for (const Expr* force : forces)
            if (auto now = taking.rewritten(*force)) rewritten.push_back(*now);
        const bool has_directions = std::ranges::any_of(
            rewritten, [&](const Expr& e) { return depends_on_any(e, taking.norm().directions); });
        if (rewritten.size() < forces.size() || !has_directions) continue;
        for (std::size_t i = 0; i < forces.size(); ++i) *forces[i] = rewritten[i];
        result.push_back(taking.norm());
    }
    for (const Norm& norm : result) {
        for (const Expr& e : norm.directions) system.parameters.push_back({e, 0});
        system.parameters.push_back({norm.size, 0});
    }
    return result;
}

std::optional<std::vector<NormAtState>> norms_at_state(const System& system,
                                                       const std::vector<Norm>& norms,
                                                       const Equations& equations) {
    if (norms.empty()) return std::vector<NormAtState>{};
    const std::optional<Equations> other = with_free_speeds(system, equations);
    const Equations& free = other ? *other : equations;
    std::vector<Replacement> at_state, to_free, from_free;
    for (std::size_t i = 0; i < system.size(); ++i) {
        at_state.emplace_back(system.v[i], equations.velocities[i]);
        to_free.emplace_back(system.v[i], free.velocities[i]);
    }
    for (std::size_t i = 0; other && i < other->speeds.size(); ++i)
        from_free.emplace_back(other->speeds[i], other->speeds_from_velocities[i]);
    std::vector<NormAtState> result;
    for (const Norm& norm : norms) {
        const auto squares =
            squares_of(substitute(norm.square, to_free), free.speeds, lasting_parameters(system));
        if (!squares) return {};
        NormAtState at{.square = substitute(norm.square, at_state),
                       .all_parts = substitute(norm.parts, at_state),
                       .parts = substitute(squares->parts, from_free),
                       .weights = squares->weights,
                       .through = {}};
        for (const Expr& part : substitute(norm.parts, to_free))
            at.through.push_back(squares->combination(gradient(part, free.speeds)));
        result.push_back(std::move(at));
    }
    return result;
}

std::vector<Replacement> moving(const Norm& norm, const ExprVector& parts, const Expr& square) {
    std::vector<Replacement> result{{norm.size, sqrt(square)}};
    for (std::size_t i = 0; i < parts.size(); ++i)
        result.emplace_back(norm.directions[i], parts[i] / sqrt(square));
    return result;
}

}  // namespace rattleback
