// Equations of motion as a program in no language yet: names, numbers, and functions as tapes.
//
//     const ExportProgram program = export_program(system, equations, heading);
//     for (const TextFile& file : export_files(program, export_language("c"))) …
//
// The functions are rates, jacobian and invariants of (t, state, p). Where the equations can be solved
// by straight-line code at and around the initial state, rates and jacobian are single tapes. Else the
// program solves  mass_matrix · unknowns = forcing  with pivots; the rates are then the velocities and
// the first unknowns, and the Jacobian follows from
//
//     mass_matrix · ∂unknowns = ∂forcing − (∂mass_matrix) · unknowns .
//
// The example integrates by the classical Runge–Kutta method with equal steps. How many, is found by
// halving the step until the end does not change in the sixth digit; where 25 600 steps do not suffice,
// because the motion meets a singular state or is too wild, the time is shortened.
#pragma once

#include <string>
#include <vector>

#include "compiled/equations_of_motion.hpp"

namespace rattleback {

// What the program says of itself.
struct ExportHeading {
    std::string name;     // of the model
    std::string writer;   // "Rattleback 0.1.0"
    std::string command;  // that wrote it
};

struct ExportFunction {
    std::string name;
    std::string output;   // what its result is called
    std::string meaning;  // a sentence
    std::size_t rows;
    std::size_t columns;  // 0: a vector
    // Of the state, the time, the parameters and, where they are asked for, the unknowns.
    Tape tape;
    bool takes_unknowns = false;
    std::vector<std::string> remarks = {};  // what the entries of a vector are
};

struct ExportParameter {
    Expr symbol;
    double value;
    std::string remark;  // the formula of the model, where it has one
};

struct ExportProgram {
    ExportHeading heading;
    std::string title, reference, form;
    std::vector<std::string> notes;  // full sentences
    std::string speeds;  // what those are that are no velocities: a sentence, or nothing
    ExprVector state;
    std::size_t coordinates = 0;  // how many of the state; the others are the speeds
    std::vector<double> initial;
    std::vector<double> sizes;  // of the entries of the state (trajectory/natural_sizes.hpp)
    std::vector<ExportParameter> parameters;
    ExprVector unknowns;  // empty: nothing is left to solve
    std::vector<ExportFunction> functions;
    std::vector<std::string> invariants;  // their names
    double until = 0;                     // of the example
    std::size_t steps = 0;
};

// Throws NumericalError where the initial values are inconsistent.
ExportProgram export_program(const System& system, const Equations& equations,
                             const ExportHeading& heading);

}  // namespace rattleback
