// Any model that can be built can be asked anything: there is an answer, or a sentence that says why not,
// and what is written as JSON can be read. Which question a model is asked is decided by its text.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include <array>
#include <functional>

#include "dynamics/motion_checks.hpp"
#include "files/trajectory_files.hpp"
#include "finding.hpp"
#include "model_mutator.hpp"
#include "page/html_report.hpp"
#include "patience.hpp"
#include "programs/export_files.hpp"
#include "programs/export_motion.hpp"
#include "study/check_model.hpp"
#include "study/constrain_model.hpp"
#include "study/derive_forms.hpp"
#include "study/find_equilibria.hpp"
#include "study/gather_report.hpp"
#include "study/linearize_model.hpp"
#include "study/motion_series.hpp"
#include "writing/check_text.hpp"
#include "writing/constrained_text.hpp"
#include "writing/derived_text.hpp"
#include "writing/equilibria_text.hpp"
#include "writing/linearization_text.hpp"
#include "writing/series_text.hpp"
#include "writing/trajectory_text.hpp"

namespace {

using namespace rattleback;
using fuzzing::finding;

constexpr std::chrono::milliseconds patience{300};
constexpr double longest_run = 0.5;  // of the model's time

void expect_json(const std::string& text) {
    if (!nlohmann::json::accept(text)) finding("JSON that is none: " + text);
}

double until(const Description& description) {
    return std::min(description.simulate.until.value_or(longest_run), longest_run);
}

void derive_all(const Description& model, const Attention& attention) {
    const DerivedForms derived = derive_forms(model, attention);
    derived_text(derived, {});
    derived_text(derived, {.steps = true, .mathematics = true});
    derived_latex(derived, true);
    derived_mathml(derived, true);
    expect_json(derived_json(derived));
}

void simulate(const Description& model, const Attention& attention) {
    const Run run = run_motion(model, {.until = until(model), .rtol = 1e-6}, attention);
    const auto checks = checks_of(run);
    const CheckedRun checked{run.trajectory, checks};
    trajectory_text(checked, run.integration);
    trajectory_csv(run.trajectory);
    trajectory_npz(checked);
    trajectory_hdf5(checked);
    expect_json(trajectory_json(checked));
}

void check(const Description& model, const Attention& attention) {
    const ModelCheck found =
        check_model(model, {.run = {.until = until(model), .rtol = 1e-6}}, attention);
    check_text(found);
    expect_json(check_json(found));
}

void report(const Description& model, const Attention& attention) {
    const Report all =
        gather_report(model, {.run = {.until = until(model), .rtol = 1e-6}}, attention);
    html_report(all, attention.stop);
}

void linearize(const Description& model, const Attention& attention) {
    const auto [title, small, locus] = linearize_model(model, {}, attention);
    linearization_text(small);
    expect_json(linearization_json(title, small));
}

void equilibria(const Description& model, const Attention& attention) {
    const Equilibria found = find_equilibria(model, {.tries = 2}, attention);
    equilibria_text(found);
    expect_json(equilibria_json("title", found));
}

void series(const Description& model, const Attention& attention) {
    const MotionSeries found = series_of(model, {.order = 4}, attention);
    series_text(found);
    expect_json(series_json(found));
}

void constrain(const Description& model, const Attention& attention) {
    const ConstrainedModel found = constrain_model(model, ForceSplit::Coordinates, attention);
    constrained_model_text(found);
    expect_json(constrained_model_json(found));
}

void export_all(const Description& model, const Attention& attention) {
    const ExportedMotion exported = export_motion(model, {}, "rattleback export", attention);
    for (const ExportLanguage* language : export_languages())
        export_files(exported.program, *language);
}

using Question = void (*)(const Description&, const Attention&);
constexpr std::array<Question, 12> questions{simulate,   derive_all, simulate,  check,
                                             linearize,  simulate,   report,    equilibria,
                                             derive_all, series,     constrain, export_all};

// How many inputs were there, were models, and had an answer: told when the process ends.
struct Counts {
    std::size_t asked = 0, models = 0, answered = 0;
    Counts() = default;
    Counts(const Counts&) = delete;
    Counts& operator=(const Counts&) = delete;
    ~Counts() {
        fuzzing::tell(
            fmt::format("asked {} inputs, {} models, {} answered", asked, models, answered));
    }
} counts;

void ask(const std::string& text) {
    ++counts.asked;
    const Question question = questions[std::hash<std::string>()(text) % questions.size()];
    std::string said;
    try {
        const Description model = read_model_text(text, "fuzz.toml");
        build(model);
        ++counts.models;
        const fuzzing::Patience user(patience);
        question(model, user.attention());
        ++counts.answered;
        return;
    } catch (const Interrupted&) {
        return;
    } catch (const ModelError& error) {
        said = error.what();
    } catch (const DerivationError& error) {
        said = error.what();
    } catch (const NumericalError& error) {
        said = error.what();
    } catch (const RequestError& error) {
        said = error.what();
    }
    if (said.size() < 10) finding("an error without a sentence: '" + said + "'");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ask(fuzzing::text_of(data, size));
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    return fuzzing::change_model(data, size, most, seed);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* one, std::size_t size_of_one,
                                                 const std::uint8_t* other,
                                                 std::size_t size_of_other, std::uint8_t* into,
                                                 std::size_t most, unsigned seed) {
    return fuzzing::mix_models(fuzzing::text_of(one, size_of_one),
                               fuzzing::text_of(other, size_of_other), {into, most}, seed);
}
