// SHA-256 [FIPS 180-4] of some bytes, in hexadecimal: what `sha256sum` prints.
//
// The report names the model file it was made from by this, so that anyone can tell whether a file is
// the same. Nothing here is meant to keep secrets. The page's own script is known to the browser by it.
#pragma once

#include <string>
#include <string_view>

namespace rattleback {

std::string sha256(std::string_view bytes);

// "sha256-…" in base 64: how a policy for the content of a page names a script [CSP3 2.3.1].
std::string sha256_source(std::string_view bytes);

}  // namespace rattleback
