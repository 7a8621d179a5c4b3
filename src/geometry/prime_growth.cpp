#include "geometry/prime_growth.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/errors.hpp"
#include "exact/certify.hpp"
#include "exact/prime_jet.hpp"

namespace rattleback {
namespace {

constexpr std::size_t longest = 12;                         // brackets of so many fields
constexpr std::size_t most_brackets = 300;                  // at one point
constexpr std::uint64_t most_multiplications = 60'000'000;  // at one point
constexpr std::size_t most_roots = 3;                       // all choices of their signs are tried
constexpr int most_attempts = 200;

struct OutOfReach {};  // thrown where an evaluation is too large or has no value

// A field of the flag: Xᵢ, or [Xᵢ, inner].
struct Bracket {
    std::size_t outer;
    std::shared_ptr<const Bracket> inner = nullptr;
};
using BracketPointer = std::shared_ptr<const Bracket>;
using Jets = std::vector<PrimeJet>;

// The forms of a distribution near a point, the same for all prime fields.
struct LocalForms {
    std::size_t forms, coordinates;
    JetFunction function;
    KernelBasis basis;
    Graph at_point;

    LocalForms(const Distribution& d, const ExprVector& entries, std::span<const Replacement> point)
        : forms(d.forms.size()),
          coordinates(d.coordinates.size()),
          function(entries, d.coordinates, point),
          basis(function.at_point()),
          at_point(function.at_point()) {}
};

ExprVector entries_of(const Distribution& d) {
    ExprVector entries;
    for (const auto& form : d.forms) entries.insert(entries.end(), form.begin(), form.end());
    return entries;
}

class FlagAtPoint {
public:
    FlagAtPoint(const LocalForms& local, const PrimeField& field, std::vector<Residue> base)
        : local_(local), jets_(field), base_(std::move(base)) {
        for (const Residue r : local.function.coordinates(base_)) start_.push_back({r});
        choose_pivots();
    }

    bool forms_are_independent() const { return pivots_.size() == local_.forms; }

    // Until nothing is added, or all is reached. Where the rank is the expected one, D^s is a bundle
    // near the point and a basis of it is enough; at a generic point it always is. A point on a
    // smaller orbit never reaches the generic rank: the search ends where it is out of reach.
    std::vector<std::size_t> growth(const LieFlag* generic) {
        std::vector<BracketPointer> fresh;
        for (std::size_t i = 0; i < free_.size(); ++i) {
            fresh.push_back(std::make_shared<Bracket>(Bracket{i}));
            adds(value_of(*fresh.back(), start_, 0));
        }
        std::vector<std::size_t> result{fresh.size()};
        bool regular = true;
        for (std::size_t s = 1; s < longest && result.back() < local_.coordinates; ++s) {
            const std::size_t before = rows_.size();
            try {
                const auto [all, independent] = brackets_with(fresh);
                const auto expected =
                    generic == nullptr ? rows_.size()
                                       : generic->growth[std::min(s, generic->growth.size() - 1)];
                regular = regular && rows_.size() == expected;
                fresh = regular ? independent : all;
            } catch (const OutOfReach&) {
                if (generic == nullptr) throw;
                break;
            }
            if (generic == nullptr && rows_.size() == before) break;
            result.push_back(rows_.size());
            if (generic != nullptr && rows_.size() == generic->growth.back()) break;
        }
        return result;
    }

private:
    // Columns by which the forms are solved, by elimination at the point itself.
    void choose_pivots() {
        const auto at = local_.function.values(jets_, base_, start_);
        if (!at) throw OutOfReach();
        ResidueMatrix columns(local_.coordinates);
        for (std::size_t j = 0; j < local_.coordinates; ++j)
            for (std::size_t i = 0; i < local_.forms; ++i)
                columns[j].push_back((*at)[i * local_.coordinates + j][0]);
        pivots_ = jets_.field().independent_rows(columns);
        for (std::size_t j = 0; j < local_.coordinates; ++j)
            if (std::ranges::find(pivots_, j) == pivots_.end()) free_.push_back(j);
    }

