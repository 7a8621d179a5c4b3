// Distributions: the directions that constraints allow, and what their brackets reach.
//
// A distribution D is given by the forms ω that vanish on it: D = ker ω₁ ∩ … ∩ ker ωₖ. Brackets of
// fields in D make its Lie flag, and the dimensions of the flag are the growth vector:
//
//     D¹ = D ,   D^{s+1} = D^s + [D, D^s] ,   (dim D¹, dim D², …) until nothing is added.
//
// D is integrable when the growth vector has one entry (Frobenius). In general the flag ends in the
// involutive closure D^∞, and the forms that vanish on it, I^(∞), are the largest integrable system
// among the combinations of the ωᵢ: its integrals are what the constraints fix once and for all.
// The skate has growth (2,3); a ball that rolls without spinning (2,3,5) [É. Cartan 1910; Bryant
// and Hsu 1993]; a car with n trailers (2,3,…,n+3) away from jack-knifed states [Laumond 1993].
// (The derived flag D_{s+1} = D_s + [D_s, D_s] may be quicker, and ends in the same closure; at a
// jack-knifed trailer it does not slow down, which is why the Lie flag is the one reported.)
//
// Generic ranks are exact, and found without a bracket: ω([X, Y]) = −dω(X, Y) for X, Y ∈ ker ω, so
// D^{s+1} is read off the small matrix of all −dω(X, Y), ω ∈ I^s, and I^{s+1} is its kernel.
// At a state, brackets are needed: a combination that is generically superfluous may have a pole.
#pragma once

#include <span>

#include "exact/limits.hpp"
#include "expr/derivative.hpp"

namespace rattleback {

struct Distribution {
    ExprVector coordinates;  // of the manifold: q, or t and q
    ExprMatrix forms;        // independent rows, one entry per coordinate
};

// [X, Y]ⁱ = Xʲ ∂ⱼYⁱ − Yʲ ∂ⱼXⁱ.
ExprVector lie_bracket(const ExprVector& x, const ExprVector& y, const ExprVector& coordinates);

// dω(X, Y) = Σ (∂ᵢωⱼ − ∂ⱼωᵢ) XⁱYʲ.
Expr exterior_derivative(const ExprVector& form, const ExprVector& x, const ExprVector& y,
                         const ExprVector& coordinates);

// A basis of D, one field per row. Coordinates that come first in `order` are expressed by the
// others as far as possible; those with the simplest coefficients first keep the fields simple.
std::vector<std::size_t> simplest_first(const Distribution& d);
ExprMatrix fields_of(const Distribution& d, const std::vector<std::size_t>& order,
                     const Limits& limits = {});
ExprMatrix fields_of(const Distribution& d, const Limits& limits = {});

struct LieFlag {
    std::vector<std::size_t> growth;  // at a generic point
    // I^(∞), one form per row, none where only its rank is known; and the dimension of its manifold.
    ExprMatrix integrable;
    std::size_t manifold = 0;
    // 0 of an exact flag; of one by evaluation (prime_growth.hpp) log₁₀ of the probability of an error.
    double log_probability = 0;

    bool is_integrable() const { return growth.size() == 1; }  // Frobenius
    bool reaches_everything() const { return growth.back() == manifold; }
    bool is_exact() const { return log_probability == 0; }
    std::size_t integrals() const { return manifold - growth.back(); }
};

// Throws TooLarge at the limits, and NumericalError where a rank could not be decided.
LieFlag lie_flag(const Distribution& d, const Limits& limits = {});

// The growth vector at one point; where it falls behind the generic one, the state is singular.
// `complete` says that the dimension of the generic closure was reached. A point on a smaller orbit
// never reaches it, and after `longest` brackets the search ends.
struct PointGrowth {
    std::vector<std::size_t> growth;
    bool complete = false;
    double log_probability = 0;  // as of a LieFlag
};

struct PointGrowthOptions {
    std::size_t longest = 10;         // brackets of so many fields
    std::size_t most_brackets = 400;  // in all
    Limits limits = {.terms = 100'000, .work = 5'000};
};

// The point gives an exact value to every symbol that occurs. Throws NumericalError where the forms
// themselves are dependent.
PointGrowth growth_at(const Distribution& d, const LieFlag& generic,
                      std::span<const Replacement> point, const PointGrowthOptions& options = {});

}  // namespace rattleback
