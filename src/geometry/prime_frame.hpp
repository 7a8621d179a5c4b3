// The fields of a distribution near a point of a prime field.
//
// D = ker ω is solved for some of the coordinates, its pivots: X = Σ cᵢ Xᵢ has the constant components c
// at the other, free ones, and the rest from ω(X) = 0. At displaced coordinates (exact/prime_jet.hpp)
// that is a linear system of jets, for which the inverse of its values at the point is enough. So is
// the change of X along y: ω(DX·y) = −(Dω·y)(X).
#pragma once

#include "exact/jet_function.hpp"
#include "geometry/distribution.hpp"

namespace rattleback {

struct OutOfReach {};  // thrown where an evaluation is too large or has no value

// The forms of a distribution near a point, the same for all prime fields.
struct LocalForms {
    std::size_t forms, coordinates;
    JetFunction function;
    KernelBasis basis;
    Graph at_point;

    LocalForms(const Distribution& d, const ExprVector& entries,
               std::span<const Replacement> point);
};

class PrimeFrame {
public:
    using Forms = std::vector<PrimeJets>;  // one row per form

    // `base` are the values of the forms' graph at the point.
    PrimeFrame(const LocalForms& local, const PrimeField& field, std::vector<Residue> base,
               std::uint64_t most_multiplications);

    bool forms_are_independent() const { return pivots_.size() == local_.forms; }
    std::size_t coordinates() const { return local_.coordinates; }
    std::size_t fields() const { return free_.size(); }
    const PrimeJets& point() const { return point_; }
    JetArithmetic& jets() { return jets_; }

    Forms forms_at(const PrimeJets& q) const;
    PrimeJets field(const std::vector<Residue>& c, const Forms& forms) const;
    // DX·y at q, where the forms are given, and X.
    PrimeJets change(const PrimeJets& x, const PrimeJets& y, const PrimeJets& q,
                     const Forms& forms);

private:
    void choose_pivots();

    const LocalForms& local_;
    JetArithmetic jets_;
    std::vector<Residue> base_;
    std::uint64_t most_multiplications_;
    PrimeJets point_;
    Forms at_point_;
    std::vector<std::size_t> pivots_, free_;
    ResidueMatrix inverse_;  // of the pivot columns, at the point
};

// The values of fields at the point, as long as they are independent.
class ResidueSpan {
public:
    explicit ResidueSpan(const PrimeField& field) : field_(field) {}
    bool adds(const PrimeJets& value);  // whether it is independent of those before
    std::size_t rank() const { return rows_.size(); }

private:
    PrimeField field_;
    ResidueMatrix rows_;
};

}  // namespace rattleback
