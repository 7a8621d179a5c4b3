// Tapes as C: a header and a source that need nothing but C99 and its mathematical library.
//
//     const CSource text = c_source("skate", {{{"skate_rates", *motion.rates().straight_line()}}});
//
// Every function is void name(const double *in, double *out), with in and out as in
// compiled_function.hpp, not overlapping. The file says what each input is. Code that was to be
// fused is written as a * b + c: to have it fused, compile for a machine that can, with
// -ffp-contract=fast.
#pragma once

#include <string>

#include "compiled/tape.hpp"

namespace rattleback {

struct NamedTape {
    std::string name;  // an identifier
    Tape tape;
};

struct CSource {
    std::string header;  // to be saved as <unit>.h
    std::string source;  // as <unit>.c
};

// Throws NumericalError when a name is no identifier.
CSource c_source(const std::string& unit, std::span<const NamedTape> functions);

}  // namespace rattleback
