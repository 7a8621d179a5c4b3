// Any two runs beside each other: two principles, two forms, two methods, other tolerances or steps, other
// values, another start, another model with the same coordinates.
//
//     const Description skate = read_model("models/skate.toml");
//     const auto found = compare_runs({{{.description = skate},
//                                       {.description = with_values(skate, {{{"g", "5"}}})}}});
//
// What a side leaves open is computed sharply, by `auto` with a tolerance of 1e-12. Each is computed once
// more with tolerances ten times as coarse, or with steps twice as wide where they are of equal width:
// what that changes is the error of the runs. A distance that is nowhere larger is none. Distances are those of
// dynamics/compare_motions.hpp.
#pragma once

#include <array>
#include <optional>

#include "study/run_motion.hpp"

namespace rattleback {

struct SideRequest {
    Description description;
    RunRequest run = {};    // when it ends and where it is sampled the comparison says
    std::string name = {};  // what the side is called; empty: after its principle
};

// Relative, where a side does not say: so sharp that small distances mean something.
inline constexpr double tolerance_of_comparisons = 1e-12;

struct ComparisonRequest {
    std::array<SideRequest, 2> sides;
    std::optional<double> until = {};                    // else as the first model says
    std::size_t intervals = CompareRequest().intervals;  // of the table of distances
};

struct ComparedSide {
    std::string name;
    Run run;
    std::string how = {};                   // what was asked of the computation
    std::optional<Trajectory> coarse = {};  // none where the work was ended before

    std::string label() const;  // "nonholonomic (benenti)", "skate (kane, gauss6, step 0.1)"
};

struct RunComparison {
    std::array<ComparedSide, 2> sides;
    bool is_same_motion = false;  // one model in two forms of one principle: they must agree
    double noise = 0;             // the error of both runs
    Comparison comparison = {};

    bool agree() const { return comparison.verdict == Comparison::Verdict::Agree; }
    bool differ() const { return comparison.verdict == Comparison::Verdict::Differ; }
};

// Nothing where the work was ended before there were two motions. Throws RequestError where the two
// have not the same coordinates, and what run_motion throws.
std::optional<RunComparison> compare_runs(const ComparisonRequest& request,
                                          const Attention& attention = {});

// Nonholonomic against vakonomic motion where both apply, else two forms of the one. Throws RequestError
// where there is only one form.
std::array<SideRequest, 2> natural_comparison(const Description& description);

}  // namespace rattleback
