// A picture in SVG as PNG, for screens, or as PDF, for print, by librsvg and cairo.
//
// The fonts are those of the machine; a PDF carries them with it. One pixel of the SVG is 1/96 inch on
// paper. Throws std::runtime_error with a sentence when the text is no SVG.
#pragma once

#include <string>

namespace rattleback {

// `scale` pixels for each one of the SVG.
std::string rendered_png(const std::string& svg, double scale);
std::string rendered_pdf(const std::string& svg);

}  // namespace rattleback
