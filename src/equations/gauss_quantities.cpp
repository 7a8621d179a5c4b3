#include "equations/gauss_quantities.hpp"

#include <algorithm>

#include "equations/acceleration_energy.hpp"
#include "equations/reduced_motion.hpp"
#include "expr/matrices.hpp"
#include "expr/sentence_error.hpp"
#include "geometry/core_system.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

Expr part(const System& system, std::size_t which) {
    if (which == 0) return acceleration_energy(system).s;
    const auto parts = gauss_parts(system);
    if (!parts)
        throw DerivationError(
            "the parts of Gauss's function need the inverse of the mass matrix, which is singular "
            "or too long");
    return which == 1 ? parts->s_0.value_or(0) : which == 2 ? parts->s_1 : parts->s_2;
}

// ψ_α for each speed, in the order of their names.
class SlopesBySpeed {
public:
    explicit SlopesBySpeed(const System& system) : names_(speed_names(system)) {
        if (const auto why = reduced_motion_refusal(system))
            throw SentenceError<DerivationError>("Gauss's function has no derivatives by speeds: " +
                                                 *why);
        const ReducedMotion motion = reduced_motion(system);
        if (motion.dependent.empty())
            for (std::size_t i = 0; i < motion.z.size(); ++i) {
                speeds_.emplace_back(motion.z[i].name());
                columns_.push_back(transposed(motion.slope)[i]);
            }
    }

    const ExprVector& by(std::size_t speed) const {
        const auto found = std::ranges::find(speeds_, names_[speed]);
        if (found == speeds_.end())
            throw DerivationError("there is no speed '" + names_[speed] +
                                  "' for a derivative of Gauss's function");
        return columns_[static_cast<std::size_t>(found - speeds_.begin())];
    }

private:
    std::vector<std::string> names_, speeds_;
    std::vector<ExprVector> columns_;
};

}  // namespace

std::vector<Replacement> gauss_quantities(const System& system, std::span<const Expr> expressions) {
    std::vector<Replacement> result;
    std::optional<SlopesBySpeed> slopes;
    std::optional<FreeMotion> free;
    for (const Quantity& quantity : quantities_in(system, expressions)) {
        const bool is_slope = quantity.kind == QuantityKind::GaussSlope;
        const bool is_curvature = quantity.kind == QuantityKind::GaussCurvature;
        if (quantity.kind == QuantityKind::GaussPart)
            result.emplace_back(quantity.symbol, part(system, quantity.of));
        if (!is_slope && !is_curvature) continue;
        if (!slopes) {
            slopes.emplace(system);
            free = free_motion(system);
        }
        const ExprVector second = is_curvature
                                      ? product(free->mass, slopes->by(quantity.axis))
                                      : difference(product(free->mass, system.a), free->force);
        result.emplace_back(quantity.symbol, dot(slopes->by(quantity.of), second));
    }
    return result;
}

}  // namespace rattleback
