// Derivatives in prime fields: values at a point that is displaced by nilpotent amounts.
//
// A jet is an element of 𝔽_p[ε₁ … εₖ]/(ε₁^n₁, … , εₖ^nₖ). With ε² = 0 it is a derivative,
// f(q + ε x) = f(q) + ε Df(q)·x; with a longer ε, along a curve q(ε), a Taylor series. The ε are opened
// one after the other and closed in the opposite order; a jet of fewer ε is as good, with fewer
// coefficients. Arithmetic goes by the last ε, as that of power series whose coefficients are jets of
// the others: (a + εb)(c + εd) = ac + ε(ad + bc). k nested derivatives cost 3^k multiplications each,
// a Taylor series to order k no more than k².
#pragma once

#include "exact/prime_field.hpp"

namespace rattleback {

using PrimeJet = std::vector<Residue>;
using PrimeJets = std::vector<PrimeJet>;

class JetArithmetic {
public:
    explicit JetArithmetic(const PrimeField& field) : field_(field) {}

    void open(std::size_t length) { sizes_.push_back(sizes_.back() * length); }  // ε^length = 0
    void close() { sizes_.pop_back(); }

    PrimeJet add(const PrimeJet& a, const PrimeJet& b) const;
    PrimeJet subtract(const PrimeJet& a, const PrimeJet& b) const;
    PrimeJet multiply(const PrimeJet& a, const PrimeJet& b) const;
    void add_multiple(PrimeJet& sum, Residue factor, const PrimeJet& a) const;  // sum += factor·a
    PrimeJet inverse(const PrimeJet& a) const;  // of a jet whose value is not zero
    PrimeJet power(const PrimeJet& a, std::int64_t exponent) const;
    // From their values at the value of a.
    std::pair<PrimeJet, PrimeJet> sine_and_cosine(const PrimeJet& a, Residue sine,
                                                  Residue cosine) const;
    PrimeJet exponential(const PrimeJet& a, Residue value) const;
    PrimeJet square_root(const PrimeJet& a, Residue value) const;
    PrimeJet logarithm(const PrimeJet& a, Residue value) const;

    // Of the last ε that is open: a + ε b, of which neither has a part; the coefficient of ε^i; and
    // d/dε, which is known to one order less.
    PrimeJets displaced(const PrimeJets& a, const PrimeJets& b) const;
    PrimeJet part(const PrimeJet& a, std::size_t i) const;
    PrimeJets part(const PrimeJets& a, std::size_t i) const;
    PrimeJets derivative(const PrimeJets& a) const;
    bool has_parts(const PrimeJet& a) const { return a.size() > below(); }
    // Gives a its coefficient of ε^i, the last one.
    void set_part(PrimeJet& a, std::size_t i, const PrimeJet& part) const;
    // a without what is beyond the ε that are open.
    void cut(PrimeJets& a) const;

    PrimeJets subtract(const PrimeJets& a, const PrimeJets& b) const;

    // x with matrix·x + right = 0, of the given columns of a matrix; `inverse` is that of its values.
    // Coefficient by coefficient: each is the inverse times what those before it leave.
    PrimeJets solve(const std::vector<PrimeJets>& matrix, const std::vector<std::size_t>& columns,
                    const ResidueMatrix& inverse, PrimeJets right) const;

    const PrimeField& field() const { return field_; }
    std::uint64_t multiplications() const { return multiplications_; }

private:
    struct LinearSystem;
    using Coefficients = std::vector<PrimeJet>;

    std::size_t below() const { return sizes_[sizes_.size() - 2]; }
    std::size_t level_of(std::size_t size) const;
    Coefficients split(const PrimeJet& a) const;
    Coefficients slopes(const Coefficients& a) const;
    PrimeJet convolved(const Coefficients& a, const Coefficients& b, std::size_t from,
                       std::size_t to, std::size_t order) const;
    PrimeJet divided(const PrimeJet& a, std::size_t by) const;
    PrimeJet negative(const PrimeJet& a) const { return subtract(PrimeJet(a.size(), 0), a); }
    void add_product(const Residue* a, const Residue* b, std::size_t level, Residue* sum) const;
    void solve(LinearSystem& system, std::size_t level, std::size_t offset) const;

    PrimeField field_;
    std::vector<std::size_t> sizes_{1};      // of jets of 0, 1, … ε
    mutable std::vector<Residue> inverses_;  // of 1, 2, …, at their places
    mutable std::uint64_t multiplications_ = 0;
};

}  // namespace rattleback
