// Where the texts of a model stand that was written in a program: there is no file whose lines could be
// named, so each is named by its entry.
//
//     constraint 2, equation:1:5: unknown name 'vx'
//       x'^2 + vx
//              ^^
//
// Texts that know their place, from a file or an option, keep it.
#pragma once

#include "rattleback/description.hpp"

namespace rattleback {

Description with_named_entries(Description description);

}  // namespace rattleback
