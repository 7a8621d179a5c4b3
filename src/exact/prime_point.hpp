// Values of expressions at a random point of a prime field.
//
// Every symbol gets a random residue, and functions values that satisfy what is known of them:
//
//   sin, cos      a base angle b is a point (2s/(1+s²), (1−s²)/(1+s²)) of the circle, s random; an
//                 angle that is a sum of whole multiples of base angles by the addition theorems;
//                 π/60 is a point of order 120 on the circle
//   exp, sinh, …  exp of a base exponent is random and not zero, that of a sum a product of powers
//   b^e           likewise, for each base
//   √u            a root of the value of u, one for each value: where u is no square there is no
//                 value. |u| is a root of u², sign u is u/|u|. Which of the two signs is taken is chosen by `signs`
//   all others    a random residue for each function and each value of its arguments
//
// An identity that holds for all such values holds for the functions: what is random here is at most
// freer than the functions are. The converse is true where the point is `faithful`: then it is free
// only as far as the functions are (Ax's theorem for functions, Lindemann's for numbers), and what
// does not vanish at the point, for either sign of every root, is proved not to vanish identically.
#pragma once

#include <map>
#include <unordered_map>

#include "exact/kernel_basis.hpp"
#include "exact/prime_field.hpp"
#include "expr/derivative.hpp"
#include "expr/graph.hpp"

namespace rattleback {

class PrimePoint {
public:
    PrimePoint(const KernelBasis& basis, const PrimeField& field, std::uint64_t seed)
        : basis_(basis), field_(field), seed_(seed) {}

    const PrimeField& field() const { return field_; }
    void set(const Expr& symbol, Residue value) { given_[symbol] = value; }

    // One per root of the graph; nothing when there is no value for one of them.
    std::optional<std::vector<Residue>> values(const Graph& graph);

    // The other signs of roots. Bit i of `signs` belongs to the root that was met as number i.
    std::size_t roots() const { return roots_.size(); }
    void take_signs(std::uint64_t signs);

    // sign u is u/|u|, which is so wherever u is not zero; or any odd function: what holds for that
    // holds for sign where u = 0 too.
    void take_any_sign_function(bool any) { any_sign_function_ = any; }

private:
    struct SineCosine {
        Residue sine, cosine;
    };
    using Values = std::span<const Residue>;
    using Value = std::optional<Residue>;

    Residue random(std::uint64_t key) const;
    Value at_node(const Expr& node, Values args);
    Value sum(const Expr& node, Values args) const;
    Value product(const Expr& node, Values args) const;
    Value call(const Expr& node, Values args);
    Value sign_of(const Expr& node, Residue u);
    Value quotient(Residue above, Residue below) const;
    Value root(Residue radicand);
    Value raised(Residue base, std::int64_t exponent) const;
    Value general_power(const Expr& node, Values args);
    Value exponential(const Expr& u) const;
    SineCosine turned(const SineCosine& a, const SineCosine& b) const;
    SineCosine turned(SineCosine a, std::uint64_t times) const;
    std::optional<SineCosine> on_circle(std::uint64_t key) const;
    std::optional<SineCosine> sixtieth_of_pi() const;
    std::optional<SineCosine> trigonometric(const Expr& u) const;
    Residue kernel(const Expr& node, Values args) const;

    const KernelBasis& basis_;
    PrimeField field_;
    std::uint64_t seed_;
    std::uint64_t signs_ = 0;
    bool any_sign_function_ = false;
    std::unordered_map<Expr, Residue> given_;
    std::map<Residue, std::pair<std::size_t, Residue>> roots_;  // radicand → number, root
};

}  // namespace rattleback
