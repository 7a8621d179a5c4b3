// How long it takes to prove that all formulations agree, for the examples of the papers.
#include "structure/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

int main() {
    using namespace rattleback;
    const char* const models[] = {"orthogonal_velocities",  "orthogonal_velocities_particles",
                                  "parallel_points_spring", "parallel_points_incline",
                                  "rigid_parallel",         "skate",
                                  "skate_growing_inertia",  "steered_skate",
                                  "skate_vakonomic",        "lanchester",
                                  "second_order_curved",    "charged_particles",
                                  "charged_particles_sine", "generalized_momentum",
                                  "talamucci_curved",       "talamucci_time",
                                  "voronec_linear"};
    for (const char* name : models) {
        const System system = build(read_model(fmt::format("{}/{}.toml", RATTLEBACK_MODELS, name)));
        const auto start = std::chrono::steady_clock::now();
        const Agreement found = agreement(system);
        const std::chrono::duration<double, std::milli> time =
            std::chrono::steady_clock::now() - start;
        const auto proved = std::ranges::count(found.forms, FormAgreement::Outcome::Proved,
                                               &FormAgreement::outcome);
        fmt::print("{:<34} {:>8.1f} ms   {} of {} forms proved equal to {}\n", name, time.count(),
                   proved, found.forms.size(), found.reference);
    }
}
