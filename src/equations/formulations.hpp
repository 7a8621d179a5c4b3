// Every formulation of the equations of motion, in one table.
//
// A row says what a formulation is called, what it accepts, where it comes from, and why it cannot
// treat a given system, if it cannot. To add one: a source and a header with its two functions, a row
// in formulations.cpp, and a page in docs/theory.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

// What its equations solve: the mass matrix bordered by the constraints as they are, something smaller
// that was made of them, or the equations of another principle.
enum class FormKind : std::uint8_t { Bordered, Reduced, Vakonomic };

struct Formulation {
    std::string_view name;                     // as on the command line
    std::string_view label;                    // in tables: "Gibbs–Appell"
    std::string_view title;                    // as in a heading
    std::string_view accepts;                  // one sentence
    std::string_view source;                   // paper and equation numbers
    Refusal (*refusal)(const System& system);  // why it does not apply
    Equations (*derive)(const System& system);
    FormKind kind;

    // Formulations of one principle describe the same motion.
    Principle principle() const {
        return kind == FormKind::Vakonomic ? Principle::Vakonomic : Principle::Nonholonomic;
    }
};

std::span<const Formulation> formulations();

// The row with this name; a DerivationError with a suggestion when there is none.
const Formulation& formulation(std::string_view name);

// Of the row that the equations come from; Reduced where they come from elsewhere.
FormKind kind_of(const Equations& equations);

// Those that other code builds on, by what they are.
const Formulation& form_in_speeds();      // independent ones: the smallest state
const Formulation& form_in_velocities();  // all of them, with multipliers: needs no chart
const Formulation& vakonomic_form();

// Those that apply, in the order of the table.
std::vector<const Formulation*> applicable(const System& system);

// Derives in one form; a DerivationError says why it does not apply and names those that do.
Equations derive(const System& system, std::string_view form);

}  // namespace rattleback
