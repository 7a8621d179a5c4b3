// What the equations of motion make of a state, as numbers: what stands behind the names in formulas.
//
//     NamedValues named(system, motion, {R_x, N_ball - m*g}, {});
//     named.symbols()                                            // R_x, N_ball
//     named(motion.input(state, t).data(), values, scales);
//
// Accelerations, and quantities that follow from the reaction (model/quantities.hpp), are known where the
// equations are solved. Multipliers are those of least squares where the rows of the constraints are
// independent, forces at contacts those of contact_forces.hpp. Where the equations have no solution there
// is NaN, as there is where a state makes the constraints dependent: then only R is determined.
//
// A copy shares the code and has scratch of its own. The system must live as long as copies do.
#pragma once

#include "model/quantities.hpp"
#include "trajectory/contact_forces.hpp"

namespace rattleback {

class NamedValues {
public:
    // Of what occurs in the formulas. Throws DerivationError for multipliers that are not unique.
    NamedValues(const System& system, const EquationsOfMotion& motion,
                std::span<const Expr> formulas, const CompileOptions& options);

    const ExprVector& symbols() const { return symbols_; }
    // `in`: as functions of the motion take it. One number for each symbol.
    void operator()(const double* in, double* values);
    // What the number last computed is a sum of: rounding is relative to it.
    double scale(std::size_t i) const;
    // What they are computed from, as tapes of what functions of the motion take, and more.
    std::vector<const Tape*> formulas() const;

private:
    // Where the number is that a symbol stands for.
    enum class From : std::uint8_t { Solved, Multipliers, Contacts, Normals, Frictions, Gauss };
    struct Source {
        From from;
        std::size_t place = 0;
    };

    void choose_sources(const System& system, std::span<const Expr> formulas);
    void prepare(const System& system, const EquationsOfMotion& motion,
                 const CompileOptions& options);
    bool wants(From from) const;
    void find_multipliers();
    void find_gauss();
    std::vector<double> unknown_reaction() const;
    double number(const Source& source) const;

    std::size_t n_;
    ExprVector symbols_;
    std::vector<Source> sources_;  // one for each
    std::optional<SolvedFunction> solved_;
    std::optional<CompiledFunction> matrices_;  // N, then what the state exerts, then M
    std::optional<ContactForces> contact_forces_;
    std::size_t rows_ = 0, exerted_ = 0;  // of N; entries of what the state exerts, if it does
    std::vector<double> out_, matrix_values_, multipliers_, contacts_;
    std::vector<ContactLoad> loads_;
    double gauss_ = 0;
};

}  // namespace rattleback