    // [Xᵢ, Y] for all i and all Y that are new: all of them, and those that added something.
    std::pair<std::vector<BracketPointer>, std::vector<BracketPointer>> brackets_with(
        const std::vector<BracketPointer>& fresh) {
        std::pair<std::vector<BracketPointer>, std::vector<BracketPointer>> result;
        const bool are_fields = !fresh.empty() && !fresh.front()->inner;
        for (std::size_t i = 0; i < free_.size(); ++i)
            for (std::size_t j = are_fields ? i + 1 : 0; j < fresh.size(); ++j) {
                if (++brackets_ > most_brackets) throw OutOfReach();
                const auto bracket = std::make_shared<Bracket>(Bracket{i, fresh[j]});
                result.first.push_back(bracket);
                if (adds(value_of(*bracket, start_, 0))) result.second.push_back(bracket);
            }
        return result;
    }

    // All Xᵢ at displaced coordinates, by Gauss and Jordan: Xᵢ has 1 at the free coordinate number i.
    std::vector<Jets> fields(const Jets& q) const {
        auto at = local_.function.values(jets_, base_, q);
        if (!at || jets_.multiplications() > most_multiplications) throw OutOfReach();
        const std::size_t n = local_.coordinates, k = local_.forms;
        std::vector<Jets> rows(k);
        for (std::size_t i = 0; i < k; ++i)
            for (std::size_t j = 0; j < n; ++j) rows[i].push_back(std::move((*at)[i * n + j]));
        for (std::size_t c = 0; c < k; ++c) {
            std::size_t r = c;
            while (r < k && rows[r][pivots_[c]][0] == 0) ++r;
            if (r == k) throw OutOfReach();
            std::swap(rows[r], rows[c]);
            const PrimeJet scale = jets_.inverse(rows[c][pivots_[c]]);
            for (PrimeJet& entry : rows[c]) entry = jets_.multiply(entry, scale);
            for (std::size_t i = 0; i < k; ++i) {
                const PrimeJet factor = rows[i][pivots_[c]];
                if (i == c || is_zero(factor)) continue;
                for (std::size_t j = 0; j < n; ++j)
                    if (!is_zero(rows[c][j]))
                        rows[i][j] = jets_.subtract(rows[i][j], jets_.multiply(factor, rows[c][j]));
            }
        }
        std::vector<Jets> result(free_.size(), Jets(n, PrimeJet{0}));
        for (std::size_t f = 0; f < free_.size(); ++f) {
            result[f][free_[f]] = {1};
            for (std::size_t c = 0; c < k; ++c)
                result[f][pivots_[c]] = jets_.subtract({0}, rows[c][free_[f]]);
        }
        return result;
    }

    static bool is_zero(const PrimeJet& a) {
        return std::ranges::all_of(a, [](Residue r) { return r == 0; });
    }

    // [X, Y] = DY·X − DX·Y at displaced coordinates of `order` ε, with one ε more for each derivative.
    Jets value_of(const Bracket& bracket, const Jets& q, std::size_t order) const {
        if (!bracket.inner) return fields(q)[bracket.outer];
        const Jets x = fields(q)[bracket.outer];
        const Jets along = value_of(*bracket.inner, displaced(q, x, order), order + 1);
        Jets y;
        for (const PrimeJet& component : along)
            y.push_back(JetArithmetic::value_part(component, order));
        const Jets across = fields(displaced(q, y, order))[bracket.outer];
        Jets result;
        for (std::size_t j = 0; j < q.size(); ++j)
            result.push_back(jets_.subtract(jets_.derivative_part(along[j], order),
                                            jets_.derivative_part(across[j], order)));
        return result;
    }

    Jets displaced(const Jets& q, const Jets& by, std::size_t order) const {
        Jets result;
        for (std::size_t j = 0; j < q.size(); ++j)
            result.push_back(jets_.displaced(q[j], by[j], order));
        return result;
    }

    // Whether a value is independent of those before; if so it is kept.
    bool adds(const Jets& value) {
        std::vector<Residue> row;
        for (const PrimeJet& component : value) row.push_back(component[0]);
        rows_.push_back(std::move(row));
        if (jets_.field().rank(rows_) == rows_.size()) return true;
        rows_.pop_back();
        return false;
    }

