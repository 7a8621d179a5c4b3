#include "trajectory/norm_sizes.hpp"

#include <algorithm>
#include <cmath>

#include "trajectory/natural_sizes.hpp"

namespace rattleback {
namespace {

// Parts of the natural sizes: of the tolerance, and of the velocities themselves.
constexpr double least_part = 0.5, slow_part = 1e-4;
// What grows by less stays as it is.
constexpr double much = 2;

MotionSettings unwatched(MotionSettings settings) {
    settings.watch_singular = settings.watch_contacts = false;
    return settings;
}

}  // namespace

NormSizes::NormSizes(std::shared_ptr<const MotionCode> without_friction, const NormValues& norms,
                     const System& values, MotionSettings settings)
    : settings_(unwatched(settings)), norms_(norms) {
    without_friction_.emplace(std::move(without_friction), values, settings_);
}

void NormSizes::change(std::shared_ptr<const MotionCode> without_friction, const NormValues& norms,
                       const System& values, double end) {
    without_friction_.emplace(std::move(without_friction), values, settings_);
    norms_ = norms;
    end_ = end;
}

void NormSizes::start(std::span<const double> state, const IntegrationOptions& options) {
    known_.least.assign(norms_.size(), 0);
    known_.slow = known_.least;
    known_.of_state.assign(state.size(), 0);
    measure(options.from, state, options);
}

// Of other equations it tells nothing.
void NormSizes::go_on(NormSizesSoFar known) {
    if (known.least.size() == known_.least.size() && known.slow.size() == known_.slow.size() &&
        known.of_state.size() == known_.of_state.size())
        known_ = std::move(known);
}

void NormSizes::measure(double t, std::span<const double> state,
                        const IntegrationOptions& options) {
    double until = options.until;
    if (end_ && (until < t ? *end_ > until : *end_ < until)) until = *end_;
    const std::vector<double> now =
        natural_sizes(*without_friction_, state, {t, until}, options.rtol).sizes;
    for (std::size_t i = 0; i < now.size(); ++i)
        known_.of_state[i] = std::max(known_.of_state[i], now[i]);
    norms_.look(without_friction_->input(t, state.data()));
    const std::size_t coordinates = without_friction_->code().system().size();
    for (std::size_t i = 0; i < norms_.size(); ++i) {
        const std::vector<double> weights = norms_.weights(i);
        double square = 0;
        for (std::size_t a = 0; a < weights.size(); ++a) {
            double part = 0;
            for (std::size_t j = coordinates; j < state.size(); ++j)
                part += std::abs(norms_.part_by_state(i, a)[j]) * known_.of_state[j];
            square += weights[a] * part * part;
        }
        const double least = least_part * options.rtol * std::sqrt(square);
        if (least < much * known_.least[i]) continue;
        known_.least[i] = least;
        known_.slow[i] = slow_part * std::sqrt(square);
    }
}

}  // namespace rattleback
