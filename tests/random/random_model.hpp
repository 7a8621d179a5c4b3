// Random systems of every kind that a model file can say, with a regular start.
//
//   free motion   a curved metric, alone or with gyroscopic terms, with terms of degree four, with time
//                 in it; relativistic; particles; a rigid body
//   forces        potentials, damping, drives, forces across the velocity, with and without time
//   constraints   linear, affine, nonlinear of several kinds, positional, of second order, each also
//                 with time; redundant ones beside them
//   reactions     ideal, along given directions, or without work on a given W
//
// The same seed gives the same system. A start is drawn at random and taken to the constraints by the
// oracle; where the motion is badly determined there, another is drawn.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "random/formula_text.hpp"
#include "random/model_writer.hpp"

namespace rattleback::testing {

enum class PotentialWriting { InLagrangian, AsPotential, AsForce };

struct RandomModel {
    ModelText model;
    std::set<std::string> kinds;                      // of what it is made, for the counts
    std::vector<std::vector<FormulaText>> positions;  // of the particles, where there are any
    std::vector<ParticleText> body_particles;         // that stand for the body, where there is one
    std::vector<ConstraintText> body_constraints;     // that its tables say
    FormulaText potential;                            // of a part of the forces
    PotentialWriting writing = {};                    // how it was written
    ModelText without_potential;
};

// Adds a potential to a model that is written without it.
ModelText with_potential(ModelText model, const FormulaText& potential, PotentialWriting writing);

// The system without its potential and without a start.
RandomModel random_system(RandomSource& random);

// A system with its potential and a regular start.
RandomModel random_model(std::uint64_t seed);

// A state on the constraints at which the motion is well determined; nothing where none was found.
std::optional<State> random_start(RandomSource& random, const System& system);

}  // namespace rattleback::testing
