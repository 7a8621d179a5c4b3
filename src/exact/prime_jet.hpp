// Derivatives in prime fields: values at a point that is displaced by nilpotent amounts.
//
// A jet is an element of 𝔽_p[ε₁ … εₖ]/(ε₁², … , εₖ²), its 2^k coefficients by the set of the εᵢ that
// they belong to; f(q + ε x) = f(q) + ε Df(q)·x, and so on for the next ε. A jet of fewer ε is as
// good, with fewer coefficients. Arithmetic goes by the last ε: (a + εb)(c + εd) = ac + ε(ad + bc),
// and a function by its first derivative: sin(a + εb) = sin a + ε b cos a. Nested derivatives of any
// order cost 3^k multiplications each, where symbolic ones may grow without bound.
#pragma once

#include "exact/prime_point.hpp"

namespace rattleback {

using PrimeJet = std::vector<Residue>;

class JetArithmetic {
public:
    explicit JetArithmetic(const PrimeField& field) : field_(field) {}

    PrimeJet add(const PrimeJet& a, const PrimeJet& b) const;
    PrimeJet subtract(const PrimeJet& a, const PrimeJet& b) const;
    PrimeJet multiply(const PrimeJet& a, const PrimeJet& b) const;
    PrimeJet inverse(const PrimeJet& a) const;  // of a jet whose value is not zero
    PrimeJet power(const PrimeJet& a, std::int64_t exponent) const;
    // From their values at the value of a.
    std::pair<PrimeJet, PrimeJet> sine_and_cosine(const PrimeJet& a, Residue sine,
                                                  Residue cosine) const;
    PrimeJet exponential(const PrimeJet& a, Residue value) const;
    PrimeJet square_root(const PrimeJet& a, Residue value) const;
    PrimeJet logarithm(const PrimeJet& a, Residue value) const;

    // a + ε b with the next ε, of which neither has a part.
    PrimeJet displaced(const PrimeJet& a, const PrimeJet& b, std::size_t order) const;
    // The two parts of a jet of k + 1 ε.
    static PrimeJet value_part(const PrimeJet& a, std::size_t order);
    PrimeJet derivative_part(const PrimeJet& a, std::size_t order) const;

    const PrimeField& field() const { return field_; }
    std::uint64_t multiplications() const { return multiplications_; }

private:
    void add_product(const Residue* a, const Residue* b, std::size_t size, Residue* sum) const;

    PrimeField field_;
    mutable std::uint64_t multiplications_ = 0;
};

// Expressions as functions of coordinates near a point. What the point says of symbols is put in;
// all else is random, as of a PrimePoint.
class JetFunction {
public:
    JetFunction(std::span<const Expr> expressions, const ExprVector& coordinates,
                std::span<const Replacement> point);

    // All values of the graph at the point itself, and what is needed of a KernelBasis.
    const ExprVector& at_point() const { return at_point_; }
    // The coordinates at the point, and then the expressions at displaced ones. `base` are the values
    // of at_point(). Nothing where there is no value, or a function without a rule here.
    std::vector<Residue> coordinates(const std::vector<Residue>& base) const;
    std::optional<std::vector<PrimeJet>> values(const JetArithmetic& arithmetic,
                                                const std::vector<Residue>& base,
                                                const std::vector<PrimeJet>& coordinates) const;

private:
    std::optional<PrimeJet> at_node(const JetArithmetic& arithmetic, std::size_t i,
                                    const std::vector<Residue>& base,
                                    const std::vector<PrimeJet>& value) const;
    std::optional<PrimeJet> of_call(const JetArithmetic& arithmetic, std::size_t i,
                                    const std::vector<Residue>& base,
                                    const std::vector<PrimeJet>& value) const;

    Graph graph_;
    std::size_t expressions_ = 0;  // how many
    ExprVector at_point_;  // the nodes of the graph, then cos u for sin u and sin u for cos u
    std::vector<char> moves_;
    std::vector<std::size_t> partner_;                    // of sin u: the place of cos u
    std::unordered_map<std::size_t, std::size_t> place_;  // of a node that is a coordinate: which
    std::vector<std::size_t> coordinate_at_;              // of a coordinate: its place
};

}  // namespace rattleback
