#include "study/complaints.hpp"

#include <cmath>

#include "structure/physics.hpp"

namespace rattleback {
namespace {

Sentence failed(const MotionCheck& check) {
    if (std::isnan(check.largest))
        return sentence("The check '{}' cannot be made: {} has no value at {}.", check.watch.name(),
                        check.watch.says, time_is(check.time, 6));
    return sentence("The check '{}' fails: {} is as large as {:.2g} at {}, and {:.1g} is allowed.",
                    check.watch.name(), check.watch.says, check.largest, time_is(check.time, 6),
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

Sentences complaints_of(const RunComparison& comparison) {
    Sentences sentences;
    for (const ComparedSide& side : comparison.sides) {
        const Stop& stop = side.run.trajectory.stop;
        if (!is_result(stop.reason))
            sentences.push_back(
                sentence("{}: {} The runs are compared until then.", side.label(), stop.message));
    }
    return sentences;
}

Sentences complaints_of(const Report& report) {
    Sentences sentences;
    if (report.run)
        if (const auto failure = failure_of(report.run->trajectory)) sentences.push_back(*failure);
    if (!report.run && report.motion.failed) sentences = report.motion.sentences;
    if (!report.no_comparison.empty()) sentences.push_back(report.no_comparison);
    for (const MotionCheck& check : report.motion.checks)
        if (!check.holds())
            sentences.push_back(
                sentence("The check '{}' fails; the report says how.", check.watch.name()));
    return sentences;
}

}  // namespace rattleback
