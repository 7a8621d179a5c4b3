// Everything that is known about a model and its motion, in one value: what a page shows.
//
//     const Report report = gather_report(read_model("models/skate.toml"), {});
//     write_file("skate.html", html_report(report));
//
// Of a large model only the form of the motion and the one in all velocities are derived and compared:
// the others take minutes, and nobody reads them on a page. What is missing is said.
#pragma once

#include "study/compare_runs.hpp"
#include "study/derive_forms.hpp"
#include "study/findings.hpp"

namespace rattleback {

struct ReportRequest {
    RunRequest run = {};
    std::string model_name = {};  // as the user calls it
    // The same motion beside another one: nothing, the other principle, or another model.
    bool against_principle = false;
    std::optional<SideRequest> against = {};
};

struct Report {
    std::string title;
    System system;           // as the model says it
    std::string model_name;  // as the user calls it
    std::string model_text;  // the bytes of its file, where it has one
    Sentences notes = {};    // how the model was understood: sentences
    std::vector<DerivedForm> forms = {};
    Sentences forms_left_out = {};       // sentences
    std::vector<Section> findings = {};  // all but motion and agreement
    Section agreement = {};
    Section motion = {};          // its sentences, also where there is none
    std::optional<Run> run = {};  // the motion itself
    std::optional<RunComparison> compared = {};
    Sentence no_comparison = {};  // why not, where it was asked for
    std::string command = {};     // that writes the page again

    bool failed() const;
};

// Whatever of it fails is said in the report; only a model that cannot be built throws.
Report gather_report(const Description& description, const ReportRequest& request,
                     const Attention& attention = {});

}  // namespace rattleback
