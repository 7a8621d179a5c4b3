#include "rattleback/motion_file.hpp"

#include <stdexcept>

#include "door/door.hpp"
#include "door/told_motion.hpp"
#include "files/run_to_file.hpp"
#include "study/complaints.hpp"
#include "writing/trajectory_text.hpp"

namespace rattleback {

struct MotionFile::Held {
    RunInFile done;

    const Run& run() const { return done.motion.run; }
    const std::vector<MotionCheck>& checks() const {
        if (done.motion.no_checks) std::rethrow_exception(done.motion.no_checks);
        return done.motion.checks;
    }
};

std::size_t MotionFile::samples() const { return held_->done.samples; }
std::string MotionFile::unfinished() const { return held_->done.unfinished; }

std::vector<MotionEvent> MotionFile::events() const { return told_events(held_->run().trajectory); }

Ending MotionFile::ending() const { return told_ending(held_->run().trajectory.stop); }

std::vector<CheckedQuantity> MotionFile::checks() const { return told_checks(held_->checks()); }

bool MotionFile::holds() const { return holds_all(held_->run(), held_->checks()); }

std::vector<std::string> MotionFile::complaints() const {
    return to_texts(complaints_of(held_->run(), held_->checks()));
}

std::vector<std::string> MotionFile::notes() const {
    return to_texts(held_->run().trajectory.notes);
}

std::string MotionFile::text() const {
    const Run& run = held_->run();
    return trajectory_text({run.trajectory, held_->checks()}, run.integration);
}

namespace {

RunInFile to_file(const FileRequest& file, const Model& model, const RunRequest& request,
                  const Attention& attention) {
    if (const auto obstacle = obstacle_to_run_in_file(file)) throw std::runtime_error(*obstacle);
    RunInFile done = run_to_file(file, model.description(), request, attention);
    if (!done.not_written.empty()) throw std::runtime_error(done.not_written);
    return done;
}

}  // namespace

MotionFile simulate_to_file(const Model& model, const std::string& path, const RunRequest& request,
                            const Attention& attention) {
    return Door::made<MotionFile>(to_file({.file = path}, model, request, attention));
}

MotionFile resume_file(const Model& model, const std::string& path, const RunRequest& request,
                       const Attention& attention) {
    return Door::made<MotionFile>(
        to_file({.file = path, .is_resumed = true}, model, request, attention));
}

}  // namespace rattleback
