#include "exact/certify.hpp"

#include <algorithm>
#include <cmath>

#include "exact/limits.hpp"
#include "expr/flattened.hpp"

namespace rattleback {
namespace {

constexpr std::size_t most_roots = 6;  // all 2^k choices of their signs are tried
constexpr int most_points = 24, most_attempts = 4'000;

enum class AtPoint : std::uint8_t { NoValue, Zero, NonZero, Mixed, TooManyRoots };

// For all signs of the roots that are met.
AtPoint try_all_signs(PrimePoint& point, const Experiment& experiment, std::size_t& roots) {
    bool zero = false, other = false;
    roots = 0;
    for (std::uint64_t signs = 0; signs < (std::uint64_t{1} << roots); ++signs) {
        point.take_signs(signs);
        const auto vanishes = experiment(point);
        if (!vanishes) return AtPoint::NoValue;
        roots = std::max(roots, point.roots());
        if (roots > most_roots) return AtPoint::TooManyRoots;
        (*vanishes ? zero : other) = true;
    }
    if (zero && other) return AtPoint::Mixed;
    return zero ? AtPoint::Zero : AtPoint::NonZero;
}

ExprVector entries_of(const ThroughLinearSystem& x) {
    return joined({flattened(x.matrix), x.right});
}

// One of two linear systems, ready to be evaluated.
class Solved {
public:
    explicit Solved(const ThroughLinearSystem& x)
        : unknowns_(x.unknowns), system_(entries_of(x)), outputs_(x.outputs) {}

    std::optional<std::vector<Residue>> outputs(PrimePoint& point) const {
        const std::size_t n = unknowns_.size();
        const auto at = point.values(system_);
        if (!at || at->size() != n * n + n) return {};
        ResidueMatrix matrix(n);
        for (std::size_t i = 0; i < n; ++i) {
            const auto row = at->begin() + static_cast<std::ptrdiff_t>(i * n);
            matrix[i].assign(row, row + static_cast<std::ptrdiff_t>(n));
        }
        const auto solution = point.field().solve(
            std::move(matrix), {at->begin() + static_cast<std::ptrdiff_t>(n * n), at->end()});
        if (!solution) return {};
        for (std::size_t i = 0; i < n; ++i) point.set(unknowns_[i], (*solution)[i]);
        return point.values(outputs_);
    }

private:
    ExprVector unknowns_;
    Graph system_, outputs_;
};

}  // namespace

std::string probability_text(double log_probability) {
    return "1e" + std::to_string(static_cast<int>(std::ceil(log_probability)));
}

Certificate certify(const KernelBasis& basis, const DegreeBounds& bounds,
                    const Experiment& experiment, std::uint64_t seed) {
    Certificate result;
    if (basis.has_floating_constants()) {
        result.reason = "it has floating constants";
        return result;
    }
    std::mt19937_64 random(seed);
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        PrimePoint point(basis, PrimeField::by_lot(random), random());
        std::size_t roots = 0;
        AtPoint found = try_all_signs(point, experiment, roots);
        if (found == AtPoint::Zero && basis.has_signs()) {
            point.take_any_sign_function(true);
            found = try_all_signs(point, experiment, roots);
            if (found == AtPoint::NonZero || found == AtPoint::Mixed) {
                result.reason = "it may differ from zero where the argument of a sign is zero";
                return result;
            }
        }
        switch (found) {
            case AtPoint::NoValue: continue;
            case AtPoint::TooManyRoots:
                result.reason = "it has more than " + std::to_string(most_roots) + " roots";
                return result;
            case AtPoint::Mixed:
                result.reason = "it vanishes for some signs of its roots only";
                return result;
            case AtPoint::NonZero:
                result.reason = "it does not vanish at a point of a prime field";
                if (basis.is_faithful()) result.outcome = Certificate::Outcome::Differs;
                return result;
            case AtPoint::Zero: break;
        }
        const double one = log_probability_of_accident(bounds, basis, roots);
        ++result.points;
        result.log_probability += one;
        if (result.log_probability < certain_enough) {
            result.outcome = Certificate::Outcome::Vanishes;
            return result;
        }
        if (one > certain_enough / most_points) {
            result.reason = "its degree is too large for a bound of the probability of an error";
            return result;
        }
    }
    result.reason = "no point of a prime field was found where it has a value";
    return result;
}

