#include "study/gauss_lines.hpp"

namespace rattleback {

GaussLines gauss_lines(const Description& description, RunRequest request,
                       std::optional<std::pair<double, double>> range, const Attention& attention) {
    if (!request.until) request.until = 0;
    GaussLines found{run_motion(description, request, attention), {}};
    if (!failure_of(found.run.trajectory))
        found.curves = constraint_curves(found.run.motion(), range);
    return found;
}

}  // namespace rattleback
