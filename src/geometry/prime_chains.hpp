// Growth by chains of brackets: as deep as one likes, at the cost of a Taylor series.
//
// Brackets of fields that are nested s times cost 3^s multiplications for one when each has its own
// derivative. A chain ad_f^k g = [f, [f, … [f, g]]] needs one variable only, the time ε along the
// integral curve q(ε) of f: there
//
//     [f, Y](q(ε)) = d/dε Y(q(ε)) − Df·Y ,
//
// so that all its members follow from the series of g, one after the other. With X₁ … X_m a basis of D,
// mixed at random, the chains ad_{Xⱼ}^k X_l are the candidates for what D^{k+1} adds to D^k. They span it
// where no bracket [Xᵢ, ad_{Xⱼ}^{k−1} X_l], read off a chain that starts at the point displaced along
// Xᵢ, adds more; then all of D^{k+1} = D^k + [D, D^k] is known, and the next step begins. Cars with
// trailers and chains of links grow so; what does not is left to brackets of all kinds
// (prime_growth.cpp). At a state this holds as long as the ranks are the generic ones.
#pragma once

#include "geometry/prime_frame.hpp"

namespace rattleback {

inline constexpr std::size_t longest_chain = 64;

// The growth vector at the point of the frame; at a state, as long as it is that of the generic flag.
// Throws OutOfReach where chains do not span it, or the work is used up.
std::vector<std::size_t> growth_by_chains(PrimeFrame& frame, const LieFlag* generic);

}  // namespace rattleback
