// What the standard output is: a terminal that shows mathematics, and how wide.
//
// Without a terminal the width is always the same, so that what is written to a file or compared by
// a test does not depend on the window of whoever ran it.
#pragma once

#include <cstddef>

namespace rattleback {

// A terminal, not a dumb one, in a UTF-8 locale.
bool is_terminal_for_mathematics();

// $COLUMNS, or what the terminal says; 100 where the output is no terminal.
std::size_t terminal_width();

}  // namespace rattleback
