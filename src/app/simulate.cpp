#include <fmt/format.h>

#include <memory>

#include "app/commands.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "app/run_options.hpp"
#include "app/settings.hpp"
#include "app/usage.hpp"
#include "base/interruption.hpp"
#include "base/memory.hpp"
#include "files/trajectory_files.hpp"
#include "study/changed_model.hpp"
#include "study/complaints.hpp"
#include "writing/trajectory_text.hpp"

namespace rattleback {
namespace {

struct Given {
    RunOptions run;
    std::string file;
    bool json = false, timing = false;
};

std::string written(const Given& given, const Run& done, const CheckedRun& run) {
    if (given.json) return trajectory_json(run, given.timing);
    std::string text = fmt::format("{}\n\n{}", title_of(done.system.description),
                                   trajectory_text(run, done.integration));
    if (given.timing)
        text += fmt::format("\nThe run took {:.3g} s.\n", run.trajectory.statistics.seconds);
    if (!given.file.empty())
        text += fmt::format("\nThe run is in '{}', with {} samples.\n", given.file,
                            run.trajectory.times.size());
    return text;
}

// What was computed is kept first and described later, and shown even when the file cannot be written.
int report(const Given& given, const Run& done, const LongWork& work) {
    Sentences sentences;
    const auto attempt = [&](const auto& part) {
        try {
            part();
        } catch (const Interrupted&) {
            sentences.emplace_back("Interrupted: the motion was not checked.");
        } catch (const std::exception& error) {
            sentences.emplace_back(said_by(error));
        }
    };
    std::vector<MotionCheck> checks;
    attempt([&] {
        const StopScope scope(work.stop());
        checks = checks_of(done);
    });
    const CheckedRun run{done.trajectory, checks};
    bool is_kept = true;
    if (!given.file.empty()) {
        const std::size_t before = sentences.size();
        attempt([&] { write_trajectory(given.file, run); });
        is_kept = sentences.size() == before;
    }
    Given shown = given;
    if (!is_kept) shown.file.clear();
    attempt([&] { say("{}", written(shown, done, run)); });
    attempt([&] {
        const Sentences of_run = complaints_of(done, checks);
        sentences.insert(sentences.begin(), of_run.begin(), of_run.end());
    });
    for (const Sentence& each : sentences) tell("rattleback simulate: {}\n", to_text(each));
    if (work.is_interrupted()) return interrupted();
    return exit_code(run.trajectory, !sentences.empty());
}

int run(const Given& given) {
    if (!given.file.empty())
        if (const auto obstacle = obstacle_to_trajectory_file(given.file))
            throw UsageError(*obstacle);
    const Description description = described_model(given.run.model, given.run.settings);
    LongWork work;  // until the file is written
    const Run done = run_motion(description, request_of(given.run), work.attention());
    work.clear();
    return report(given, done, work);
}

}  // namespace

Action declare_simulate(Arguments& arguments) {
    auto given = std::make_shared<Given>();
    add_run_options(arguments, given->run);
    arguments.option(
        "--at", given->run.at,
        "Samples at these times, 1,2,5 or 0:20:0.5, not at every step; the run ends at the "
        "last of them where --until does not say otherwise",
        {"TIMES"});
    arguments.option("-o,--output", given->file, "Write the run to FILE: .csv, .json, .npz or .h5",
                     {"FILE"});
    arguments.flag("--json", given->json, "Write one JSON object");
    arguments.flag("--timing", given->timing, "Say how many seconds the run took");
    return [given] { return run(*given); };
}

}  // namespace rattleback
