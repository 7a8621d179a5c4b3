#include "study/complaints.hpp"

#include <cmath>

#include "structure/physics.hpp"

namespace rattleback {
namespace {

Sentence failed(const MotionCheck& check) {
    if (std::isnan(check.largest))
        return sentence("The check '{}' cannot be made: {} has no value at {}.", check.name,
                        check.watch.says, time_is(check.time, 6));
    return sentence("The check '{}' fails: {} is as large as {:.2g} at {}, and {:.1g} is allowed.",
                    check.name, check.watch.says, check.largest, time_is(check.time, 6),
                    check.allowed);
}

}  // namespace

Sentences complaints_of(const Run& run, std::span<const MotionCheck> checks) {
    Sentences sentences;
    if (const auto failure = failure_of(run.trajectory))
        sentences.push_back(*failure);
    else
        for (const MotionCheck& check : checks)
            if (!check.holds()) sentences.push_back(failed(check));
    if (const auto undetermined = undetermined_start(run)) {
        sentences.push_back(*undetermined);
        for (const Finding& finding : findings(run.system))
            if (finding.severity == Severity::Error) sentences.push_back(finding.sentence);
    }
    return sentences;
}

}  // namespace rattleback
