// The derivatives of the rates and of the constraints at a steady state in exact rationals, where they
// are such.
//
// A state of double precision stands for the numbers that one writes so: each entry for its shortest
// decimals, or for a multiple of π/12. That these are the steady state is not supposed but computed: the
// rates of the variables and the constraints must vanish there exactly. Then the derivatives are those
// of the motion itself, with no rounding, and so is what they say of stability.
//
// Of numbers that are not rational, as cos(a) with a parameter a = π/2 beside one that is √2, there are
// enclosures by balls of 512 bits. One that contains zero is zero: a number of 10⁻¹⁵⁰ beside those of
// which it is made would be taken for it, and nothing that people write makes one.
#pragma once

#include "compiled/equations_of_motion.hpp"
#include "exact/ball.hpp"
#include "exact/exact_eigenvalues.hpp"

namespace rattleback {

class ExactSlopes {
public:
    // `conditions` are what must vanish at a state.
    ExactSlopes(const EquationsOfMotion& motion, ExprVector conditions);

    struct Entries {
        NumberMatrix rates_by_y, conditions_by_y;
    };
    // By the variables at these places of the state. `values` are t and the parameters. Nothing where
    // the rates of the variables are not exactly zero, or some derivative is not found to be rational.
    std::optional<Entries> at(std::span<const double> state, std::vector<Replacement> values,
                              const std::vector<std::size_t>& variables) const;

    struct Enclosures {
        std::vector<Ball> rates_by_y, conditions_by_y;  // by rows
    };
    // The same as balls, whatever the rates are; nothing where some have no value.
    std::optional<Enclosures> enclosed_at(std::span<const double> state,
                                          std::vector<Replacement> values,
                                          const std::vector<std::size_t>& variables) const;

private:
    bool is_steady(const ExprVector& solution, std::span<const Replacement> values,
                   const std::vector<std::size_t>& variables) const;

    ExprVector state_, conditions_, rates_;
    LinearProblem slopes_;
};

// A x = 0 for x = (independent, dependent) makes the latter a combination of the former: that matrix,
// one row for each dependent one. Nothing where they are not determined.
std::optional<NumberMatrix> dependent_by_independent(NumberMatrix a,
                                                     const std::vector<std::size_t>& independent,
                                                     const std::vector<std::size_t>& dependent);

}  // namespace rattleback
