// What the modes of small motions say of their stability, in sentences.
//
// Growing and decaying modes decide the stability of the motion itself [A. M. Liapunov, 1892]; neutral
// ones do not, and the verdict says so. A neutral mode with a Jordan block of size k has disturbances
// that grow as t^{k−1}: small motions are not stable then, whatever the motion itself does. Where the
// numbers are not exact it says which real parts count as zero.
#pragma once

#include "dynamics/spectrum.hpp"
#include "expr/sentence.hpp"

namespace rattleback {

Sentence stability_verdict(const Spectrum& found);

}  // namespace rattleback
