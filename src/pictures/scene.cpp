#include "pictures/scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "compiled/compiled_function.hpp"
#include "compiled/equations_of_motion.hpp"
#include "model/initial_values.hpp"
#include "pictures/scene_sizes.hpp"

namespace rattleback {
namespace {

using Kind = Drawing::Kind;

constexpr std::size_t fewest_frames = 600, most_frames = 2400;
constexpr double largest_turn =
    1.6;  // between two frames, so that one can go on from one to the next

bool has_rotation(Kind kind) {
    switch (kind) {
        case Kind::Dot:
        case Kind::Segment:
        case Kind::Spring:
        case Kind::Arrow:
        case Kind::Blade:
        case Kind::Wheel:
        case Kind::Ground: return false;
        case Kind::Sphere:
        case Kind::Disc:
        case Kind::Box:
        case Kind::Ellipsoid:
        case Kind::Plate:
        case Kind::Cylinder: return true;
    }
    return false;
}

// In the plane z = 0, however it moves.
bool is_flat(const Drawing& drawing) {
    if (!drawing.place[2].is_zero() || !drawing.direction[2].is_zero()) return false;
    if (!has_rotation(drawing.kind)) return drawing.kind != Kind::Ground;
    return drawing.kind == Kind::Box && drawing.axes[2] == unit_vector(2);
}

// The quaternion of a rotation, nearest to the one before it.
std::array<double, 4> quaternion(const double* r, const std::array<double, 4>& before) {
    const auto at = [&](std::size_t i, std::size_t j) { return r[3 * i + j]; };
    const double trace = at(0, 0) + at(1, 1) + at(2, 2);
    std::array<double, 4> q{};
    std::size_t largest = 3;
    for (std::size_t i = 0; i < 3; ++i)
        if (at(i, i) > (largest == 3 ? trace : at(largest, largest))) largest = i;
    if (largest == 3) {
        q = {at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1), 1 + trace};
    } else {
        const std::size_t i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
        q[i] = 1 + 2 * at(i, i) - trace;
        q[j] = at(j, i) + at(i, j);
        q[k] = at(k, i) + at(i, k);
        q[3] = at(k, j) - at(j, k);
    }
    double square = 0, along = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        square += q[i] * q[i];
        along += q[i] * before[i];
    }
    const double factor = (along < 0 ? -1 : 1) / std::sqrt(square);
    for (double& x : q) x *= factor;
    return q;
}

std::vector<double> equal_times(const Trajectory& run, std::size_t count) {
    const Trajectory& first = run.dense.empty() ? *run.rest : run;
    const Trajectory& last = run.rest && !run.rest->dense.empty() ? *run.rest : run;
    const double from = std::min(first.dense.from(), last.dense.until()),
                 until = std::max(first.dense.from(), last.dense.until());
    std::vector<double> times(count, until);
    for (std::size_t i = 0; i + 1 < count; ++i)
        times[i] = from + (until - from) * static_cast<double>(i) / static_cast<double>(count - 1);
    return times;
}

// The formulas of all drawings, one after the other.
class Sampler {
public:
    explicit Sampler(const System& system)
        : system_(system), code_(compile(inputs(system), formulas(system), interpreted())) {}

    // One row per time.
    std::vector<std::vector<double>> rows(const Trajectory& run,
                                          const std::vector<double>& times) const {
        std::vector<std::vector<double>> result;
        const std::vector<double> parameters = parameter_numbers(system_);
        for (const double t : times) {
            std::vector<double> in = configuration(run, t, system_.size());
            in.push_back(t);
            in.insert(in.end(), parameters.begin(), parameters.end());
            result.emplace_back(code_.outputs());
            code_(in.data(), result.back().data());
        }
        return result;
    }

private:
    static CompileOptions interpreted() { return {.backend = Backend::Interpreter}; }

    static ExprVector inputs(const System& system) {
        ExprVector result = system.q;
        result.push_back(system.t);
        for (const Parameter& p : system.parameters) result.push_back(p.symbol);
        return result;
    }