Certificate certify_zero(std::span<const Expr> expressions, std::uint64_t seed) {
    try {
        const KernelBasis basis(expressions);
        DegreeBounds bounds(basis, expressions);
        bounds.look_at(expressions);
        const Graph graph(expressions);
        return certify(
            basis, bounds,
            [&](PrimePoint& point) -> std::optional<bool> {
                const auto values = point.values(graph);
                if (!values) return {};
                return std::ranges::all_of(*values, [](Residue r) { return r == 0; });
            },
            seed);
    } catch (const TooLarge& error) {
        return {.reason = error.what()};
    }
}

namespace {

// Throws TooLarge where an angle is a very large multiple of another.
std::optional<std::size_t> least_rank(const ExprMatrix& matrix, std::uint64_t seed) {
    const ExprVector entries = flattened(matrix);
    const KernelBasis basis(entries);
    if (!basis.is_faithful() || basis.has_floating_constants()) return {};
    const Graph graph(entries);
    std::mt19937_64 random(seed);
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        PrimePoint point(basis, PrimeField::by_lot(random), random());
        std::optional<std::size_t> least;
        std::size_t roots = 0;
        const auto state = try_all_signs(
            point,
            [&](PrimePoint& at) -> std::optional<bool> {
                const auto values = at.values(graph);
                if (!values) return {};
                ResidueMatrix rows;
                const auto columns = static_cast<std::ptrdiff_t>(matrix.front().size());
                for (auto it = values->begin(); it != values->end(); it += columns)
                    rows.emplace_back(it, it + columns);
                const std::size_t rank = at.field().rank(std::move(rows));
                least = std::min(least.value_or(rank), rank);
                return true;
            },
            roots);
        if (state == AtPoint::TooManyRoots) return {};
        if (state != AtPoint::NoValue) return least;
    }
    return {};
}

}  // namespace

std::optional<std::size_t> rank_at_prime_point(const ExprMatrix& matrix, std::uint64_t seed) {
    if (matrix.empty()) return 0;
    try {
        return least_rank(matrix, seed);
    } catch (const TooLarge&) {
        return {};
    }
}

Certificate certify_same_outputs(const ThroughLinearSystem& x, const ThroughLinearSystem& y,
                                 std::uint64_t seed) {
    try {
        ExprVector all = x.outputs;
        all.insert(all.end(), y.outputs.begin(), y.outputs.end());
        for (const auto* system : {&x, &y})
            for (const Expr& e : entries_of(*system)) all.push_back(e);
        const KernelBasis basis(all);
        DegreeBounds bounds(basis, all);
        // Both systems may have the same unknowns.
        const DegreeBound solution = bounds.either(bounds.of_solution(x.matrix, x.right),
                                                   bounds.of_solution(y.matrix, y.right));
        for (const auto* system : {&x, &y})
            for (const Expr& unknown : system->unknowns) bounds.define(unknown, solution);
        for (std::size_t i = 0; i < x.outputs.size(); ++i)
            bounds.note_difference(bounds.of(x.outputs[i]), bounds.of(y.outputs[i]));
        const Solved left(x), right(y);
        return certify(
            basis, bounds,
            [&](PrimePoint& point) -> std::optional<bool> {
                const auto a = left.outputs(point);
                if (!a) return {};
                const auto b = right.outputs(point);
                if (!b) return {};
                return *a == *b;
            },
            seed);
    } catch (const TooLarge& error) {
        return {.reason = error.what()};
    }
}

}  // namespace rattleback
