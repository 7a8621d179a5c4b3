// What the part of Rattleback that knows librsvg and cairo gives (base/loaded_part.hpp): the functions of
// rendered_svg.hpp. Both sides of the part are built from this header, and from no other version of it:
// the file of the part is named after the version.
#pragma once

#include "pictures/rendered_svg.hpp"

namespace rattleback {

struct PicturesPart {
    decltype(&rendered_png) png;
    decltype(&rendered_pdf) pdf;
};

using PicturesEntry = const PicturesPart*();

}  // namespace rattleback
