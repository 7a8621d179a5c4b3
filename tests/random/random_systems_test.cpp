// Random systems against the oracle: a hundred always, as many as one likes by `./test random N SEED`.
//
// A system is told by its seed alone; `./test random 1 SEED` repeats it. What fails is printed
// with its seed and its whole model file.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <map>

#include "equations/formulations.hpp"
#include "random/judged_run.hpp"
#include "random/random_model.hpp"
#include "support/sanitized.hpp"

namespace rattleback::testing {
namespace {

using Kind = RunVerdict::Kind;

struct Tally {
    std::map<Kind, std::size_t> verdicts;
    Real worst = 0;

    void count(const RunVerdict& verdict) {
        ++verdicts[verdict.kind];
        worst = std::max(worst, verdict.error);
    }
    std::string text() {
        return fmt::format(
            "{} right, {} stopped rightly, {} refused, {} wrong; largest error {:.2g} "
            "of its bound",
            verdicts[Kind::Right], verdicts[Kind::StopsRightly], verdicts[Kind::Refused],
            verdicts[Kind::Wrong], worst);
    }
};

using Tallies = std::map<std::string, Tally>;

const std::vector<std::string> methods_tried{"auto",   "taylor", "dopri5", "dop853", "vern9",
                                             "gauss4", "gauss6", "adams",  "bdf"};

std::vector<RunRequest> requests(RandomSource& random, const System& system, std::size_t runs) {
    const auto forms = applicable(system);
    std::vector<RunRequest> result;
    const auto order = random.order(forms.size());
    for (std::size_t i = 0; i < runs; ++i) {
        const bool is_default = i == 0;
        const auto* form = forms[is_default ? 0 : order[i % order.size()]];
        result.push_back({.form = std::string(form->name),
                          .method = is_default ? "auto" : random.of(methods_tried)});
    }
    return result;
}

void try_system(std::uint64_t seed, std::size_t runs, Tallies& tallies) {
    const RandomModel random_one = random_model(seed);
    const ModelText& model = random_one.model;
    RandomSource random(seed + 1'000'000'007);
    Judge judge(built(model), {0, model.q, model.v}, model.until);
    for (const RunRequest& request : requests(random, judge.system(), runs)) {
        const RunVerdict verdict = judge.run(request);
        for (const std::string& kind : random_one.kinds) tallies["kind " + kind].count(verdict);
        tallies["form " + request.form].count(verdict);
        tallies["method " + request.method].count(verdict);
        tallies["all"].count(verdict);
        if (verdict.kind == Kind::Wrong)
            ADD_FAILURE() << "System " << seed << ", " << verdict.why << "\n\n"
                          << model_file_text(model);
    }
}

std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

class RandomSystems : public ::testing::TestWithParam<std::uint64_t> {};

constexpr std::uint64_t systems_at_a_time = 10;

TEST_P(RandomSystems, MoveAsTheOracleSays) {
    const std::uint64_t first = 1 + GetParam() * systems_at_a_time;
    Tallies tallies;
    for (std::uint64_t i = 0; i < (sanitized ? 1 : systems_at_a_time); ++i)
        try_system(first + i, 2, tallies);
}

INSTANTIATE_TEST_SUITE_P(Tens, RandomSystems, ::testing::Range<std::uint64_t>(0, 10));

// RATTLEBACK_RANDOM_SYSTEMS of them, from RATTLEBACK_RANDOM_SEED on, RATTLEBACK_RANDOM_RUNS each.
TEST(ManyRandomSystems, MoveAsTheOracleSays) {
    const auto count = number_from_environment("RATTLEBACK_RANDOM_SYSTEMS", 0);
    if (count == 0) GTEST_SKIP() << "is asked for by ./test random N [SEED]";
    const auto seed = number_from_environment("RATTLEBACK_RANDOM_SEED", 1);
    const auto runs = number_from_environment("RATTLEBACK_RANDOM_RUNS", 10);
    if (count == 1) fmt::print("{}\n", model_file_text(random_model(seed).model));
    Tallies tallies;
    for (std::uint64_t i = 0; i < count; ++i) {
        try_system(seed + i, runs, tallies);
        if ((i + 1) % 50 == 0) fmt::print(stderr, "{} systems: {}\n", i + 1, tallies["all"].text());
    }
    fmt::print("{} systems from seed {} on\n", count, seed);
    for (auto& [name, tally] : tallies) fmt::print("  {:<32} {}\n", name, tally.text());
}

}  // namespace
}  // namespace rattleback::testing
