// The steps of build, in their order: each reads one part of the description into the system and
// throws ModelError at the first fault. A step may use what the steps before it have read.
//
// The rules they share: a part that is said in two ways is refused, a part that says nothing is
// refused, and what is not given is zero or ideal.
#pragma once

#include "exact/is_zero.hpp"
#include "model/system.hpp"
#include "model/vocabulary.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {

// q, v, a, t, parameters, functions, inputs, definitions, and the names z and λ.
void read_names(const Description& description, InputsAs inputs, Vocabulary& names, System& system);
void read_frames(const Description& description, Vocabulary& names, System& system);
// L and the particles, and the bodies; then F from forces, particles and dampers.
void read_free_motion(const Description& description, const Vocabulary& names, System& system);
void read_bodies(const Description& description, const Vocabulary& names, System& system);
void read_springs(const Description& description, const Vocabulary& names, System& system);
void read_forces(const Description& description, const Vocabulary& names, System& system);
void read_constraints(const Description& description, Vocabulary& names, System& system);
// The equations of constraints that are told by the forces that they exert: all of them, or none.
std::vector<Equation> read_exerted_forces(const Description& description, const Vocabulary& names,
                                          const System& system);
// One of order three or more, and the names of its multipliers.
struct HigherPlace {
    std::size_t number;  // among the constraints of the model
    const ConstraintDescription& written;
    const Description& description;
};
void add_higher_constraint(Constraint constraint, const HigherPlace& place, Vocabulary& names,
                           System& system);
// Knife edges, rolling bodies, and the norms of quaternions: constraints that need no formula.
void read_contacts(const Description& description, const Vocabulary& names, System& system);
void read_parametrization(const Description& description, const Vocabulary& names, System& system);
void read_reaction_law(const Description& description, const Vocabulary& names, System& system);
// The names of reactions and what else only the motion knows, then definitions that have some.
void read_quantities(const Description& description, Vocabulary& names, System& system);
// Initial values, expected closed forms, symmetries, events, and options of simulate.
void read_requests(const Description& description, const Vocabulary& names, System& system);
// Reads a formula of quantities. Of a name that would be one in another motion the message says so.
Expr asked_formula(const Written& text, const Vocabulary& names, const Scope& scope,
                   const System& system);
Equation asked_equation(const Written& text, const Vocabulary& names, const Scope& scope,
                        const System& system);
// What is drawn: curves, windows, axes.
void read_plots(const Description& description, const Vocabulary& names, System& system);
// Particles, springs and tables [[draw]] as drawings, then guesses; contacts have drawn theirs.
void read_drawings(const Description& description, const Vocabulary& names, System& system);

// What several steps need.

// The head of a table of the file, or, of a description made in C++, what it would be.
Written place_of(const Written& place, const Description& description, std::string_view header);

// One entry per coordinate; those not named are 0.
ExprVector read_components(const std::vector<Assignment>& components, const Vocabulary& names,
                           const System& system, const Scope& scope);
// The same, and at least one entry is not 0.
ExprVector read_direction(const std::vector<Assignment>& components, const Vocabulary& names,
                          const System& system, const Scope& scope);
// A vector on a particle, with as many components as its position.
ExprVector read_force_on(const Particle& particle, const std::vector<Written>& components,
                         const Vocabulary& names);

// x, y or z, with a sign.
struct AxisName {
    std::size_t axis;
    bool negative;
};
AxisName read_axis(const Written& name);
// Three components; zero where none are given.
Vector3 read_vector(const std::vector<Written>& components, std::string_view what,
                    const Vocabulary& names, const Scope& scope);
// Its place in System::frames; the ground where no name is given.
std::size_t find_frame(const Written& name, const System& system);

// Runs `make`. Arithmetic without a result is a fault of the text: "'k' has no value: division by
// zero", where `problem` is what stands before the colon.
template <typename Make>
auto located(const Written& text, const std::string& problem, const Make& make) {
    try {
        return make();
    } catch (const NumericalError& error) {
        refuse(text, problem + ": " + error.what());
    }
}

// Proofs here are about formulas that a person wrote: quick, or not worth waiting for.
inline constexpr Limits quick_proof{.terms = 50'000, .work = 1'000};

}  // namespace rattleback
