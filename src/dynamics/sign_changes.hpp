// How a function of one parameter changes its sign, and where it does so twice between two samples.
//
// Near the place the function is looked at from both sides, at two distances: one that passes zero has
// become smaller at the nearer ones, one that passes infinity larger, and one that jumps has not changed.
//
// Two changes between neighbouring samples leave their signs as they are. They are found where the
// function is single-humped there, by golden sections [J. Kiefer, Proc. Amer. Math. Soc. 4 (1953)].
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace rattleback {

enum class SignChange : std::uint8_t { Zero, Infinity, Jump };

using RealFunction = std::function<double(double)>;  // NaN where there is no value

// At p, of a function that has been looked at over this width.
SignChange sign_change(const RealFunction& f, double p, double width);

// A place between a and b where f has the other sign than at both, on the way to its extremum.
std::optional<double> sign_between(const RealFunction& f, double a, double b);

}  // namespace rattleback
