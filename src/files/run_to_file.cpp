#include "files/run_to_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "base/interruption.hpp"
#include "expr/sentence_error.hpp"
#include "files/trajectory_files.hpp"
#include "files/unfinished_run.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// Nobody ended it, and going on would come to the same end.
bool is_over(StopReason reason) {
    return reason != StopReason::Interrupted && reason != StopReason::OutOfMemory;
}

// Who ends the writing of a run that has come to its end finds it unfinished.
Samples heeding(Samples samples, const std::stop_token& stop, const Trajectory& last) {
    if (!is_over(last.stop.reason)) return samples;
    samples.pieces = [inner = std::move(samples.pieces), stop](const auto& take) {
        inner([&](const Rows& rows) {
            if (stop.stop_requested()) throw Interrupted();
            take(rows);
        });
    };
    return samples;
}

// The file can be made again of what is kept: that it could not is said, and nothing is lost.
void write(const FileRequest& file, const std::stop_token& stop, std::optional<UnfinishedRun>& kept,
           RunInFile& done) {
    const StopScope to_the_end{std::stop_token()};  // what was computed is written whole
    const Trajectory& last = done.motion.run.trajectory;
    const CheckedRun about{last, done.motion.checks};
    try {
        if (kept)
            write_samples(file.file, heeding(kept->samples(last), stop, last), about);
        else
            write_trajectory(file.file, about);
        if (kept && is_over(last.stop.reason)) kept->remove(), kept.reset();
    } catch (const Interrupted&) {
        throw;
    } catch (const std::exception& error) {
        done.not_written = to_text(said_by(error));
    }
    if (kept) done.unfinished = UnfinishedRun::path_beside(file.file);
}

}  // namespace

std::optional<std::string> obstacle_to_run_in_file(const FileRequest& request) {
    if (auto obstacle = obstacle_to_trajectory_file(request.file)) return obstacle;
    const bool can_be_resumed = can_be_filled(request.file);
    if (request.is_resumed && request.keeps_samples)
        return "A run that is resumed has its samples in its file, and not in memory.";
    if (request.is_resumed && !can_be_resumed)
        return fmt::format("A run can be resumed in a file .csv or .h5, and not in '{}'.",
                           request.file);
    const std::string path = UnfinishedRun::path_beside(request.file);
    std::error_code ignored;
    const bool is_there = std::filesystem::exists(path, ignored);
    if (request.is_resumed && !is_there)
        return fmt::format("There is no unfinished run of '{}': the file '{}' does not exist.",
                           request.file, path);
    if (!request.is_resumed && can_be_resumed && !request.keeps_samples && is_there)
        return fmt::format(
            "The file '{}' holds a run that has not come to its end. '--resume {}' goes on with "
            "it; "
            "to begin anew, remove it.",
            path, request.file);
    return {};
}

RunInFile run_to_file(const FileRequest& file, const Description& description,
                      const RunRequest& request, const Attention& attention) {
    std::optional<UnfinishedRun> kept;
    RunInFile done;
    if (!can_be_filled(file.file) || file.keeps_samples) {
        done.motion = with_checks(run_motion(description, request, attention), attention.stop);
    } else {
        const RunIdentity identity = identity_of(description, request);
        LongRunSoFar so_far;
        if (file.is_resumed) {
            kept.emplace(UnfinishedRun::found(file.file, identity));
            so_far = kept->so_far();
        }
        const auto keep = [&](const Trajectory& leg) {
            if (!kept) kept.emplace(UnfinishedRun::made(file.file, identity));
            try {
                kept->keep(leg, so_far);
            } catch (const std::runtime_error& error) {
                throw std::runtime_error(fmt::format(
                    "{} What was computed until t = {:.6g} is in it, and '--resume {}' goes on "
                    "from there.",
                    error.what(), kept->so_far().motion.time.high, file.file));
            }
        };
        done.motion = run_in_legs(description, request, attention, so_far, keep);
    }
    Trajectory& last = done.motion.run.trajectory;
    done.samples = last.times.size();
    if (kept) {
        done.samples += kept->so_far().samples;
        last.events.insert(last.events.begin(), kept->events().begin(), kept->events().end());
    }
    write(file, attention.stop, kept, done);
    return done;
}

}  // namespace rattleback
