// What of the library a program may call.
//
// The shared library shows the names that are marked so, and hides all others: a program depends on
// these headers alone, on none of the libraries behind them, and no name of theirs can meet one of
// its own.
#pragma once

#define RATTLEBACK_API __attribute__((visibility("default")))

namespace rattleback {

RATTLEBACK_API const char* version();  // "0.1.0"

}  // namespace rattleback
