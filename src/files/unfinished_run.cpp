#include "files/unfinished_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "base/archive.hpp"
#include "rattleback/api.hpp"
#include "rattleback/errors.hpp"
#include "writing/model_toml.hpp"

namespace rattleback {
namespace {

const std::string magic = "rattleback unfinished run 1";

struct LegRecord {
    SampleNames names = {};
    std::vector<double> rows = {};
    std::vector<EventHit> events = {};
    LongRunSoFar so_far = {};

    template <typename Archive>
    friend void fields(Archive& archive, LegRecord& x) {
        archive(x.names, x.rows, x.events, x.so_far);
    }
};

LegRecord leg_of(const std::string& record) {
    LegRecord leg;
    Loader loader(record);
    loader(leg);
    if (!loader.is_at_end() || leg.rows.size() % leg.names.width() != 0) throw DamagedArchive();
    return leg;
}

RequestError other(const std::string& file, const std::string& what) {
    return RequestError("resume", fmt::format("the unfinished run of '{}' {}", file, what));
}

// Nothing where they are the same.
void require_same(const std::string& file, const RunIdentity& of_file, const RunIdentity& asked) {
    if (of_file.version != asked.version)
        throw other(file, fmt::format("was begun by version {} of the program, and this is {}",
                                      of_file.version, asked.version));
    if (of_file.model != asked.model) throw other(file, "belongs to another model");
    for (std::size_t i = 0; i < asked.settings.size(); ++i) {
        const auto& [name, value] = asked.settings[i];
        const std::string before = i < of_file.settings.size() && of_file.settings[i].first == name
                                       ? of_file.settings[i].second
                                       : "";
        if (before != value)
            throw other(file,
                        fmt::format("was begun with {}: {}, and not {}", name, before, value));
    }
}

}  // namespace

// Comments, plots and what [simulate] says decide no number, or are among the settings.
RunIdentity identity_of(const Description& description, const RunRequest& request) {
    Description model = description;
    model.file.clear();
    model.title = model.reference = model.description = {};
    model.plots.clear();
    model.drawings.clear();
    model.simulate = {};
    return {version(), model_toml(model), settings_of_run(description, request)};
}

UnfinishedRun UnfinishedRun::made(const std::string& file, const RunIdentity& identity) {
    UnfinishedRun run(GrowingFile::made(path_beside(file)));
    Saver head;
    head(magic, identity);
    run.file_.append(head.bytes());
    return run;
}

UnfinishedRun UnfinishedRun::found(const std::string& file, const RunIdentity& identity) {
    UnfinishedRun run(GrowingFile::opened(path_beside(file)));
    const auto damaged = [&] {
        return other(file, fmt::format("cannot be read: '{}' is none", path_beside(file)));
    };
    try {
        const std::optional<std::string> head = run.file_.next();
        if (!head) throw damaged();
        std::string its_magic;
        RunIdentity its_identity;
        Loader loader(*head);
        loader(its_magic);
        if (its_magic != magic) throw damaged();
        loader(its_identity);
        require_same(file, its_identity, identity);
        std::size_t samples = 0;
        while (const std::optional<std::string> record = run.file_.next()) {
            LegRecord leg = leg_of(*record);
            if (samples > 0 && !leg.rows.empty() && leg.names != run.names_) throw damaged();
            samples += leg.rows.size() / leg.names.width();
            if (leg.so_far.samples != samples) throw damaged();
            std::ranges::move(leg.events, std::back_inserter(run.events_));
            run.so_far_ = std::move(leg.so_far);
            if (!leg.rows.empty()) run.names_ = std::move(leg.names);
        }
    } catch (const DamagedArchive&) {
        throw damaged();
    }
    return run;
}

void UnfinishedRun::keep(const Trajectory& leg, const LongRunSoFar& so_far) {
    LegRecord record{.names = sample_names(leg), .events = leg.events, .so_far = so_far};
    if (!leg.times.empty()) {
        if (names_.columns.empty()) names_ = record.names;
        require_same_columns(leg);
        record.names = names_;
        record.rows = std::move(sample_rows(leg, names_)).entries();
    }
    Saver saver;
    saver(record);
    file_.append(saver.bytes());
    so_far_ = so_far;
    events_.insert(events_.end(), leg.events.begin(), leg.events.end());
}

// Only where somebody else has written what is kept they may be others. Forces at contacts may be known
// in some legs alone.
void UnfinishedRun::require_same_columns(const Trajectory& leg) const {
    const SampleNames names = sample_names(leg);
    const bool same_contacts =
        names.contacts.empty() || names_.contacts.empty() || names.contacts == names_.contacts;
    if (names.columns != names_.columns || names.reactions != names_.reactions ||
        names.drives != names_.drives || !same_contacts)
        throw std::runtime_error(
            fmt::format("What is kept in '{}' has other columns than this run.", file_.path()));
}

Samples UnfinishedRun::samples(const Trajectory& last) {
    const bool are_kept = so_far_.samples > 0;
    if (are_kept && !last.times.empty()) require_same_columns(last);
    Samples samples{.names = are_kept ? names_ : sample_names(last),
                    .count = so_far_.samples + last.times.size()};
    samples.pieces = [this, &last, names = samples.names](const auto& take) {
        file_.rewind();
        file_.next();  // the head
        while (const std::optional<std::string> record = file_.next()) {
            LegRecord leg = leg_of(*record);
            if (!leg.rows.empty()) take(Rows(names.width(), std::move(leg.rows)));
        }
        take(sample_rows(last, names));
    };
    return samples;
}

}  // namespace rattleback
