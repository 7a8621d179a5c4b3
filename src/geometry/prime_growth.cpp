#include "geometry/prime_growth.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "exact/certify.hpp"
#include "expr/flattened.hpp"
#include "geometry/prime_chains.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// Brackets of so many fields: at first, before chains are tried, and where those are not enough.
constexpr std::size_t short_brackets = 4, long_brackets = 12;
// At one point.
constexpr std::size_t most_brackets = 300;
constexpr std::uint64_t most_multiplications = 20'000'000, most_for_chains = 600'000'000;
constexpr std::size_t most_roots = 3;  // all choices of their signs are tried
constexpr int most_attempts = 200;

// A field of the flag: Xᵢ, or [Xᵢ, inner].
struct Bracket {
    std::size_t outer;
    std::shared_ptr<const Bracket> inner = nullptr;
};
using BracketPointer = std::shared_ptr<const Bracket>;

class FlagAtPoint {
public:
    explicit FlagAtPoint(PrimeFrame& frame)
        : frame_(frame), jets_(frame.jets()), span_(jets_.field()) {}

    // Until nothing is added, or all is reached. Where the rank is the expected one, D^s is a bundle
    // near the point and a basis of it is enough; at a generic point it always is. A point on a
    // smaller orbit never reaches the generic rank: the search ends where it is out of reach.
    std::vector<std::size_t> growth(const LieFlag* generic, std::size_t longest) {
        std::vector<BracketPointer> fresh;
        for (std::size_t i = 0; i < frame_.fields(); ++i) {
            fresh.push_back(std::make_shared<Bracket>(Bracket{i}));
            span_.adds(value_of(*fresh.back(), frame_.point()));
        }
        std::vector<std::size_t> result{fresh.size()};
        bool regular = true;
        for (std::size_t s = 1; s < longest && result.back() < frame_.coordinates(); ++s) {
            const std::size_t before = span_.rank();
            try {
                const auto [all, independent] = brackets_with(fresh);
                const auto expected =
                    generic == nullptr ? span_.rank()
                                       : generic->growth[std::min(s, generic->growth.size() - 1)];
                regular = regular && span_.rank() == expected;
                fresh = regular ? independent : all;
            } catch (const OutOfReach&) {
                if (generic == nullptr) throw;
                break;
            }
            if (generic == nullptr && span_.rank() == before) return result;
            result.push_back(span_.rank());
            if (generic != nullptr && span_.rank() == generic->growth.back()) break;
        }
        if (generic == nullptr && result.back() < frame_.coordinates()) throw OutOfReach();
        return result;
    }

private:
    // [Xᵢ, Y] for all i and all Y that are new: all of them, and those that added something.
    std::pair<std::vector<BracketPointer>, std::vector<BracketPointer>> brackets_with(
        const std::vector<BracketPointer>& fresh) {
        std::pair<std::vector<BracketPointer>, std::vector<BracketPointer>> result;
        const bool are_fields = !fresh.empty() && !fresh.front()->inner;
        for (std::size_t i = 0; i < frame_.fields(); ++i)
            for (std::size_t j = are_fields ? i + 1 : 0; j < fresh.size(); ++j) {
                if (++brackets_ > most_brackets) throw OutOfReach();
                const auto bracket = std::make_shared<Bracket>(Bracket{i, fresh[j]});
                result.first.push_back(bracket);
                if (span_.adds(value_of(*bracket, frame_.point())))
                    result.second.push_back(bracket);
            }
        return result;
    }

    // Xᵢ at displaced coordinates: 1 at the free coordinate number i, 0 at the others.
    PrimeJets field(std::size_t i, const PrimeJets& q) const {
        std::vector<Residue> unit(frame_.fields(), 0);
        unit[i] = 1;
        return frame_.field(unit, frame_.forms_at(q));
    }

    // [X, Y] = DY·X − DX·Y at displaced coordinates, with one ε more for each derivative.
    PrimeJets value_of(const Bracket& bracket, const PrimeJets& q) {
        const PrimeJets x = field(bracket.outer, q);
        if (!bracket.inner) return x;
        jets_.open(2);
        const PrimeJets along = value_of(*bracket.inner, jets_.displaced(q, x)),
                        y = jets_.part(along, 0),
                        across = field(bracket.outer, jets_.displaced(q, y)),
                        result = jets_.subtract(jets_.part(along, 1), jets_.part(across, 1));
        jets_.close();
        return result;
    }

    PrimeFrame& frame_;
    JetArithmetic& jets_;
    ResidueSpan span_;
    std::size_t brackets_ = 0;
};

// log₁₀ of the probability that a rank is smaller at one point than in general. With fields N/Δ,
// numerators and Δ of degree d, brackets of s fields have numerators of degree (2s − 1)·d at most, and
// minors of n of them n times that.
double log_probability_at_point(const Distribution& d, const ExprVector& entries) {
    const KernelBasis letters(entries);
    DegreeBounds bounds(letters, entries);
    const DegreeBound solution = bounds.of_solution(d.forms, ExprVector(d.forms.size()));
    const double factor = 2.0 * static_cast<double>(longest_chain * d.coordinates.size());
    DegreeBound minor{.degree = factor * (solution.degree + 1), .height = 0};
    minor.height = factor * (solution.height +
                             std::log2(minor.degree * static_cast<double>(d.coordinates.size())));
    bounds.note_difference(minor, {});
    return log_probability_of_accident(bounds, letters, most_roots);
}

// Where brackets of few fields are not enough by chains, and where these do not span the flag by
// brackets of many fields.
std::vector<std::size_t> growth_in_frame(const LocalForms& local, const PrimeField& field,
                                         const std::vector<Residue>& base, const LieFlag* generic) {
    PrimeFrame frame(local, field, base, most_multiplications);
    if (!frame.forms_are_independent())
        throw NumericalError("the constraints are dependent at this state");
    const auto is_complete = [&](const std::vector<std::size_t>& growth) {
        return generic == nullptr || growth.back() == generic->growth.back();
    };
    try {
        const auto growth = FlagAtPoint(frame).growth(generic, short_brackets);
        if (is_complete(growth)) return growth;
    } catch (const OutOfReach&) {
    }
    try {
        PrimeFrame again(local, field, base, most_for_chains);
        return growth_by_chains(again, generic);
    } catch (const OutOfReach&) {
    }
    PrimeFrame again(local, field, base, most_multiplications);
    return FlagAtPoint(again).growth(generic, long_brackets);
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
        const auto growth = growth_in_frame(local, at.field(), *base, generic);
        if (result && *result != growth) throw OutOfReach();
        result = growth;
    }
    return result;
}

// Points of random prime fields, until their growth vectors agree often enough.
std::optional<PointGrowth> by_points(const Distribution& d, const LieFlag* generic,
                                     std::span<const Replacement> point, std::uint64_t seed) {
    try {
        const ExprVector entries = flattened(d.forms);
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