    const LocalForms& local_;
    JetArithmetic jets_;
    std::vector<Residue> base_;
    Jets start_;
    std::vector<std::size_t> pivots_, free_;
    ResidueMatrix rows_;
    std::size_t brackets_ = 0;
};

// log₁₀ of the probability that a rank is smaller at one point than in general. With fields N/Δ,
// numerators and Δ of degree d, brackets of s fields have numerators of degree (2s − 1)·d at most, and
// minors of n of them n times that.
double log_probability_at_point(const Distribution& d, const ExprVector& entries) {
    const KernelBasis letters(entries);
    DegreeBounds bounds(letters, entries);
    const DegreeBound solution = bounds.of_solution(d.forms, ExprVector(d.forms.size()));
    const double factor = 2.0 * static_cast<double>(longest * d.coordinates.size());
    DegreeBound minor{.degree = factor * (solution.degree + 1), .height = 0};
    minor.height = factor * (solution.height +
                             std::log2(minor.degree * static_cast<double>(d.coordinates.size())));
    bounds.note_difference(minor, {});
    return log_probability_of_accident(bounds, letters, most_roots);
}

// The growth vector at one point of a prime field: the same for all signs of the roots there, or none.
std::optional<std::vector<std::size_t>> growth_at_point(const LocalForms& local,
                                                        const LieFlag* generic, PrimePoint& at) {
    std::optional<std::vector<std::size_t>> result;
    std::size_t roots = 0;
    for (std::uint64_t signs = 0; signs < (std::uint64_t{1} << roots); ++signs) {
        at.take_signs(signs);
        auto base = at.values(local.at_point);
        if (!base) return {};
        roots = at.roots();
        if (roots > most_roots) throw OutOfReach();
        FlagAtPoint flag(local, at.field(), std::move(*base));
        if (!flag.forms_are_independent())
            throw NumericalError("the constraints are dependent at this state");
        const auto growth = flag.growth(generic);
        if (result && *result != growth) throw OutOfReach();
        result = growth;
    }
    return result;
}

// Points of random prime fields, until their growth vectors agree often enough.
std::optional<PointGrowth> by_points(const Distribution& d, const LieFlag* generic,
                                     std::span<const Replacement> point, std::uint64_t seed) {
    try {
        const ExprVector entries = entries_of(d);
        const LocalForms local(d, entries, point);
        if (!local.basis.is_faithful() || local.basis.has_floating_constants()) return {};
        // At a state the degrees are those of the numbers there: the bound of the letters is larger.
        const double one = log_probability_at_point(d, entries);
        if (one > -4) return {};
        PointGrowth result;
        std::mt19937_64 random(seed);
        for (int attempt = 0; attempt < most_attempts; ++attempt) {
            PrimePoint at(local.basis, PrimeField::by_lot(random), random());
            const auto growth = growth_at_point(local, generic, at);
            if (!growth) continue;
            if (*growth != result.growth) result.log_probability = 0;
            result.growth = std::max(*growth, result.growth);
            result.log_probability += one;
            if (result.log_probability < certain_enough) return result;
        }
    } catch (const OutOfReach&) {
    } catch (const TooLarge&) {
    }
    return {};
}

}  // namespace

std::optional<LieFlag> lie_flag_by_evaluation(const Distribution& d, std::uint64_t seed) {
    const auto found = by_points(d, nullptr, {}, seed);
    if (!found) return {};
    return LieFlag{.growth = found->growth,
                   .integrable = {},
                   .manifold = d.coordinates.size(),
                   .log_probability = found->log_probability};
}

std::optional<PointGrowth> growth_by_evaluation(const Distribution& d, const LieFlag& generic,
                                                std::span<const Replacement> point,
                                                std::uint64_t seed) {
    auto found = by_points(d, &generic, point, seed);
    if (found) found->complete = found->growth.back() == generic.growth.back();
    return found;
}

}  // namespace rattleback
