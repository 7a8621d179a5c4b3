// Expressions as functions of coordinates near a point of a prime field.
//
// What the point says of symbols is put in; all else is random, as of a PrimePoint. Functions go by
// their values at the point and by their rules for jets (prime_jet.hpp).
#pragma once

#include "exact/prime_jet.hpp"
#include "exact/prime_point.hpp"

namespace rattleback {

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