    static ExprVector formulas(const System& system) {
        ExprVector result(system.up.begin(), system.up.end());
        const auto add = [&](const auto& more) {
            result.insert(result.end(), more.begin(), more.end());
        };
        for (const Drawing& drawing : system.drawings) {
            add(drawing.place);
            add(drawing.direction);
            for (const Vector3& row : drawing.axes) add(row);
            add(drawing.size);
        }
        return result;
    }

    const System& system_;
    CompiledFunction code_;
};

void normalize(double* vector) {
    const double length = std::hypot(vector[0], vector[1], vector[2]);
    for (std::size_t i = 0; i < 3; ++i) vector[i] = length > 0 ? vector[i] / length : 0;
}

// The item of a drawing whose numbers begin at `offset` of each row.
SceneItem item_of(const Drawing& drawing, const std::vector<std::vector<double>>& rows,
                  std::size_t offset) {
    SceneItem item{
        .kind = drawing.kind, .name = drawing.name, .trace = drawing.trace, .axis = drawing.axis};
    const double* const sizes = rows[0].data() + offset + 15;
    item.size.assign(sizes, sizes + drawing.size.size());
    std::array<double, 4> before{0, 0, 0, 1};
    for (const auto& row : rows) {
        const double* const at = row.data() + offset;
        item.place.insert(item.place.end(), at, at + 3);
        item.other.insert(item.other.end(), at + 3, at + 6);
        if (drawing.kind == Kind::Blade || drawing.kind == Kind::Wheel)
            normalize(&item.other[item.other.size() - 3]);
        if (!has_rotation(drawing.kind)) continue;
        before = quaternion(at + 6, before);
        item.rotation.insert(item.rotation.end(), before.begin(), before.end());
    }
    return item;
}

double largest_turn_of(const Scene& scene) {
    double cosine = 1;
    for (const SceneItem& item : scene.items)
        for (std::size_t i = 4; i + 3 < item.rotation.size(); i += 4) {
            double dot = 0;
            for (std::size_t k = i; k < i + 4; ++k) dot += item.rotation[k] * item.rotation[k - 4];
            cosine = std::min(cosine, dot);
        }
    return 2 * std::acos(cosine);
}

Scene sampled(const System& system, const Sampler& sampler, const Trajectory& trajectory,
              std::size_t frames) {
    Scene scene;
    scene.times = equal_times(trajectory, frames);
    const auto rows = sampler.rows(trajectory, scene.times);
    std::copy_n(rows[0].begin(), 3, scene.up.begin());
    std::size_t offset = 3;
    for (const Drawing& drawing : system.drawings) {
        const SceneItem item = item_of(drawing, rows, offset);
        offset += 15 + drawing.size.size();
        if (drawing.kind != Kind::Ground) {
            scene.items.push_back(item);
            continue;
        }
        Scene::Ground ground{};
        std::copy_n(item.place.begin(), 3, ground.at.begin());
        std::copy_n(item.other.begin(), 3, ground.normal.begin());
        scene.ground = ground;
        scene.up = ground.normal;
    }
    normalize(scene.up.data());
    return scene;
}

}  // namespace

std::vector<double> configuration(const Trajectory& run, double t, std::size_t size) {
    const bool in_rest = run.rest && (run.dense.empty() || !run.dense.covers(t));
    std::vector<double> state = (in_rest ? *run.rest : run).at(t);
    state.resize(size);
    return state;
}

std::optional<Scene> scene_of(const System& system, const Trajectory& trajectory,
                              const std::string& name) {
    const bool has_states =
        !trajectory.dense.empty() || (trajectory.rest && !trajectory.rest->dense.empty());
    if (system.drawings.empty() || !has_states) return {};
    const Sampler sampler(system);
    Scene scene = sampled(system, sampler, trajectory, fewest_frames);
    for (std::size_t frames = 2 * fewest_frames;
         frames <= most_frames && largest_turn_of(scene) > largest_turn; frames *= 2)
        scene = sampled(system, sampler, trajectory, frames);
    scene.name = name;
    scene.dimension = std::ranges::all_of(system.drawings, is_flat) ? 2 : 3;
    choose_sizes(scene);
    if (scene.dimension == 2) draw_outlines(scene);
    return scene;
}

}  // namespace rattleback
