// The report: one HTML page with everything that is known about a model and its motion.
//
//     write_report(skate, "skate.html");
//     write_report(skate, skate.with_principle("vakonomic"), "two_principles.html");
//
// Equations in every form, findings, animation, plots and checks, in a file that needs no network and no
// other file.
#pragma once

#include "rattleback/attention.hpp"
#include "rattleback/model.hpp"

namespace rattleback {

// Whatever of it fails is said in the page, and given back in sentences for those who do not open it.
// Throws std::runtime_error where the page cannot be written.
RATTLEBACK_API std::vector<std::string> write_report(const Model& model, const std::string& path,
                                                     const RunRequest& run = {},
                                                     const Attention& attention = {});

// With the motion of another model beside it: one with other values, by the other principle, or any with
// the same coordinates.
RATTLEBACK_API std::vector<std::string> write_report(const Model& model, const Model& against,
                                                     const std::string& path,
                                                     const RunRequest& run = {},
                                                     const Attention& attention = {});

}  // namespace rattleback
