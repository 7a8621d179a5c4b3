// The report: one HTML file with everything that is known about a model and its motion.
//
// The page needs no network and no other file. It is complete without scripts: formulas are MathML,
// plots are SVG, every form of the equations is there. The script that was built into the program,
// where there was Node to build it (page_bundle.hpp), makes it alive: tabs, plots that zoom, an
// animation. What the script reads is one JSON object at the end of the page. The page has no date,
// so that the same command gives the same bytes.
//
//   html_model        coordinates, Lagrangian, forces, constraints, parameters
//   html_equations    every form, derivation steps, LaTeX to copy
//   html_findings     what the constraints are, whether the forms agree
//   html_motion       animation and plots, reactions
//   html_invariants   what must hold along the motion, and how far it is from holding
//   html_comparison   nonholonomic against vakonomic motion
//   html_reproduce    command, versions, hash
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/compare_motions.hpp"
#include "report/equations_text.hpp"
#include "report/findings.hpp"

namespace rattleback {

// Two motions from the same state, and how far they part.
struct ComparedMotions {
    ComputedMotion first, second;  // nonholonomic, vakonomic
    Comparison comparison;
};

struct Report {
    std::string title;
    const System& system;    // as the model says it
    std::string model_name;  // as on the command line
    std::string model_text;  // the bytes of its file
    std::string command;     // that writes this page again
    std::string version;
    std::vector<std::string> notes = {};  // how the model was understood: sentences
    std::vector<DerivedForm> forms = {};
    std::vector<std::string> forms_left_out = {};  // sentences
    std::vector<Section> findings = {};            // all but motion and agreement
    Section agreement = {};
    Section motion = {};                          // its sentences, also where there is none
    std::optional<ComputedMotion> computed = {};  // the motion itself
    std::optional<ComparedMotions> compared = {};
    std::string no_comparison = {};  // why not, where it was asked for

    bool failed() const;
};

std::string html_report(const Report& report);

}  // namespace rattleback
