#include "trajectory/norms.hpp"

#include <algorithm>

#include "equations/formulations.hpp"
#include "exact/is_zero.hpp"
#include "exact/simplify.hpp"
#include "expr/functions.hpp"
#include "expr/rebuild.hpp"
#include "geometry/range.hpp"
#include "rattleback/errors.hpp"
#include "trajectory/projection.hpp"

namespace rattleback {
namespace {

bool vanishes(const Expr& e) {
    const ZeroTestOptions quick{.limits = {.terms = 10'000, .work = 100}};
    return e.is_zero() || is_zero(e, quick).proved_zero();
}

bool depends_on_any(const Expr& e, const ExprVector& symbols) {
    return std::ranges::any_of(symbols_of(e), [&](const Expr& s) {
        return std::ranges::find(symbols, s) != symbols.end();
    });
}

// Whether the variables stand in sums and products only.
bool is_polynomial(const Expr& e, const ExprVector& variables) {
    const Graph graph(e);
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (node.args().empty() || !depends_on_any(node, variables)) continue;
        if (node.kind() == Kind::Sum) continue;
        if (node.kind() != Kind::Product) return false;
        for (std::size_t j = 0; j < node.args().size(); ++j)
            if (node.exponents()[j] < 0 && depends_on_any(node.args()[j], variables)) return false;
    }
    return true;
}

// Q = Σ weight·part², each part led by a variable of its own that the later ones do not have.
struct Squares {
    ExprVector parts, weights;
    std::vector<std::size_t> leaders;
    ExprMatrix slopes;  // of each part by the variables

    // The coefficients of a combination of the parts with these slopes.
    ExprVector combination(const ExprVector& of) const {
        ExprVector result;
        for (std::size_t a = 0; a < parts.size(); ++a) {
            Expr left = of[leaders[a]];
            for (std::size_t b = 0; b < a; ++b) left -= result[b] * slopes[b][leaders[a]];
            result.push_back(simplify(left));
        }
        return result;
    }
};

class Completion {
public:
    Completion(const Expr& q, const ExprVector& variables, const std::vector<Parameter>& parameters)
        : variables_(variables), parameters_(parameters), n_(variables.size()) {
        is_quadratic_ = is_polynomial(q, variables);
        if (!is_quadratic_) return;
        std::vector<Replacement> at_rest;
        for (const Expr& v : variables) at_rest.emplace_back(v, 0);
        for (const Expr& slope : gradient(q, variables)) {
            ExprVector row = gradient(slope, variables);
            for (Expr& e : row) {
                e = simplify(e / 2);
                is_quadratic_ = is_quadratic_ && !depends_on_any(e, variables);
            }
            a_.push_back(std::move(row));
            a_.back().push_back(simplify(substitute(slope, at_rest) / 2));
        }
        rest_ = substitute(q, at_rest);
    }

    std::optional<Squares> squares() {
        if (!is_quadratic_) return {};
        while (const auto leader = next())
            if (!complete(*leader)) return {};
        for (const ExprVector& row : a_)
            if (!std::ranges::all_of(row, vanishes)) return {};
        if (result_.parts.empty() || !vanishes(rest_)) return {};
        return std::move(result_);
    }

private:
    // One whose square is there; rather one that surely never vanishes.
    std::optional<std::size_t> next() const {
        std::optional<std::size_t> found;
        for (std::size_t j = 0; j < n_; ++j) {
            if (vanishes(a_[j][j])) continue;
            if (range_of(a_[j][j], parameters_).is_positive()) return j;
            if (!found) found = j;
        }
        return found;
    }

    bool complete(std::size_t j) {
        const Expr weight = a_[j][j];
        if (range_of(weight, parameters_).is_nonpositive()) return false;
        const ExprVector row = a_[j];
        ExprVector slope;
        for (const Expr& e : row) slope.push_back(simplify(e / weight));
        Expr part = slope[n_];
        for (std::size_t k = 0; k < n_; ++k) part += slope[k] * variables_[k];
        for (std::size_t k = 0; k < n_; ++k)
            for (std::size_t l = 0; l <= n_; ++l) a_[k][l] = simplify(a_[k][l] - row[k] * slope[l]);
        rest_ = simplify(rest_ - row[n_] * slope[n_]);
        slope.pop_back();
        result_.parts.push_back(part);
        result_.weights.push_back(weight);
        result_.leaders.push_back(j);
        result_.slopes.push_back(std::move(slope));
        return true;
    }

    const ExprVector& variables_;
    const std::vector<Parameter>& parameters_;
    std::size_t n_;
    ExprMatrix a_;  // of what is left of Q; the last column is of the linear terms
    Expr rest_;
    bool is_quadratic_;
    Squares result_;
};

// One norm, and forces in which its direction takes the place of w/√Q.
class Taking {
public:
    Taking(const System& system, const Expr& root, Squares squares, std::size_t number)
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
        if (!vanishes(rest)) return {};
        return along;
    }

    const System& system_;
    Squares squares_;
    Expr root_;
    Norm norm_;
};

// An expression where the parts are zero; nothing where it has no value there.
std::optional<Expr> at_rest(Expr e, const System& system, const Squares& squares) {
    try {
        for (std::size_t a = 0; a < squares.parts.size(); ++a) {
            const Expr& leader = system.v[squares.leaders[a]];
            e = substitute(e, std::vector<Replacement>{{leader, leader - squares.parts[a]}});
        }
        return e;
    } catch (const NumericalError&) {  // a division by zero
        return {};
    }
}

// Whether something stands below a bar, as √(x'² + y'²) below x', that is zero there.
bool has_poles_at_rest(const Expr& e, const System& system, const Squares& squares) {
    const Graph graph(e);
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (node.kind() != Kind::Product) continue;
        for (std::size_t j = 0; j < node.args().size(); ++j)
            if (node.exponents()[j] < 0 && depends_on_any(node.args()[j], system.v) &&
                at_rest(node.args()[j], system, squares).value_or(0).is_zero())
                return true;
    }
    return !at_rest(e, system, squares);
}

// Whether an equation e = 0 says that velocities are zero, and its gradient is then zero too: where e is
// c·uⁿ with n > 1, or a sum of squares.
bool is_zero_twice(const Expr& e, const System& system) {
    for (const Expr& u : system.v) {
        if (!depends_on_any(e, {u})) continue;
        const Expr degree = simplify(u * derivative(e, u) / e);
        if (!depends_on_any(degree, system.v) && degree != Expr(1)) return true;
        break;
    }
    return Completion(e, system.v, system.parameters).squares() ||
           Completion(-e, system.v, system.parameters).squares();
}

// Whether constraints have no value or no gradient where these parts are zero: with a root of the same
// velocities, or as (z')² = k² (x'² + y'²), of which (z')² is left. Every motion ends at such an apex.
bool is_apex(const System& system, const Squares& squares) {
    for (const Constraint& c : system.constraints) {
        if (c.order == 0) continue;
        ExprVector parts = gradient(c.expression, c.order == 1 ? system.v : system.a);
        parts.push_back(c.expression);
        for (const Expr& e : parts)
            if (has_poles_at_rest(e, system, squares)) return true;
        const Expr left = *at_rest(c.expression, system, squares);
        if (c.order == 1 && depends_on_any(left, system.v) && is_zero_twice(left, system))
            return true;
    }
    return false;
}

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
    for (const Parameter& p : system.parameters)
        if (p.value.is_zero()) zeros.emplace_back(p.symbol, 0);
    for (Expr* e : forces) *e = substitute(*e, zeros);
    for (const Expr& root : roots_of_velocities(forces, system)) {
        auto squares = Completion(root.args()[0], system.v, system.parameters).squares();
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
            Completion(substitute(norm.square, to_free), free.speeds, system.parameters).squares();
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
