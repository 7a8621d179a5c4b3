// Random systems against the oracle: a hundred always, as many as one likes by `./test random N SEED`.
// They run as they were written, and written otherwise in each of the ways of relations.hpp.
//
// A system is told by its seed alone; `./test random 1 SEED` repeats it. What fails is printed
// with its seed and its whole model file.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>

#include "equations/formulations.hpp"
#include "random/judged_run.hpp"
#include "random/random_model.hpp"
#include "random/relations.hpp"
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
        const auto* form = forms[order[i % order.size()]];
        result.push_back({.form = std::string(form->name),
                          .method = i == 0 ? "auto" : random.of(methods_tried)});
    }
    return result;
}

// A random system and what was found of it.
class Trial {
public:
    Trial(std::uint64_t seed, Tallies& tallies)
        : seed_(seed),
          tallies_(tallies),
          random_(seed + 1'000'000'007),
          written_(random_model(seed)),
          judge_(built(written_.model), {0, written_.model.q, written_.model.v},
                 written_.model.until) {}

    void run(std::size_t runs) {
        for (const RunRequest& request : requests(random_, judge_.system(), runs))
            count(request, judge_.run(request), written_.model);
    }

    // Whether the relation makes sense for the system.
    bool run_related(const ModelRelation& relation) {
        const auto related = relation.apply(random_, written_, judge_);
        if (!related) return false;
        const RunRequest request = requests(random_, judge_.system(), 2)[random_.below(2)];
        const RunVerdict verdict = related_run(judge_, *related, request);
        tallies_["relation " + std::string(relation.name)].count(verdict);
        count(request, verdict, related->model, " with " + std::string(relation.name));
        return true;
    }

private:
    void count(const RunRequest& request, const RunVerdict& verdict, const ModelText& model,
               const std::string& written = "") {
        for (const std::string& kind : written_.kinds) tallies_["kind " + kind].count(verdict);
        tallies_["form " + request.form].count(verdict);
        tallies_["method " + request.method].count(verdict);
        tallies_["all"].count(verdict);
        if (verdict.kind == Kind::Refused)
            tallies_["refused: " + verdict.why.substr(0, 100)].count(verdict);
        if (verdict.kind == Kind::Wrong)
            ADD_FAILURE() << "System " << seed_ << written << ", " << request.form << " with "
                          << request.method << ": " << verdict.why << "\n\n"
                          << model_file_text(model);
    }

    std::uint64_t seed_;
    Tallies& tallies_;
    RandomSource random_;
    RandomModel written_;
    Judge judge_;
};

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
        Trial(first + i, tallies).run(1);
}

INSTANTIATE_TEST_SUITE_P(Tens, RandomSystems, ::testing::Range<std::uint64_t>(0, 10));

class RelatedSystems : public ::testing::TestWithParam<std::size_t> {};

// Three systems for which the relation makes sense.
TEST_P(RelatedSystems, MoveAlike) {
    Tallies tallies;
    int found = 0;
    const std::uint64_t first = 200 + 50 * GetParam();
    for (std::uint64_t i = 0; i < 50 && found < (sanitized ? 1 : 3); ++i)
        if (Trial(first + i, tallies).run_related(model_relations()[GetParam()])) ++found;
    EXPECT_GT(found, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Relations, RelatedSystems, ::testing::Range<std::size_t>(0, model_relations().size()),
    [](const auto& row) {
        std::string name(model_relations()[row.param].name);
        std::ranges::replace_if(
            name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
        return name;
    });

// RATTLEBACK_RANDOM_SYSTEMS of them, from RATTLEBACK_RANDOM_SEED on, RATTLEBACK_RANDOM_RUNS each.
TEST(ManyRandomSystems, MoveAsTheOracleSays) {
    const auto count = number_from_environment("RATTLEBACK_RANDOM_SYSTEMS", 0);
    if (count == 0) GTEST_SKIP() << "is asked for by ./test random N [SEED]";
    const auto seed = number_from_environment("RATTLEBACK_RANDOM_SEED", 1);
    const auto runs = number_from_environment("RATTLEBACK_RANDOM_RUNS", 10);
    if (count == 1) fmt::print("{}\n", model_file_text(random_model(seed).model));
    Tallies tallies;
    for (std::uint64_t i = 0; i < count; ++i) {
        Trial trial(seed + i, tallies);
        trial.run(runs);
        for (const ModelRelation& relation : model_relations()) trial.run_related(relation);
        if ((i + 1) % 50 == 0) fmt::print(stderr, "{} systems: {}\n", i + 1, tallies["all"].text());
    }
    fmt::print("{} systems from seed {} on\n", count, seed);
    for (auto& [name, tally] : tallies) fmt::print("  {:<32} {}\n", name, tally.text());
}

}  // namespace
}  // namespace rattleback::testing
