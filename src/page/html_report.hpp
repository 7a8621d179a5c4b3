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
//   html_comparison   this motion against another one
//   html_reproduce    command, versions, hash
#pragma once

#include <stop_token>
#include <string>

#include "study/gather_report.hpp"

namespace rattleback {

// Where a stop is requested, forms that are not written yet are left out, and that is said.
std::string html_report(const Report& report, const std::stop_token& stop = {});

}  // namespace rattleback
