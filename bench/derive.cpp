// Time and arithmetic of every formulation: the skate, the parallel points and a snake of five links.
//
// Each applicable formulation is derived without simplification. Operations are those of evaluating
// its matrix and right side, each common subexpression once; times are the best of several runs.
#include <fmt/format.h>

#include <chrono>
#include <limits>

#include "equations/formulations.hpp"
#include "expr/operations.hpp"

namespace {

using namespace rattleback;

Description skate() {
    return {.title = "skate",
            .coordinates = {"x", "y", "phi"},
            .parameters = {{"g", "1"}},
            .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 + g*x",
            .constraints = {{.name = "blade", .equation = "x'*sin(phi) - y'*cos(phi) = 0"}}};
}

Description parallel_points() {
    return {.title = "parallel points",
            .coordinates = {"x1", "y1", "x2", "y2"},
            .parameters = {{"m1", "1"}, {"m2", "2"}, {"k", "1"}},
            .lagrangian =
                "(m1*(x1'^2 + y1'^2) + m2*(x2'^2 + y2'^2))/2 - k*((x2 - x1)^2 + (y2 - y1)^2)/2",
            .constraints = {{.name = "parallel", .equation = "x1'*y2' - x2'*y1' = 0"}},
            .parametrization = ParametrizationDescription{{"v1", "v2", "theta"},
                                                          {{"x1'", "v1*cos(theta)"},
                                                           {"y1'", "v1*sin(theta)"},
                                                           {"x2'", "v2*cos(theta)"},
                                                           {"y2'", "v2*sin(theta)"}}}};
}

// The chain of bench/snake.cpp, written as a user would.
Description snake(int links) {
    Description d{.title = fmt::format("snake of {} links", links),
                  .coordinates = {"x", "y"},
                  .parameters = {{"m", "1"}, {"J", "1/12"}, {"l", "1"}, {"k", "1"}}};
    std::string u = "x'", w = "y'", energy;
    for (int i = 1; i <= links; ++i) {
        const std::string s = fmt::format("l/2*sin(theta{0})*theta{0}'", i),
                          c = fmt::format("l/2*cos(theta{0})*theta{0}'", i);
        d.coordinates.emplace_back(fmt::format("theta{}", i));
        d.definitions.push_back({fmt::format("u{}", i), u + " - " + s});
        d.definitions.push_back({fmt::format("w{}", i), w + " + " + c});
        energy += fmt::format("{0}m*(u{1}^2 + w{1}^2)/2 + J*theta{1}'^2/2", i > 1 ? " + " : "", i);
        if (i > 1) energy += fmt::format(" - k*(theta{} - theta{})^2/2", i, i - 1);
        d.constraints.push_back(
            {.name = fmt::format("blade {}", i),
             .equation = fmt::format("w{0}*cos(theta{0}) - u{0}*sin(theta{0}) = 0", i)});
        u += " - 2*" + s;
        w += " + 2*" + c;
    }
    d.lagrangian = energy;
    return d;
}

void report(const Description& description) {
    const System system = build(description);
    fmt::print("{}\n", description.title.text());
    double all = 0;
    for (const Formulation& form : formulations()) {
        if (form.refusal(system)) continue;
        double best = std::numeric_limits<double>::infinity();
        std::size_t operations = 0;
        for (int run = 0; run < 5; ++run) {
            const auto start = std::chrono::steady_clock::now();
            const Equations equations = form.derive(system);
            const std::chrono::duration<double, std::milli> taken =
                std::chrono::steady_clock::now() - start;
            best = std::min(best, taken.count());
            ExprVector entries = equations.right;
            for (const auto& row : equations.matrix)
                entries.insert(entries.end(), row.begin(), row.end());
            operations = count_operations(entries).total();
        }
        all += best;
        fmt::print("  {:<22} {:>9.3f} ms {:>8} operations\n", form.name, best, operations);
    }
    fmt::print("  {:<22} {:>9.3f} ms\n", "all together", all);
}

}  // namespace

int main() {
    report(skate());
    report(parallel_points());
    report(snake(5));
}
