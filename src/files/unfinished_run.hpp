// What a long run has computed so far, beside the file that it is to become: FILE.unfinished.
//
// The first record says to what run it belongs: the version, the model and all settings. After it comes a
// record for each leg: its samples and events, and what the run goes on from. So the last whole record
// is a checkpoint, wherever a kill or a full disk has cut the file off (base/growing_file.hpp).
// Numbers lie in it as in memory: it is continued on the machine that made it, by the same version.
// Somebody may have forged it: what is read fits together and to the run, or is refused.
#pragma once

#include "base/growing_file.hpp"
#include "files/sample_rows.hpp"
#include "study/run_in_legs.hpp"

namespace rattleback {

// To what run samples belong.
struct RunIdentity {
    std::string version = {}, model = {};
    std::vector<std::pair<std::string, std::string>> settings = {};

    template <typename Archive>
    friend void fields(Archive& archive, RunIdentity& x) {
        archive(x.version, x.model, x.settings);
    }
};

RunIdentity identity_of(const Description& description, const RunRequest& request);

class UnfinishedRun {
public:
    static std::string path_beside(const std::string& file) { return file + ".unfinished"; }
    // Throws std::runtime_error where it cannot be made.
    static UnfinishedRun made(const std::string& file, const RunIdentity& identity);
    // Throws RequestError, which says what is missing or other, and std::runtime_error where it cannot
    // be read.
    static UnfinishedRun found(const std::string& file, const RunIdentity& identity);

    const LongRunSoFar& so_far() const { return so_far_; }
    const std::vector<EventHit>& events() const { return events_; }

    void keep(const Trajectory& leg, const LongRunSoFar& so_far);
    // Those of all legs, then those of the last, which is not kept.
    Samples samples(const Trajectory& last);
    void remove() { file_.remove(); }

private:
    explicit UnfinishedRun(GrowingFile file) : file_(std::move(file)) {}
    void require_same_columns(const Trajectory& leg) const;

    GrowingFile file_;
    LongRunSoFar so_far_;
    std::vector<EventHit> events_;
    SampleNames names_;
};

}  // namespace rattleback
