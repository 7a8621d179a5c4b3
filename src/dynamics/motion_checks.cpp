#include "dynamics/motion_checks.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/check_verdict.hpp"
#include "dynamics/checks_along.hpp"
#include "dynamics/part_energies.hpp"

namespace rattleback {
namespace {

std::vector<MotionCheck> follow(const ComputedMotion& run, Watched watched) {
    ChecksAlong checks(run.system, watched);
    checks.follow(run);
    return checks.results(run.trajectory);
}

// What is allowed of the whole energy may be more than a part has: then that part has a check of its
// own, and where it cannot be had the one of the whole decides nothing.
void add_hidden_parts(const ComputedMotion& run, bool is_whole, std::vector<MotionCheck>& checks) {
    const auto energy = std::ranges::find(
        checks, WatchKind::Energy, [](const MotionCheck& check) { return check.watch.kind; });
    if (energy == checks.end() || std::isinf(energy->allowed)) return;
    const std::vector<double> sizes = sizes_of_parts(run.system, run.equations, run.trajectory);
    const auto is_hidden = [&](double size) {
        return size > 0 && decisive * size < energy->allowed;
    };
    if (std::ranges::none_of(sizes, is_hidden)) return;
    std::vector<MotionCheck> parts;
    if (is_whole) parts = follow(run, Watched::Parts);
    if (parts.size() != sizes.size()) {
        energy->decides = false;
        return;
    }
    std::vector<MotionCheck> hidden;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool is_rounding = parts[i].holds() && decisive * sizes[i] < parts[i].allowed;
        if (is_hidden(sizes[i]) && !is_rounding) hidden.push_back(std::move(parts[i]));
    }
    checks.insert(energy + 1, hidden.begin(), hidden.end());
}

}  // namespace

std::vector<MotionCheck> check_motion(const System& system, const Equations& equations,
                                      const Trajectory& trajectory) {
    const ComputedMotion run{system, equations, trajectory};
    std::vector<MotionCheck> result = follow(run, Watched::Whole);
    add_hidden_parts(run, true, result);
    return result;
}

std::vector<MotionCheck> checks_of_legs(const ChecksAlong& all, const ComputedMotion& last) {
    std::vector<MotionCheck> result = all.results(last.trajectory);
    add_hidden_parts(last, false, result);
    return result;
}

}  // namespace rattleback
