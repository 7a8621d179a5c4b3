#include "study/gauss_curves.hpp"

namespace rattleback {

GaussCurves gauss_curves(const Description& description, RunRequest request,
                         std::optional<std::pair<double, double>> range,
                         const Attention& attention) {
    if (!request.until) request.until = 0;
    GaussCurves result{.run = run_motion(description, request, attention)};
    if (!failure_of(result.run.trajectory))
        result.curves = constraint_curves(result.run.motion(), range);
    return result;
}

}  // namespace rattleback
