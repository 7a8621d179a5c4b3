#include <fmt/format.h>

#include <memory>

#include "app/commands.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "app/run_options.hpp"
#include "app/settings.hpp"
#include "app/usage.hpp"
#include "base/remembered.hpp"
#include "expr/sentence_error.hpp"
#include "files/run_to_file.hpp"
#include "files/trajectory_files.hpp"
#include "study/changed_model.hpp"
#include "study/complaints.hpp"
#include "writing/trajectory_text.hpp"

namespace rattleback {
namespace {

struct Given {
    RunOptions run;
    std::string file, resumed;
    bool json = false, timing = false;
};

FileRequest file_of(const Given& given) {
    if (!given.resumed.empty() && !given.file.empty() && given.resumed != given.file)
        throw UsageError(
            fmt::format("'--resume {}' goes on with the run of that file, and '-o {}' "
                        "names another one.",
                        given.resumed, given.file));
    const bool is_resumed = !given.resumed.empty();
    return {is_resumed ? given.resumed : given.file, is_resumed, given.json};
}

std::string written(const Given& given, const RunInFile& done) {
    const Run& run = done.motion.run;
    const CheckedRun checked{run.trajectory, done.motion.checks};
    if (given.json) return trajectory_json(checked, given.timing);
    std::string text = fmt::format("{}\n\n{}", title_of(run.system.description),
                                   trajectory_text(checked, run.integration));
    if (given.timing)
        text += fmt::format("\nThe run took {:.3g} s.\n", run.trajectory.statistics.seconds);
    const FileRequest file = file_of(given);
    if (!file.file.empty() && done.not_written.empty())
        text += fmt::format("\nThe run is in '{}', with {} samples.\n", file.file, done.samples);
    if (!done.unfinished.empty())
        text += fmt::format("It can be continued: '--resume {}'; '{}' is for that.\n", file.file,
                            done.unfinished);
    return text;
}

// What was computed is kept first and described later, and shown even when the file cannot be written.
int report(const Given& given, const RunInFile& done, const LongWork& work) {
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
    const RunWithChecks& motion = done.motion;
    attempt([&] {
        if (motion.no_checks) std::rethrow_exception(motion.no_checks);
    });
    if (!done.not_written.empty()) sentences.emplace_back(done.not_written);
    attempt([&] { say("{}", written(given, done)); });
    attempt([&] {
        const Sentences of_run = complaints_of(motion.run, motion.checks);
        sentences.insert(sentences.begin(), of_run.begin(), of_run.end());
    });
    for (const Sentence& each : sentences) tell("rattleback simulate: {}\n", to_text(each));
    if (work.is_interrupted()) return interrupted();
    return exit_code(motion.run.trajectory, !sentences.empty());
}

RunInFile computed(const FileRequest& file, const Given& given, const Attention& attention) {
    const Description description = described_model(given.run.model, given.run.settings);
    const RunRequest request = request_of(given.run);
    if (!file.file.empty()) return run_to_file(file, description, request, attention);
    return {.motion = with_checks(run_motion(description, request, attention), attention.stop)};
}

int run(const Given& given, LongWork& work) {
    const FileRequest file = file_of(given);
    if (!file.file.empty())
        if (const auto obstacle = obstacle_to_run_in_file(file)) throw UsageError(*obstacle);
    const RememberScope remember;  // the motion and its checks ask for the same
    const RunInFile done = computed(file, given, work.attention());
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
    arguments.option(
        "--resume", given->resumed,
        "Go on with the run of FILE, .csv or .h5, that was ended: the same model, with "
        "the same options",
        {"FILE"});
    arguments.flag("--json", given->json, "Write one JSON object");
    arguments.flag("--timing", given->timing, "Say how many seconds the run took");
    return [given](LongWork& work) { return run(*given, work); };
}

}  // namespace rattleback
