// Do the formulations agree? Proved where it can be, certified by evaluation where that is too large.
//
// One formulation, the normal form G ż = Z where it applies, is the reference, on the constraint
// manifold v = ψ(t, q, z). Another one agrees when the rates of its speeds are determined by its
// equations (a question of rank, decided at one exact state) and either
//   · a combination of its equations is identically G ż = Z, so that its motion is the reference's, or
//   · its equations hold identically with the exact solution of the reference.
// Both are exact proofs; so any two formulations that agree with the reference are proved equal.
// A form that takes one branch of a nonlinear constraint is compared on that branch.
//
// Constraints b = 0 that have no closed form v = ψ are compared at all velocities, not only where b
// vanishes: no form uses more of b than its derivatives, so that every state is one of b = const.
//
// Before any proof is tried both systems are solved at random states of random prime fields
// (exact/certify.hpp). A difference there is a proof that they differ. Where they agree and no proof
// is found within the limits, the agreement is certified: false with a probability below 10⁻³⁰.
// Where there are no such values either, as for floating constants, both systems are solved in ball
// arithmetic at random exact states; the result says at how many, and how large the difference can be.
#pragma once

#include <string>
#include <vector>

#include "base/keep_going.hpp"
#include "equations/formulations.hpp"
#include "exact/is_zero.hpp"
#include "expr/sentence.hpp"
#include "rattleback/requests.hpp"

namespace rattleback {

struct FormAgreement {
    enum class Outcome : std::uint8_t { Proved, Certified, Bounded, Differs, Undecided };
    std::string form;
    Outcome outcome = Outcome::Undecided;
    double log_probability = 0;  // Certified: log₁₀ of a bound for the probability of an error
    double bound = 0;            // Bounded: no residual is larger in absolute value
    int states = 0;              // Bounded: at how many states
    Sentence because;            // Differs and Undecided: a sentence
};

struct Agreement {
    std::string reference;             // the formulation that was solved
    Sentence branch;                   // of the constraints, when there was a choice
    std::vector<FormAgreement> forms;  // all others that apply, of the same principle
    bool was_left = false;             // before all were compared
    bool all_agree() const;            // proved, certified or bounded
    bool all_proved() const;
};

struct AgreementOptions {
    Limits limits = {.terms = 100'000, .work = 50};  // of one exact question
    std::uint64_t work = 60;           // of all exact proofs of one form, in millions of steps
    std::uint64_t work_in_vain = 200;  // on forms of which no proof was found, before it is enough
    int states = 5;
    std::uint64_t seed = CheckRequest().seed;
    KeepGoing keep_going = {};
};

// Compares the formulations that apply; for vakonomic motion, with the Euler–Lagrange equations of
// 𝕃 = L − λb.
Agreement agreement(const System& system, const AgreementOptions& options = {});

// Compares any equations in (q, speeds) with the reference of the system's nonholonomic motion.
FormAgreement agreement_of(const System& system, const Equations& equations,
                           const AgreementOptions& options = {});

}  // namespace rattleback
