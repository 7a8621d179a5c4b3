// The base angles and exponents of expressions that are evaluated together.
//
// An angle is a sum of rational multiples of monomials; of all multiples of a monomial that occur, the
// greatest common part is the base angle, and each angle is a sum of whole multiples of base angles.
// Exponents likewise. Beside that it is noted whether values that are drawn for the base kernels are
// `faithful`: free only as far as the functions are. Sines, cosines and exponentials of different
// products of symbols are independent of each other and of the symbols (Ax 1971), and so are those of
// rational numbers (Lindemann 1882); logarithms of u, v and u·v are not, nor are powers.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "expr/expr.hpp"

namespace rattleback {

class KernelBasis {
public:
    explicit KernelBasis(std::span<const Expr> expressions);

    struct Multiple {
        Expr monomial;
        std::int64_t times;  // of the base
    };
    // The argument of a trigonometric function, and how many times π/60 it contains. Throws TooLarge
    // where multiples are too large.
    struct AngleParts {
        std::vector<Multiple> multiples;
        std::int64_t sixtieths = 0;
    };
    AngleParts angle(const Expr& u) const;
    std::vector<Multiple> exponent(const Expr& u) const;

    bool is_faithful() const { return faithful_; }
    bool has_floating_constants() const { return has_floating_constants_; }
    bool has_signs() const { return has_signs_; }
    std::size_t free_kernels() const { return free_kernels_; }  // of "all others", and roots

private:
    using Units = std::map<Expr, Number>;
    static void note(Units& units, const Expr& u);
    void look_at(const Expr& node);
    static std::int64_t multiple(const Units& units, const Expr& monomial, const Number& factor);

    Units angles_, exponents_;
    bool faithful_ = true, has_floating_constants_ = false, has_signs_ = false;
    std::size_t free_kernels_ = 0;
};

}  // namespace rattleback
