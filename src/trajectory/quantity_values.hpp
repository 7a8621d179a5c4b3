// Formulas of a state and of what the equations of motion make of it, as code.
//
//     QuantityValues value(system, equations, motion, {R_x, N_ball - m*g}, {});
//     value(motion.input(state, t).data(), out);
//
// What has accelerations, or quantities that follow from the reaction (model/quantities.hpp), is
// evaluated in two steps: the equations are solved, and what occurs is put into the formula as numbers.
// Multipliers are those of least squares where the rows of the constraints are independent, forces at
// contacts those of contact_forces.hpp. Where the equations have no solution there is NaN, as there is
// where a state makes the constraints dependent: then only R is determined.
//
// A copy shares the code and has scratch of its own. The system must live as long as copies do.
#pragma once

#include "model/quantities.hpp"
#include "trajectory/contact_forces.hpp"

namespace rattleback {

class QuantityValues {
public:
    // Throws DerivationError for multipliers that are not unique, and for speeds that are not there.
    QuantityValues(const System& system, const Equations& equations,
                   const EquationsOfMotion& motion, std::span<const Expr> expressions,
                   const CompileOptions& options);

    // `in`: as functions of the motion take it.
    void operator()(const double* in, double* out);
    std::size_t size() const { return formulas_->outputs(); }

private:
    // Where the number is that a symbol stands for.
    enum class From : std::uint8_t { Solved, Multipliers, Contacts, Normals, Frictions, Gauss };
    struct Source {
        From from;
        std::size_t place = 0;
    };

    void choose_sources(const System& system, std::span<const Expr> expressions);
    void prepare(const System& system, const EquationsOfMotion& motion,
                 const CompileOptions& options);
    bool wants(From from) const;
    void find_multipliers();
    void find_gauss();
    std::vector<double> unknown_reaction() const;
    double number(const Source& source) const;

    std::size_t n_, inputs_;
    ExprVector named_;             // symbols that stand for numbers
    std::vector<Source> sources_;  // one for each
    std::optional<SolvedFunction> solved_;
    std::optional<CompiledFunction> matrices_;  // N, then what the state exerts, then M
    std::optional<ContactForces> contact_forces_;
    std::optional<CompiledFunction> formulas_;
    std::size_t rows_ = 0, exerted_ = 0;  // of N; entries of what the state exerts, if it does
    std::vector<double> in_, out_, matrix_values_, multipliers_, contacts_;
    std::vector<ContactLoad> loads_;
    double gauss_ = 0;
};

}  // namespace rattleback
